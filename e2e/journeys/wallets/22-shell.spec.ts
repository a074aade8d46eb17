import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../../src/journey.ts';
import { registerWith } from '../../src/member.ts';
import { button, heading, signIn } from '../../src/screen.ts';
import { words } from '../../src/words.ts';

/** What a page says before any script of the app has arrived. */

const SCRIPTS = /\/assets\/.*\.js$/;
const TOTAL = '$1,234.50';

/** The page as it stands while its scripts are on the way; the returned function lets them go on. */
const openWithoutScripts = async (page: Page, path: string): Promise<() => void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(SCRIPTS, async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  return resolve;
};

/** Where a text begins, and its middle, to the pixel. */
const placeOf = async (text: Locator): Promise<number[]> => {
  const box = (await text.boundingBox())!;
  return [box.x, box.y + box.height / 2].map(Math.round);
};

for (const [path, title] of [
  ['/', null],
  ['/asset', 'common.title.asset'],
] as const) {
  test(`${path} says the total before the app has come, where the app says it`, async ({ page }) => {
    await signIn(page, await registerWith({ USDT: '1234.5' }));
    const goOn = await openWithoutScripts(page, path);
    const early = page.locator('#shell-total');
    await expect(early).toHaveText(TOTAL);
    await expect(page.locator('#shell-name')).toHaveText(words('wallet.total'));
    if (title !== null) await expect(page.locator('#shell-head')).toHaveText(words(title));
    const place = await placeOf(early);
    goOn();
    await expect(early).toBeHidden();
    const total = page.locator('#content').getByText(TOTAL, { exact: true }).first();
    await expect(total).toBeVisible();
    expect(await placeOf(total)).toEqual(place);
  });
}

test('a screen of the bar says its title before the app has come, where the app says it', async ({ page }) => {
  await signIn(page, await registerWith({}));
  for (const name of ['dashboard', 'miner', 'order', 'profile'] as const) {
    const goOn = await openWithoutScripts(page, `/${name}`);
    const early = page.locator('#shell-head');
    await expect(early).toHaveText(words(`common.title.${name}`));
    const middle = (await placeOf(early))[1];
    goOn();
    await expect(early).toBeHidden();
    expect((await placeOf(page.getByRole('heading', { level: 1 })))[1]).toEqual(middle);
    await page.unroute(SCRIPTS);
  }
});

test('a screen further in has an outline of its own before the app has come, not that of home', async ({ page }) => {
  await signIn(page, await registerWith({}));
  for (const path of ['/profile/myteam/details', '/asset/spot/withdraw', '/order']) {
    const goOn = await openWithoutScripts(page, path);
    const shell = page.locator('.shell-member');
    await expect(shell.locator('.shell-any')).toHaveCount(3);
    await expect(shell.locator('.shell-card')).toHaveCount(3);
    await expect(shell.locator('#shell-head')).toBeVisible();
    await expect(shell.locator('svg')).toHaveCount(0);
    goOn();
    await expect(shell).toBeHidden();
    await page.unroute(SCRIPTS);
  }
});

test('the history and what stands beside it have their title and the way back before the app has come', async ({
  page,
}) => {
  await signIn(page, await registerWith({}));
  for (const [path, title, parent] of [
    ['/asset/spot/transaction/all', 'wallet.history', '/asset'],
    ['/asset/spot/withdraw/history', 'withdrawal.history', '/asset'],
    ['/profile/myteam', 'team.title', '/profile'],
    // Its name is not known yet.
    ['/asset/spot/transaction/1', null, '/asset'],
  ] as const) {
    const goOn = await openWithoutScripts(page, path);
    const head = page.locator('#shell-head');
    await expect(head).toHaveText(title === null ? '' : words(title));
    const back = head.locator('a');
    await expect(back).toHaveAttribute('href', parent);
    const place = await placeOf(back);
    goOn();
    await expect(head).toBeHidden();
    expect(await placeOf(page.getByRole('link', { name: words('common.back'), exact: true }))).toEqual(place);
    await page.unroute(SCRIPTS);
  }
  // It is a way that leads there also while no script has come.
  await openWithoutScripts(page, '/asset/spot/transaction/all');
  await page.locator('#shell-head a').click({ noWaitAfter: true });
  await expect(page).toHaveURL('/asset');
});

