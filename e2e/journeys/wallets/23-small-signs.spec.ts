import type { Locator } from '@playwright/test';
import { expect, test } from '../../src/journey.ts';
import { showManyOrders } from '../../src/many-orders.ts';
import { DEMO } from '../../src/member.ts';
import { button, heading, signIn } from '../../src/screen.ts';
import { open, settled } from '../../src/screens.ts';
import { words } from '../../src/words.ts';

/** What a hand notices before it can say why. */

test('a letter typed anywhere in the list of countries is meant for its search', async ({ page }) => {
  await open(page, '/signup');
  await page.getByRole('combobox', { name: words('session.country') }).click();
  const search = page.getByRole('searchbox', { name: words('session.country.search') });
  await expect(search).toBeVisible();
  await expect(search).not.toBeFocused();
  await page.keyboard.type('malay');
  await expect(search).toHaveValue('malay');
  await expect(page.getByRole('button', { name: /Malaysia/ })).toBeVisible();
});

test('a press on the place where one is leads to its top, and orders belong to the miners', async ({ page }) => {
  await signIn(page, DEMO);
  await settled(page);
  const nav = page.getByRole('navigation', { name: words('common.nav.main') });
  const scrolled = () => page.evaluate(() => scrollY);
  await expect(async () => {
    await page.evaluate(() => scrollTo({ top: 600, behavior: 'instant' }));
    expect(await scrolled()).toBeGreaterThan(300);
  }).toPass({ timeout: 30_000 });
  await nav.getByRole('link', { name: words('common.nav.home'), exact: true }).click();
  await expect.poll(scrolled).toBe(0);
  await open(page, '/order');
  await expect(nav.getByRole('link', { name: words('common.nav.miner'), exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
});

test.describe('on a laptop', () => {
  test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false });

  test('the bar of places stands under the column, as wide', async ({ page }) => {
    await signIn(page, DEMO);
    await settled(page);
    const nav = page.getByRole('navigation', { name: words('common.nav.main') });
    const middles = await nav.evaluate((bar) =>
      [bar, document.querySelector('main')!].map((each) => {
        const { left, right } = each.getBoundingClientRect();
        return Math.round((left + right) / 2);
      }),
    );
    expect(middles[0]).toBe(middles[1]);
    const [bar, column] = [await nav.boundingBox(), await page.getByRole('main').boundingBox()];
    expect(bar!.width).toBeLessThanOrEqual(480);
    expect(bar!.width).toBeGreaterThanOrEqual(column!.width);
  });
});

test('a dead link leaves who is signed in where they are, without an alert', async ({ page }) => {
  await signIn(page, DEMO);
  await settled(page);
  await page.goto('/redirect?id=bad');
  await expect(page).toHaveURL('/');
  await settled(page);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
});

test('a press on how long ago something was tells when', async ({ page }) => {
  await signIn(page, DEMO);
  await open(page, '/profile/staking/history');
  const moment = page
    .getByRole('main')
    .getByRole('button')
    .filter({ has: page.locator('time') })
    .first();
  const ago = await moment.textContent();
  expect(ago).toMatch(/ago$/);
  await moment.click();
  await expect(moment).toHaveText(/^\d{1,2} \w{3} \d{4}, \d\d:\d\d$/);
  await moment.click();
  await expect(moment).toHaveText(ago!);
});

test('how long ago something was does not stand still', async ({ page }) => {
  await page.clock.install();
  await signIn(page, DEMO);
  await open(page, '/profile/staking/history');
  const moment = page.getByRole('main').locator('time').first();
  const ago = await moment.textContent();
  expect(ago).toMatch(/ days ago$/);
  // Without answers nothing else has the list drawn anew.
  await page.route('**/api/**', () => undefined);
  await page.clock.fastForward(3 * 24 * 3_600_000);
  await expect(moment).toHaveText(`${Number.parseInt(ago!, 10) + 3} days ago`);
});

test('twenty orders have filters and a line each, and three that wait are one chore', async ({ page }) => {
  await signIn(page, DEMO);
  await settled(page);
  await showManyOrders(page, 20, 3);
  await open(page, '/order');
  const list = page.getByRole('list', { name: words('order.current') });
  // Those that wait stand above it: before its last page as after it, the list has twenty.
  await expect(page.getByText('20 orders', { exact: true })).toBeVisible();
  const first = list.getByRole('listitem').filter({ hasText: 'X1-MANY-01' });
  await first.scrollIntoViewIfNeeded();
  const box = await first.boundingBox();
  expect(box!.height).toBeLessThan(90);
  await page.getByRole('radio', { name: words('order.status.ended'), exact: true }).check({ force: true });
  await expect(page.getByText(`${words('order.status.ended')}: 20`, { exact: true })).toBeVisible();
  await page.getByRole('radio', { name: words('order.filter.all'), exact: true }).check({ force: true });

  await button(page, 'order.activateAll').click();
  const modal = page.getByRole('dialog', { name: words('order.activateAll') });
  await expect(modal.getByText('10.00 USDT', { exact: true })).toHaveCount(3);
  await expect(modal.getByText('20.0000 AOGTD', { exact: true })).toHaveCount(3);
  await expect(modal).toContainText('1 USDT = 2.00 AOGTD');
  await expect(modal).toContainText('60.0000 AOGTD');
  await button(modal, 'common.cancel').click();
  await page.unrouteAll({ behavior: 'wait' });
  await expect(heading(page, words('common.title.order'))).toBeVisible();
});

test.describe('on a phone of 320 px', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  /** Tops and edges of some things beside each other. */
  const boxes = (things: Locator) =>
    things.evaluateAll((all) =>
      all.map((each) => each.getBoundingClientRect()).map(({ top, left, right }) => ({ top, left, right })),
    );

  test('tabs stay in one row, names of rarities apart, and the row of the language opens it', async ({ page }) => {
    await signIn(page, DEMO);
    await open(page, '/profile/security');
    const tabs = await boxes(page.getByRole('tab'));
    expect(tabs).toHaveLength(3);
    expect(new Set(tabs.map(({ top }) => top)).size).toBe(1);

    await open(page, '/home/nft');
    const names = page
      .getByRole('list', { name: words('collection.parts') })
      .getByRole('listitem')
      .locator('> :first-child');
    const parts = await boxes(names);
    expect(parts.length).toBeGreaterThan(2);
    for (const [place, part] of parts.entries()) {
      const next = parts[place + 1];
      if (next?.top === part.top) expect(next.left - part.right).toBeGreaterThanOrEqual(8);
    }

    await open(page, '/profile');
    const word = page.getByRole('main').getByText(words('common.language'), { exact: true }).first();
    await word.scrollIntoViewIfNeeded();
    const { x, y } = (await word.boundingBox())!;
    await page.mouse.click(x + 4, y + 4);
    await expect(page.getByRole('dialog', { name: words('common.language') })).toBeVisible();
  });
});
