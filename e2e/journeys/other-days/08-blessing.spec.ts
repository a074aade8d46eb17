import { expectAccessible, expectNoSidewaysScroll } from '../../src/seen/accessible.ts';
import {
  card,
  cards,
  dealt,
  goPick,
  memberWithPick,
  packOf,
  PICK_SCREEN,
  prizeOf,
  prizeWindow,
} from '../../src/blessing.ts';
import { call, succeed } from '../../src/call.ts';
import { expect, test } from '../../src/journey.ts';
import { DEMO, IN_AMERICA, tokenOf } from '../../src/member.ts';
import { answerAlert, button, heading, signIn } from '../../src/screen.ts';
import { open, settled } from '../../src/screens.ts';
import { WHERE_TO_WRITE, words } from '../../src/words.ts';
import type { Locator, Page } from '@playwright/test';

const OPEN_CALL = '**/api/package/angpau/packs/open';

const picksOf = async (accessToken: string): Promise<{ id: string; index: number }[]> => {
  const { data } = await succeed('package/angpau/packs/history', { accessToken, body: { page: 1, pageSize: 8 } });
  return data as { id: string; index: number }[];
};

/** What the app sends when a card is tapped: card and key of every attempt. */
const watchPicks = (page: Page): string[] => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/angpau/packs/open')) return;
    const { index } = request.postDataJSON() as { index: number };
    sent.push(`${index} ${request.headers()['idempotency-key'] ?? 'without a key'}`);
  });
  return sent;
};

/** How many cards were turned at once, in their order: what passes too quickly for a busy machine to look at. */
const watchTurned = async (page: Page): Promise<() => Promise<number[]>> => {
  const seen = await page.evaluateHandle(() => {
    const counts: number[] = [];
    new MutationObserver(() => {
      const count = [...document.querySelectorAll('[role=group] button')].filter((one) =>
        one.textContent.includes('$'),
      ).length;
      if (count > 0 && count !== counts.at(-1)) counts.push(count);
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
    return counts;
  });
  return () => seen.jsonValue();
};

/** Each prize with its value, its number and its chance. */
const expectListOfPrizes = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: new RegExp(words('blessing.list')) }).click();
  const list = page.getByRole('dialog', { name: words('blessing.list') });
  const line = (name: string) => list.getByRole('listitem').filter({ hasText: name }).first();
  await expect(line('Dubai')).toContainText(/×66.*\$2,888.*Chance [\d.]+%/);
  await expect(line('Phuket')).toContainText(/×66.*\$888.*Chance [\d.]+%/);
  for (const wallet of ['BTC', 'CW', 'RW'])
    await expect(line(wallet)).toContainText(/Unlimited\$28 - \$8,888Chance [\d.]+%/);
  await expect(line('Miner X Package')).toContainText(/\$100.*\$1,000/);
  await expect(line('Builder Package')).toContainText('$5,000');
  await expect(line('Cryptopreneur Package')).toContainText('$10,000');
  await expectAccessible(page, 'the list of prizes');
  await expectNoSidewaysScroll(page, 'the list of prizes');
  await page.keyboard.press('Escape');
};

/** The seal of the nine cards, as it is shown before one is picked. */
const readSeal = async (page: Page): Promise<string> => {
  await page.getByRole('button', { name: new RegExp(words('blessing.seal')) }).click();
  const seal = page.getByRole('dialog', { name: words('blessing.seal.title') });
  const fingerprint = (await seal.locator('code').innerText()).replaceAll(/\s/g, '');
  expect(fingerprint).toMatch(/^[0-9a-f]{64}$/);
  await expectAccessible(page, 'the seal');
  await page.keyboard.press('Escape');
  await expect(seal).toBeHidden();
  return fingerprint;
};

/** From the first card to the fifth by the arrows; what it held, and what all nine held. */
const pickByKeyboard = async (page: Page): Promise<{ won: string; shown: string[] }> => {
  await card(page, 1).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect(card(page, 5)).toBeFocused();
  const turned = await watchTurned(page);
  await page.keyboard.press('Enter');
  await expect(card(page, 5)).toHaveAccessibleName(/^Card 5, your pick: /);
  const won = await prizeOf(card(page, 5));
  await expect(cards(page).filter({ hasText: '$' })).toHaveCount(9);
  expect(await turned(), 'the picked card first, then all').toEqual([1, 9]);
  const shown = await Promise.all((await cards(page).all()).map(prizeOf));
  await expectAccessible(page, 'nine cards, turned');
  return { won, shown };
};

/** Where it is told how everything can be checked, and back. */
const followToCheck = async (page: Page, from: Page | Locator): Promise<void> => {
  await from.getByRole('link', { name: words('common.title.check') }).click();
  await expect(heading(page, words('common.title.check'))).toBeVisible();
  await page.goBack();
};

