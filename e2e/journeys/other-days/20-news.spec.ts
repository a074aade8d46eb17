import { LANGUAGE_CODES, LANGUAGES, type WireLanguage } from '@minerx/rules/wire-language';
import type { FrameLocator, Page } from '@playwright/test';
import { join } from 'node:path';
import { decideTwice, openDesk } from '../../src/console/console-page.ts';
import { expect, test, type NewPhone } from '../../src/journey.ts';
import { register, type Member } from '../../src/member.ts';
import { heading, scrollTo, signIn } from '../../src/screen.ts';
import { expectAccessible } from '../../src/seen/accessible.ts';
import { catalogue } from '../../src/words.ts';
import { currentWorld, operator } from '../../src/world.ts';

test.use({ seesNews: true });

const PICTURE = join(import.meta.dirname, '../../../apps/server/src/demo/news/miners.webp');

const preview = (desk: Page): FrameLocator => desk.frameLocator('iframe[title=Preview]');
const labelOf = (language: WireLanguage): string => LANGUAGES[language].label;
const choose = (desk: Page, language: WireLanguage): Promise<void> =>
  desk.getByRole('radio', { name: new RegExp(`^${labelOf(language)}`) }).check();

/** Another one in each language. */
const titleIn = (language: WireLanguage): string => `News for ${labelOf(language)}`;

const signInIn = async (newPhone: NewPhone, language: WireLanguage, member: Member): Promise<Page> => {
  const say = catalogue(language);
  const phone = await newPhone({ locale: LANGUAGES[language].locale });
  await phone.goto('/login');
  await phone.getByLabel(say['session.email']!, { exact: true }).fill(member.email);
  await phone.getByLabel(say['session.password']!, { exact: true }).filter({ visible: true }).fill(member.password);
  await phone.getByRole('button', { name: say['session.signIn']!, exact: true }).click();
  return phone;
};

const write = async (desk: Page, language: WireLanguage): Promise<void> => {
  await choose(desk, language);
  await desk.getByLabel(`Title, ${labelOf(language)}`).fill(titleIn(language));
  await desk.getByLabel(`Message, ${labelOf(language)}`).fill(`It is **here**, ${labelOf(language)}.`);
  await expect(preview(desk).getByRole('heading', { name: titleIn(language) })).toBeVisible();
};

