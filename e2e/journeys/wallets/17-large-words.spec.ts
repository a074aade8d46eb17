import type { Locator, Page } from '@playwright/test';
import type { WireLanguage } from '@minerx/rules/wire-language';
import { takesMessages } from '@minerx/rules/ticket';
import { succeed } from '../../src/call.ts';
import { expect, test } from '../../src/journey.ts';
import { DEMO, tokenOf } from '../../src/member.ts';
import { signIn } from '../../src/screen.ts';
import { detailScreens, MEMBER_SCREENS, open, settled, turnTo, VISITOR_SCREENS } from '../../src/screens.ts';
import { READ_WITH_LOOKS } from '../../src/seen/own-words.ts';
import { crowded } from '../../src/seen/crowded.ts';
import { expectRoom, HIGH, LARGE, SMALL, SMALLEST } from '../../src/seen/room.ts';
import { catalogue, words } from '../../src/words.ts';

const MORE_SCREENS = ['/asset/spot/transaction/1'];

/** German has the longest words of the ten languages: what the looks come to is read there in every way, and Vietnamese, Thai and simplified Chinese with it. */
const LOOKS = {
  gr: LARGE,
  es: [SMALLEST],
  pt: [SMALLEST],
  my: [SMALLEST],
  // Their words may end a line anywhere, their figures nowhere.
  ch: [SMALL, SMALLEST],
  kr: [SMALL, SMALLEST],
} satisfies Partial<Record<WireLanguage, typeof LARGE>>;

/** What German has not had with the looks: an alert that they close, and what changes from hour to hour. */
const isReadHere = (language: string, path: string): boolean =>
  language !== 'gr' || path === '/duitraya' || !READ_WITH_LOOKS.includes(path);

/** Turns to a language as a choice in another tab does. */
const speak = async (page: Page, language: string): Promise<void> => {
  await page.evaluate((chosen) => {
    const tab = new BroadcastChannel('minerx:language');
    tab.postMessage(chosen);
    tab.close();
  }, language);
  await expect(page.locator('html')).toHaveAttribute('data-language', language);
  await settled(page);
};

/** Comes to a screen once, and reads it in one language after the other. */
const look = async (page: Page, path: string, languages = Object.keys(LOOKS)): Promise<void> => {
  const read = Object.entries(LOOKS).filter(([language]) => languages.includes(language) && isReadHere(language, path));
  if (read.length > 0) await turnTo(page, path);
  for (const [language, looks] of read) {
    await speak(page, language);
    await expectRoom(page, path, looks);
  }
};

/** Whether what stays in its place while a screen scrolls leaves its headline to be seen; in a high window everything has room. */
const showsHeadline = (page: Page): Promise<boolean> =>
  page.getByRole('heading', { level: 1 }).evaluate((headline) => {
    // What lets a touch through covers what is below it all the same.
    for (const each of document.querySelectorAll<HTMLElement>('body *')) each.style.pointerEvents = 'auto';
    const { left, top, width, height } = headline.getBoundingClientRect();
    return headline.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });

test.use({ viewport: { width: 320, height: HIGH } });

test('every screen of visitors has room for its words at 320 px, in each language', async ({ page }) => {
  await open(page, '/login');
  for (const path of VISITOR_SCREENS) await look(page, path);
  await turnTo(page, '/welcome');
  await speak(page, 'gr');
  await expectRoom(page, '/welcome', LARGE);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.locator('html').evaluate((root) => root.style.setProperty('font-size', '200%'));
  for (const language of Object.keys(LOOKS)) {
    await speak(page, language);
    await expect.poll(() => showsHeadline(page), `/welcome in ${language} with large words`).toBe(true);
  }
});

test('every screen of members has room for its words and figures at 320 px, in each language', async ({ page }) => {
  test.slow();
  await signIn(page, DEMO);
  for (const path of [...MEMBER_SCREENS, ...MORE_SCREENS]) await look(page, path);
  const ofOneThing = Object.keys(LOOKS).filter((language) => language !== 'gr');
  for (const { path } of await detailScreens()) await look(page, path, ofOneThing);
});