const expectProvenHistory = async (
  page: Page,
  [name, amount]: [string, string],
  fingerprint: string,
  shown: string[],
) => {
  const row = page.getByRole('main').getByRole('listitem').first();
  await expect(row).toContainText(name);
  await expect(row).toContainText(`${amount}.00`);
  await expect(row).toContainText(/\d{1,2} \w{3,4} \d{4} - \d{2}:\d{2}\s[ap]m/);
  await expectAccessible(page, 'the history');
  await expectNoSidewaysScroll(page, 'the history');
  await row.getByRole('button').click();
  const details = page.getByRole('dialog', { name });
  await expect(details.getByText(words('blessing.check.proven'), { exact: true })).toBeVisible();
  expect((await details.locator('code').allInnerTexts()).map((text) => text.replaceAll(/\s/g, ''))).toContain(
    fingerprint,
  );
  // The recipe below is a list too; only cards name dollars.
  await expect(details.getByRole('listitem').filter({ hasText: '$' })).toHaveText(
    shown.map((prize) => new RegExp(prize.replace(', $', '.*\\$'))),
  );
  await expectAccessible(page, 'the proof');
  await expectNoSidewaysScroll(page, 'the proof');
  await followToCheck(page, details);
};

const expectOpenedOnce = async (page: Page, pack: string, name: string): Promise<void> => {
  const id = pack.split('/').at(-1) ?? '';
  const second = await call('package/angpau/packs/open', { accessToken: await tokenOf(DEMO), body: { id, index: 0 } });
  expect([second.status, second.errCode]).toEqual([409, 'err_opened_pack']);
  await page.goto(pack);
  await expect(page).toHaveURL('/duitraya/history');
  await expect(page.getByRole('main').getByRole('listitem').first()).toContainText(name);
};

// proves 2: /duitraya: figures and the list of prizes
// proves 2: /duitraya/pick/{id}
// proves 2: /duitraya/history
// proves 4: Raya: unclaimed pack on entry
// proves 8: Raya: unclaimed pack on entry
// proves 9: Raya: nine cards
test('a member picks one of nine cards by keyboard, sees what all nine held, and proves it', async ({
  page,
  moneyMoves,
}) => {
  moneyMoves();
  await signIn(page, DEMO, '/duitraya');
  await answerAlert(page, words('blessing.unclaimed'), /waiting for you/);
  await expect(page.getByText('$8,888', { exact: true })).toBeVisible();
  await expect(page.getByText('$1,888,888', { exact: true })).toBeVisible();
  await expectAccessible(page, 'the campaign');
  await expectNoSidewaysScroll(page, 'the campaign');

  await test.step('the list has each prize with its value, its number and its chance', () => expectListOfPrizes(page));

  await page.reload();
  await goPick(page);
  const pack = page.url();
  await expectAccessible(page, 'nine cards');
  await expectNoSidewaysScroll(page, 'nine cards');
  const fingerprint = await readSeal(page);
  const { won, shown } = await pickByKeyboard(page);

  const [name = '', amount = ''] = won.split(', ');
  await expect(prizeWindow(page)).toContainText(name);
  await expect(prizeWindow(page)).toContainText(amount);
  await expect(prizeWindow(page)).toContainText(words('blessing.check.proven'));
  await expectAccessible(page, 'the prize');
  await expectNoSidewaysScroll(page, 'the prize');
  await expect(button(prizeWindow(page), 'blessing.proceed')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/duitraya/history');

  await test.step('the history shows it, and this browser proves it', () =>
    expectProvenHistory(page, [name, amount], fingerprint, shown));
  await test.step('the pack cannot be opened a second time', () => expectOpenedOnce(page, pack, name));
  await page.getByRole('link', { name: words('common.back') }).click();
  await expect(page).toHaveURL('/duitraya');
});

test('a pick whose answers get lost stays the same pick, through a reload too', async ({ page, watch, moneyMoves }) => {
  moneyMoves();
  watch.expect(/ERR_FAILED/);
  const member = await memberWithPick();
  await signIn(page, member, '/duitraya');
  await goPick(page);
  const sent = watchPicks(page);
  // The server opens the pack; the phone never hears of it.
  await page.route(OPEN_CALL, async (route) => {
    await route.fetch();
    await route.abort('failed');
  });
  await card(page, 7).click();
  await card(page, 3).click({ force: true });
  await expect(page.getByRole('alert')).toContainText(words('blessing.lost.text', { number: '7' }));
  await expect(cards(page).filter({ hasText: '$' })).toHaveCount(0);
  await expectAccessible(page, 'a lost answer');
  await expectNoSidewaysScroll(page, 'a lost answer');

  await page.unroute(OPEN_CALL);
  await page.reload();
  await expect(card(page, 7)).toHaveAccessibleName(/^Card 7, your pick: /);
  const won = await prizeOf(card(page, 7));
  await button(prizeWindow(page), 'blessing.proceed').click();
  await expect(page).toHaveURL('/duitraya/history');
  expect(sent.length).toBe(4);
  expect(new Set(sent).size).toBe(1);
  expect(sent[0]).toMatch(/^6 \w{32}$/);
  const picks = await picksOf(await tokenOf(member));
  expect(picks.map(({ index }) => index)).toEqual([6]);
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
  await expect(page.getByRole('main').getByRole('listitem')).toContainText(won.split(', ')[0] ?? '');
});

// proves 4: Raya: order status 9 leads to the history
// proves 8: Raya: a pack opened elsewhere, then to the history
test('a pack that was opened elsewhere says so and leads to the history', async ({ page, moneyMoves }) => {
  moneyMoves();
  const member = await memberWithPick();
  await signIn(page, member, '/duitraya');
  await goPick(page);
  const accessToken = await tokenOf(member);
  await succeed('package/angpau/packs/open', { accessToken, body: { id: await packOf(member), index: 8 } });
  await card(page, 1).click();
  await answerAlert(page, words('common.failed'), words('err_opened_pack'));
  await expect(page).toHaveURL('/duitraya/history');
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
});

// proves 8: Raya: pack detail error, then to /
// proves 8: Raya: other error on opening, then to /
// proves 8: Raya: no prize left
test('what the server refuses is said as the catalogue has it', async ({ page, newPhone }) => {
  const member = await memberWithPick();
  await signIn(page, member, '/duitraya');
  await goPick(page);
  const refuse = (status: number, errCode: string) =>
    page.route(OPEN_CALL, (route) => route.fulfill({ status, json: { err_code: errCode, err_msg: 'As it is.' } }));

  await test.step('no prize is left: stay tuned, and the cards can be tapped again', async () => {
    await refuse(422, 'err_no_angpau_prize');
    await card(page, 4).click();
    await answerAlert(page, 'Stay tuned for more picks!', 'Stay tuned for updates and check back later!');
    await expect(page).toHaveURL(PICK_SCREEN);
    await dealt(page);
  });

  await test.step('any other refusal leads home', async () => {
    await page.unroute(OPEN_CALL);
    await refuse(403, 'err_account_frozen');
    await card(page, 4).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByText(words('err_account_frozen', WHERE_TO_WRITE))).toBeVisible();
  });

  await test.step('a pack that is not there, or somebody else’s, fails and leads home', async () => {
    await page.goto(`/duitraya/pick/01990000-0000-7000-8000-${'0'.repeat(12)}`);
    await answerAlert(page, 'Failed', words('err_not_found'));
    await expect(page).toHaveURL('/');
    const stranger = await newPhone();
    await signIn(stranger, IN_AMERICA, `/duitraya/pick/${await packOf(member)}`);
    await answerAlert(stranger, 'Failed', words('err_not_found'));
    await expect(stranger).toHaveURL('/');
  });
});