test('an announcement is written in ten languages, seen as on a phone, and comes up over the app in two of them', async ({
  browser,
  newPhone,
}) => {
  const { desk, context } = await openDesk(browser, 'support', '/news');
  await expectAccessible(desk, 'news');
  await desk.getByRole('link', { name: 'New', exact: true }).focus();
  await desk.keyboard.press('Enter');
  await expect(desk.getByRole('heading', { name: 'New announcement' })).toBeVisible();
  await expect(desk.getByText('English is shown')).toHaveCount(LANGUAGE_CODES.length - 1);
  await expect(desk.getByRole('button', { name: 'Publish', exact: true })).toHaveAttribute('aria-disabled', 'true');
  for (const language of LANGUAGE_CODES) await write(desk, language);
  await expect(desk.getByText('English is shown')).toHaveCount(0);
  // The words of the house, told before it is sent.
  await choose(desk, 'gr');
  await desk.getByLabel('Message, Deutsch').fill('Der **Barwert** ist da.');
  await desk.getByLabel('Title, Deutsch').focus();
  await expect(desk.getByText('say bar ausgezahlt')).toBeVisible();
  await desk.getByLabel('Message, Deutsch').fill('Es ist **hier**, Deutsch.');

  await desk.getByLabel('Picture').setInputFiles(PICTURE);
  const picture = preview(desk).getByRole('presentation').or(preview(desk).locator('img')).first();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const phone = preview(desk).locator('html');
  expect(await phone.evaluate((page) => page.ownerDocument.defaultView!.innerWidth)).toBe(390);
  await expect(phone).toHaveAttribute('lang', 'de');
  const ground = () => phone.evaluate((page) => getComputedStyle(page).backgroundColor);
  const dark = await ground();
  await expectAccessible(desk, 'writing news');
  await desk.getByRole('radio', { name: 'Light' }).check();
  await expect(phone).toHaveAttribute('data-theme', 'light');
  expect(await ground()).not.toBe(dark);
  await expectAccessible(desk, 'writing news, seen by day');
  // Nothing is lost by a refusal or a reload.
  await desk.getByLabel('Title, Deutsch').fill('x'.repeat(201));
  await desk.getByRole('button', { name: 'Publish', exact: true }).click();
  await desk.getByRole('dialog').getByLabel('Reason').fill('the journey');
  await desk.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await expect(desk.getByRole('dialog').getByText('announcement_title_gr: too long.')).toBeVisible();
  await desk.keyboard.press('Escape');
  await desk.reload();
  await choose(desk, 'gr');
  await expect(desk.getByLabel('Message, Deutsch')).toHaveValue('Es ist **hier**, Deutsch.');
  await desk.getByLabel('Title, Deutsch').fill(titleIn('gr'));
  await desk.getByRole('button', { name: 'Publish', exact: true }).click();
  await desk.getByRole('dialog').getByLabel('Reason').fill('the journey');
  await decideTwice(desk, 'support', 'Publish', 'Published as');
  // A second try finds what the first has left.
  const row = desk
    .getByRole('row')
    .filter({ hasText: titleIn('en') })
    .first();
  await expect(row).toContainText('10 of 10');

  try {
    const member = await register();
    for (const language of ['gr', 'zh'] as const) {
      const seen = await signInIn(newPhone, language, member);
      const popup = seen.getByRole('dialog', { name: titleIn(language) });
      await expect(popup).toBeVisible();
      await expect(popup.getByText(labelOf(language), { exact: false }).first()).toBeVisible();
    }
  } finally {
    await row.getByRole('link').click();
    await expect(desk.getByRole('heading', { level: 1, name: titleIn('en') })).toBeVisible();
    await expectAccessible(desk, 'news that are shown');
    // A slip is put right where it stands, and comes up for nobody who has seen it.
    const corrected = `${titleIn('en')}, corrected`;
    await expect(desk.getByLabel('Message, English')).toHaveValue('It is **here**, English.');
    await desk.getByLabel('Title, English').fill(corrected);
    await desk.getByRole('button', { name: 'Correct its words' }).click();
    await desk.getByRole('dialog').getByLabel('Reason').fill('a slip');
    await decideTwice(desk, 'support', 'Correct its words', /^Corrected\./);
    await expect(desk.getByRole('heading', { level: 1, name: corrected })).toBeVisible();
    await expect(desk.getByText('announcement.correct', { exact: true })).toBeVisible();
    await desk.getByRole('button', { name: 'Withdraw' }).click();
    await desk.getByRole('dialog').getByLabel('Reason').fill('the journey is over');
    await decideTwice(desk, 'support', 'Withdraw', 'Withdrawn.');
    await expect(desk.getByText('announcement.withdraw', { exact: true })).toBeVisible();
  }
  await context.close();
});

test('maintenance is switched on and off at the console, which goes on, and members are told until when', async ({
  browser,
  page,
  watch,
}) => {
  watch.expect(/503/);
  const { desk, context } = await openDesk(browser, 'admin', '/news/maintenance/maintenance');
  await desk.getByLabel('Title, English').fill('New miners arrive');
  await desk.getByLabel('Message, English').fill('We are **back** soon.');
  await desk.getByLabel('Planned end, UTC').fill('2099-12-31T12:30');
  await expect(preview(desk).getByRole('heading', { name: 'New miners arrive' })).toBeVisible();
  await expect(preview(desk).getByText('Expected to be over by 31 Dec 2099')).toBeVisible();
  await expectAccessible(desk, 'writing why the app is closed');
  await desk.getByRole('button', { name: 'Switch on' }).click();
  await desk.getByRole('dialog').getByLabel('Reason').fill('the journey');
  try {
    await decideTwice(desk, 'admin', 'Switch on', 'Maintenance is on');
    await page.goto('/login');
    await expect(page).toHaveURL('/maintenance');
    await expect(heading(page, 'New miners arrive')).toBeVisible();
    await expect(page.getByText('Expected to be over by 31 Dec 2099')).toBeVisible();
    // The desk goes on.
    await expect(desk.getByRole('row').filter({ hasText: 'New miners arrive' })).toContainText('Shown');
    await desk.getByRole('row').filter({ hasText: 'New miners arrive' }).getByRole('link').click();
    await desk.getByRole('button', { name: 'Switch off' }).click();
    await desk.getByRole('dialog').getByLabel('Reason').fill('they are here');
    await decideTwice(desk, 'admin', 'Switch off', 'Maintenance is off.');
  } finally {
    await operator('maintenance', 'off');
  }
  // The screen asks again by itself.
  await expect(page).not.toHaveURL('/maintenance', { timeout: 40_000 });
  await context.close();
});