test('what a visitor comes to has an outline of its own shape before the app has come: only a form looks like one', async ({
  page,
}) => {
  const shell = page.locator('.shell-visitor');
  for (const [path, fields, buttons] of [
    ['/login', 2, 1],
    ['/welcome', 0, 2],
    ['/check', 0, 0],
    ['/legal/terms', 0, 0],
  ] as const) {
    const goOn = await openWithoutScripts(page, path);
    await expect(shell).toBeVisible();
    await expect(shell.locator('.shell-field')).toHaveCount(fields);
    await expect(shell.locator('.shell-button')).toHaveCount(buttons);
    if (path === '/welcome') {
      const early = page.locator('#shell-title');
      await expect(early).toHaveText(words('session.welcome.title'));
      const place = await placeOf(early);
      goOn();
      await expect(early).toBeHidden();
      expect(await placeOf(heading(page, words('session.welcome.title')))).toEqual(place);
    } else goOn();
    await expect(shell).toBeHidden();
    await page.unroute(SCRIPTS);
  }
});

test('both boosters say what they cost before the app has come, where the app says it', async ({ page }) => {
  await signIn(page, await registerWith({}));
  const goOn = await openWithoutScripts(page, '/');
  const prices = page.locator('#shell-pair u');
  await expect(prices).toHaveText(['1,000\u00a0USDT', '10,000\u00a0USDT']);
  const early = await Promise.all((await prices.all()).map(placeOf));
  goOn();
  await expect(prices.first()).toBeHidden();
  for (const [place, text] of ['1,000\u00a0USDT', '10,000\u00a0USDT'].entries()) {
    const price = page.locator('#content').getByText(text, { exact: true }).first();
    await expect(price).toBeVisible();
    expect((await placeOf(price))[0]).toEqual(early[place]![0]);
  }
});

test('each wallet says what it holds before the app has come, where the app says it', async ({ page }) => {
  await signIn(page, await registerWith({ USDT: '1234.5', AOGTD: '2.25' }));
  const goOn = await openWithoutScripts(page, '/asset');
  const cards = page.locator('#shell-pair > *');
  await expect(cards.nth(5).locator('p')).toHaveCount(3);
  const rows = await Promise.all((await cards.all()).map((card) => card.locator('p').allTextContents()));
  expect(rows[0]).toEqual([words('miner.wallet').replace('{name}', 'USDT'), '1,234.50', '≈\u00a0$1,234.50']);
  expect(rows[1]![1]).toBe('2.2500');
  const early = await Promise.all((await cards.all()).map((card) => placeOf(card.locator('p').nth(1))));
  goOn();
  await expect(cards.first()).toBeHidden();
  const list = page.getByRole('list', { name: words('wallet.list') }).getByRole('listitem');
  for (const [place, texts] of rows.entries()) {
    for (const text of texts) await expect(list.nth(place)).toContainText(text);
    const balance = list.nth(place).getByText(texts[1]!, { exact: true });
    expect(await placeOf(balance)).toEqual(early[place]);
  }
});

test('who hides amounts is shown none before the app has come', async ({ page }) => {
  await signIn(page, await registerWith({ USDT: '1234.5' }), '/asset');
  await expect(heading(page, words('common.title.asset'))).toBeVisible();
  await button(page, 'common.hideAmounts').click();
  await openWithoutScripts(page, '/asset');
  await expect(page.locator('#shell-total')).toHaveText('********');
  await expect(page.locator('#shell-pair p').nth(2)).toHaveText('********');
  await expect(page.locator('body')).not.toContainText('1,234');
});