// proves 2: /duitraya/history: No record found when empty
// proves 4: Raya: Pick without a pack says not eligible
// proves 8: Raya: not eligible
test('who has no pick is told how to earn one, and an empty history says so', async ({ page }) => {
  await signIn(page, IN_AMERICA, '/duitraya');
  await settled(page);
  await expect(page.getByText('0/0', { exact: true })).toBeVisible();
  await button(page, 'blessing.pick').click();
  await expect(button(page.getByRole('alertdialog'), 'blessing.seeMiners')).toBeVisible();
  await expect(button(page.getByRole('alertdialog'), 'common.tryAgain')).toBeHidden();
  await answerAlert(
    page,
    "You're not eligible to pick a Raya Blessing yet!",
    'Subscribe to a Miner Contract now and unlock your chance to participate in the Raya Blessings!',
  );
  await expect(page).toHaveURL('/duitraya');
  await expectAccessible(page, 'the campaign without a pick');
  await page.getByRole('link', { name: words('blessing.history') }).click();
  await expect(heading(page, words('blessing.history'))).toBeVisible();
  await expect(page.getByText(words('common.noRecord'))).toBeVisible();
  await page.getByRole('link', { name: words('common.back') }).click();
  await followToCheck(page, page);
  await page.getByRole('link', { name: words('blessing.earn') }).click();
  await expect(page).toHaveURL('/miner');
  await open(page, '/duitraya');
  await page.getByRole('link', { name: words('common.back') }).click();
  await expect(page).toHaveURL('/');
});

test('with reduced motion the cards show their fronts without turning', async ({ newPhone, moneyMoves }) => {
  moneyMoves();
  const page = await newPhone({ reducedMotion: 'reduce' });
  await signIn(page, await memberWithPick(), '/duitraya');
  await goPick(page);
  await card(page, 2).click();
  await expect(card(page, 2)).toHaveAccessibleName(/^Card 2, your pick: /);
  const turned = await card(page, 2).evaluate((element) =>
    [...element.querySelectorAll('*')].some((part) => getComputedStyle(part).transform.startsWith('matrix3d')),
  );
  expect(turned).toBe(false);
  await expect(card(page, 2).getByText('$')).toBeVisible();
  await expect(prizeWindow(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/duitraya/history');
});