test('a long word in the title of a sheet leaves the cross its place', async ({ page }) => {
  await signIn(page, DEMO, '/asset');
  await speak(page, 'gr');
  await page.setViewportSize({ width: 320, height: 640 });
  await page.locator('html').evaluate((root) => root.style.setProperty('font-size', '200%'));
  const texts = catalogue('gr');
  await page.getByRole('button', { name: texts['wallet.total.ours']! }).click();
  const sheet = page.getByRole('dialog', { name: texts['wallet.total']! });
  await expect(sheet.getByRole('button', { name: texts['common.close']! })).toBeInViewport({ ratio: 1 });
  expect(await crowded(page)).toEqual([]);
});

/** Of what runs: a state beside the name may take a line of its own. */
const rowsOf = (page: Page): Locator => page.getByRole('main').getByRole('listitem').filter({ hasText: /Th\/s/ });

/** Of each row of the orders: whether what it has earned stands beside its serial, and whether it shows out of how much. */
const seenOf = (rows: Locator): Promise<{ isBeside: boolean; isWhole: boolean }[]> =>
  rows.evaluateAll((all) =>
    all.map((row) => {
      const [earned, most] = [...row.querySelectorAll('.figure')].slice(-2).map((sum) => sum.getBoundingClientRect());
      const isWhole = most!.width > 0 && most!.top < earned!.bottom && most!.right <= innerWidth;
      const serial = [...row.querySelectorAll('span')].findLast(({ textContent }) => /X\d-/.test(textContent))!;
      return { isBeside: earned!.top < serial.getBoundingClientRect().bottom, isWhole };
    }),
  );

test('the rows of orders say out of how much they have earned, all or none of a list, however dollars are written, and take no third line for it', async ({
  page,
}) => {
  await signIn(page, DEMO);
  await turnTo(page, '/order');
  for (const [language, width, whole] of [
    ['en', 390, 'all'],
    ['en', 360, 'none'],
    ['en', 320, 'none'],
    ['gr', 390, 'all'],
    ['gr', 360, 'none'],
    ['zh', 430, 'all'],
    ['zh', 390, 'none'],
    ['es', 430, 'all'],
    ['es', 390, 'none'],
    ['es', 320, 'none'],
  ] as const) {
    await page.setViewportSize({ width, height: HIGH });
    await speak(page, language);
    await expect(rowsOf(page).nth(3)).toBeVisible();
    const rows = await seenOf(rowsOf(page));
    const name = `${language} at ${width} px`;
    expect
      .soft(
        rows.every(({ isBeside }) => isBeside),
        name,
      )
      .toBe(true);
    const count = rows.filter(({ isWhole }) => isWhole).length;
    expect.soft(count === rows.length ? 'all' : count === 0 ? 'none' : 'some', name).toBe(whole);
  }
});

test('a chosen way to pay is read to its end, however large the words', async ({ page }) => {
  await signIn(page, DEMO);
  await turnTo(page, '/miner/purchase');
  await page.locator('html').evaluate((root) => root.style.setProperty('font-size', '200%'));
  const methods = page.getByLabel(words('miner.method'));
  await methods.selectOption({ index: 1 });
  const chosen = await methods.locator('option:checked').innerText();
  const shown = page.locator('main span').filter({ hasText: chosen });
  await expect(shown).toBeVisible();
  expect(await shown.evaluate((text) => text.scrollWidth <= text.clientWidth)).toBe(true);
});

test('where a message is written takes one line until more is written', async ({ page }) => {
  const { data } = await succeed('member/ticket/all', {
    accessToken: await tokenOf(DEMO),
    body: { page: 1, pageSize: 8 },
  });
  const tickets = data as { id: string; support_ticket_status: number }[];
  const { id } = tickets.find(({ support_ticket_status: status }) => takesMessages(status))!;
  await signIn(page, DEMO);
  await open(page, `/profile/helpcenter/history/${id}`);
  await speak(page, 'gr');
  await page.locator('html').evaluate((root) => root.style.setProperty('font-size', '200%'));
  const box = page.getByRole('textbox', { name: catalogue('gr')['ticket.chat.write']! });
  const linesOf = () =>
    box.evaluate((area) => {
      const { lineHeight, paddingBlockStart, paddingBlockEnd } = getComputedStyle(area);
      return Math.round(
        (area.clientHeight - parseFloat(paddingBlockStart) - parseFloat(paddingBlockEnd)) / parseFloat(lineHeight),
      );
    });
  expect(await linesOf()).toBe(1);
  await box.fill('Eine Frage\nzu meiner Auszahlung');
  expect(await linesOf()).toBeGreaterThan(1);
});