test('a text of the app is found by its words, shown otherwise, and taken back', async ({ browser, newPhone }) => {
  const key = 'session.signIn';
  const file = catalogue('gr')[key]!;
  const { desk, context } = await openDesk(browser, 'support', '/translations');
  await desk.getByLabel('Key, or words in any language').fill(key);
  await desk.keyboard.press('Enter');
  await expectAccessible(desk, 'texts of the app');
  await desk.getByRole('link', { name: key, exact: true }).click();
  await choose(desk, 'gr');
  await desk.getByLabel('Own words, Deutsch').fill('{name}, komm');
  await expect(desk.getByText('Nothing is put into it.')).toBeVisible();
  await expect(desk.getByRole('button', { name: 'Show these words' })).toHaveAttribute('aria-disabled', 'true');
  await desk.getByLabel('Own words, Deutsch').fill('Komm herein');
  await expect(preview(desk).getByText('Komm herein')).toBeVisible();
  await expectAccessible(desk, 'a text of the app');
  await desk.getByRole('button', { name: 'Show these words' }).click();
  await desk.getByRole('dialog').getByLabel('Reason').fill('friendlier');
  await decideTwice(desk, 'support', 'Show these words', 'Komm herein');
  const phone = await newPhone({ locale: 'de' });
  await phone.goto('/login');
  await expect(phone.getByRole('button', { name: 'Komm herein', exact: true })).toBeVisible();
  await desk.getByRole('button', { name: 'Take all back' }).click();
  await desk.getByRole('dialog').getByLabel('Reason').fill('it was fine');
  await decideTwice(desk, 'support', 'Take all back', file);
  await expect(desk.getByText('translation.remove', { exact: true }).first()).toBeVisible();
  await phone.reload();
  await expect(phone.getByRole('button', { name: file, exact: true })).toBeVisible();
  await context.close();
});

test('a banner and a line are put on the home screen at the console, and taken away', async ({ browser, page }) => {
  const { desk, context } = await openDesk(browser, 'support', '/news/banner/new');
  await desk.getByLabel('Title, English').fill('Seen by the journey');
  await desk.getByLabel('Leads to').fill('/miner');
  await desk.getByLabel('Place').fill('1');
  await expect(desk.getByText('The picture is missing.')).toBeVisible();
  await desk.getByLabel('Picture').setInputFiles(PICTURE);
  await expect(preview(desk).getByRole('link', { name: 'Seen by the journey' })).toBeVisible();
  await expectAccessible(desk, 'a new banner');
  await desk.getByRole('button', { name: 'Publish', exact: true }).click();
  await desk.getByRole('dialog').getByLabel('Reason').fill('the journey');
  await decideTwice(desk, 'support', 'Publish', 'Published as');
  await desk.goto(`${currentWorld().url}/console/news/marquee/marquee`);
  const line = desk.getByLabel('Line, English');
  const before = await line.inputValue();
  await line.fill('The journey goes by');
  await desk.getByRole('button', { name: 'Set', exact: true }).click();
  await desk.getByRole('dialog').getByLabel('Reason').fill('the journey');
  await decideTwice(desk, 'support', 'Set', 'The marquee is set.');

  await signIn(page, await register());
  await page.keyboard.press('Escape');
  const banner = page.getByRole('link', { name: 'Seen by the journey' }).first();
  await scrollTo(banner);
  await expect(banner).toHaveAttribute('href', '/miner');
  await expect(page.getByText('The journey goes by')).toBeVisible();

  await desk.goto(`${currentWorld().url}/console/news/marquee/marquee`);
  await line.fill(before);
  await desk.getByRole('button', { name: 'Set', exact: true }).click();
  await desk.getByRole('dialog').getByLabel('Reason').fill('as it was');
  await decideTwice(desk, 'support', 'Set', 'The marquee is set.');
  await desk.goto(`${currentWorld().url}/console/news?kind=banner`);
  await desk.getByRole('row').filter({ hasText: 'Seen by the journey' }).first().getByRole('link').click();
  await desk.getByRole('button', { name: 'Withdraw' }).click();
  await desk.getByRole('dialog').getByLabel('Reason').fill('the journey is over');
  await decideTwice(desk, 'support', 'Withdraw', 'Withdrawn.');
  await context.close();
});
