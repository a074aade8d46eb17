import type { Page } from '@playwright/test';
import { expect, test } from '../../src/journey.ts';
import { DEMO } from '../../src/member.ts';
import { button, heading, signIn } from '../../src/screen.ts';
import { settled } from '../../src/screens.ts';
import { words } from '../../src/words.ts';

/** What a member reads where an answer is missing, and that it is said once. */

const place = (page: Page, name: string) => page.getByRole('link', { name: words(`common.nav.${name}`), exact: true });
const inMain = (page: Page, key: string) => page.getByRole('main').getByText(words(key));

/** A refusal that is not asked again before it is shown. */
const refuse = (page: Page, path: RegExp) =>
  page.route(path, (route) =>
    route.fulfill({ status: 429, json: { err_code: 'err_too_many', err_msg: 'no', request_id: 'x' } }),
  );

/** Pages come without the answers that they bring along. */
const withoutAnswers = (page: Page) =>
  page.route(/\/(asset[^.]*)?$/, async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const body = (await response.text()).replace(/<script type="application\/json"[^]*?<\/script>/, '');
    return route.fulfill({ response, body });
  });

const FIGURES = /\/api\/(wallet|deposit|package|member\/profile)/;

test('assets and deposit say once that they could not be loaded, and what to do; one press asks for all', async ({
  page,
  watch,
}) => {
  watch.expect(/429/);
  await signIn(page, DEMO, '/profile');
  await withoutAnswers(page);
  await refuse(page, FIGURES);
  await page.goto('/asset');
  await expect(inMain(page, 'common.loadFailed')).toHaveCount(1);
  await expect(inMain(page, 'err_too_many')).toBeVisible();
  await page
    .getByRole('main')
    .getByRole('link', { name: words('wallet.deposit') })
    .click();
  await expect(heading(page, words('deposit.title'))).toBeVisible();
  await expect(inMain(page, 'common.loadFailed')).toHaveCount(1);
  await page.unroute(FIGURES);
  await button(page.getByRole('main'), 'common.retry').click();
  await expect(inMain(page, 'common.loadFailed')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: words('deposit.list') })).toBeVisible();
});

test('a wallet whose ways in and out could not be loaded still offers them', async ({ page, watch }) => {
  watch.expect(/429/);
  await signIn(page, DEMO, '/profile');
  await refuse(page, /\/api\/(deposit|transfer|swap)/);
  for (const [wallet, ways] of [
    [1, ['deposit', 'withdraw', 'transfer', 'swap']],
    [3, ['withdraw', 'swap']],
  ] as const) {
    await page.goto(`/asset/spot/transaction/${wallet}`);
    const actions = page.getByRole('navigation', { name: words('wallet.actions') });
    await expect(actions.getByRole('link')).toHaveText(ways.map((way) => words(`wallet.${way}`)));
  }
});

test('the way to a miner is not what shines where its stock could not be loaded', async ({ page, watch }) => {
  watch.expect(/429/);
  await signIn(page, DEMO, '/profile');
  const stock = /\/api\/package\/subscriber/;
  await refuse(page, stock);
  await page.goto('/miner');
  await expect(inMain(page, 'common.loadFailed')).toBeVisible();
  const subscribe = page.getByRole('link', { name: words('miner.subscribe'), exact: true });
  const dim = await subscribe.evaluate((link) => getComputedStyle(link).backgroundColor);
  await page.unroute(stock);
  await button(page.getByRole('main'), 'common.retry').click();
  await expect(inMain(page, 'common.loadFailed')).toHaveCount(0);
  await expect(subscribe).not.toHaveCSS('background-color', dim);
});

/** Our server answers nothing any more. */
const failing = (page: Page) => page.route(/\/api\//, (route) => route.fulfill({ status: 500, body: '' }));

test('a purchase whose server fails after the page came says once that its figures are old, and blames no other source', async ({
  page,
  watch,
}) => {
  watch.expect(/500/, /WebSocket/);
  await signIn(page, DEMO, '/profile');
  await failing(page);
  await page.goto('/miner/purchase');
  await expect(inMain(page, 'miner.amount')).toBeVisible();
  await expect(inMain(page, 'common.oldValues')).toHaveCount(1);
  await expect(inMain(page, 'common.loadFailedNext')).toBeVisible();
  await expect(inMain(page, 'miner.network.none.text')).toHaveCount(0);
  await page.unroute(/\/api\//);
  await button(page.getByRole('main'), 'common.retry').first().click();
  await expect(inMain(page, 'miner.network.text')).toBeVisible();
  await expect(inMain(page, 'common.oldValues')).toHaveCount(0);
  await expect(inMain(page, 'common.loadFailed')).toHaveCount(0);
});

test('a purchase page that stands notices within a minute that nobody answers any more', async ({ page, watch }) => {
  watch.expect(/500/, /WebSocket/);
  await signIn(page, DEMO, '/profile');
  await page.clock.install();
  for (const way of ['/miner/purchase', '/miner/purchase2']) {
    await page.goto(way);
    await expect(inMain(page, 'miner.network.text')).toBeVisible();
    await failing(page);
    await page.clock.fastForward(61_000);
    await expect(inMain(page, 'common.oldValues')).toHaveCount(1);
    // What is known stays.
    await expect(inMain(page, 'miner.network.text')).toBeVisible();
    await expect(inMain(page, 'miner.amount')).toBeVisible();
    await page.unroute(/\/api\//);
    // What was asked for a moment ago may have come by itself.
    await expect(async () => {
      for (const retry of await button(page.getByRole('main'), 'common.retry').all())
        await retry.click({ timeout: 500 });
      await expect(inMain(page, 'common.oldValues')).toHaveCount(0, { timeout: 1000 });
    }).toPass();
  }
});

test('the team says once that it could not be loaded, and no pick is offered that nobody knows of', async ({
  page,
  watch,
}) => {
  watch.expect(/429/);
  await signIn(page, DEMO, '/profile');
  const lost = /\/api\/(member\/myteam|package\/angpau)/;
  await refuse(page, lost);
  await page.goto('/profile/myteam');
  await expect(inMain(page, 'common.loadFailed')).toHaveCount(1);
  await expect(button(page.getByRole('main'), 'common.retry')).toHaveCount(1);
  await page.goto('/duitraya');
  await expect(inMain(page, 'common.loadFailed')).toHaveCount(1);
  await expect(button(page, 'blessing.pick')).toHaveCount(0);
  await page.unroute(lost);
  await button(page.getByRole('main'), 'common.retry').click();
  await expect(inMain(page, 'common.loadFailed')).toHaveCount(0);
  await expect(button(page, 'blessing.pick').first()).toBeVisible();
});

test('old values are marked once on the assets, and what can only fail without a network is not offered', async ({
  page,
  context,
  watch,
}) => {
  watch.expect(/ERR_INTERNET_DISCONNECTED/, /ERR_NETWORK_CHANGED/, /WebSocket/);
  await signIn(page, DEMO, '/miner');
  const subscribe = page.getByRole('main').getByText(words('miner.subscribe'), { exact: true });
  await expect(subscribe).toBeVisible();
  await place(page, 'asset').click();
  const cards = page.getByRole('list', { name: words('wallet.list') });
  await expect(cards).toBeVisible();
  await place(page, 'miner').click();
  await expect(subscribe).toBeVisible();
  await context.setOffline(true);
  await expect(button(page.getByRole('main'), 'miner.subscribe')).toHaveAccessibleDescription(
    words('common.offlineReason'),
  );
  await page.evaluate(() => {
    // The values have been there for longer than they count as fresh.
    const now = Date.now;
    Date.now = () => now() + 60_000;
  });
  await place(page, 'asset').click();
  await expect(cards).toBeVisible();
  await expect(inMain(page, 'common.oldValues')).toHaveCount(1);
  await expect(button(page.getByRole('main'), 'common.retry')).toHaveCount(0);
  await context.setOffline(false);
  await expect(inMain(page, 'common.oldValues')).toHaveCount(0);
});

test('what could not be loaded without a network opens by itself when there is one', async ({
  page,
  context,
  watch,
}) => {
  watch.expect(/ERR_INTERNET_DISCONNECTED/, /ERR_NETWORK_CHANGED/, /WebSocket/);
  await signIn(page, DEMO, '/asset');
  const wallets = page.getByRole('list', { name: words('wallet.list') }).getByRole('link');
  await wallets.nth(0).click();
  await expect(heading(page, words('miner.wallet', { name: 'USDT' }))).toBeVisible();
  await settled(page);
  await page.getByRole('link', { name: words('common.back') }).click();
  await expect(wallets.nth(1)).toBeVisible();
  await context.setOffline(true);
  await wallets.nth(1).click();
  await expect(page.getByRole('heading', { name: words('wallet.history') })).toBeVisible();
  await expect(inMain(page, 'common.offlineLoad').first()).toBeVisible();
  await expect(inMain(page, 'common.loadFailed')).toHaveCount(0);
  await context.setOffline(false);
  await expect(inMain(page, 'common.offlineLoad')).toHaveCount(0);
  await settled(page);
  await expect(inMain(page, 'common.loadFailed')).toHaveCount(0);
});

test('home says that prices could not be loaded, and asks again', async ({ page, watch }) => {
  watch.expect(/429/);
  await signIn(page, DEMO, '/profile');
  const prices = /\/api\/package\/all/;
  await withoutAnswers(page);
  await refuse(page, prices);
  await page.goto('/');
  const booster = page.getByRole('link', { name: /^X1/ });
  await expect(booster).toContainText(`–${words('common.loadFailed')}`);
  await page.unroute(prices);
  await button(page.getByRole('main'), 'common.retry').click();
  await expect(booster).toContainText('1,000');
});

test('that everything is simulated is still said when nobody answers whether it is', async ({ page, watch }) => {
  watch.expect(/503/);
  await signIn(page, DEMO);
  const ribbon = page.getByText(words('common.demo'), { exact: true });
  await expect(ribbon).toBeVisible();
  await page.route('**/api/system/sources', (route) =>
    route.fulfill({ status: 503, json: { err_code: 'err_unavailable', err_msg: 'no', request_id: 'x' } }),
  );
  const asked = page.waitForResponse(/system\/sources/);
  await page.reload();
  await asked;
  await expect(ribbon).toBeVisible();
});

test('a screen whose file a new release took away starts the app anew once, and then says so within the frame', async ({
  page,
  watch,
}) => {
  watch.expect(/404/, /dynamically imported module/);
  await signIn(page, DEMO);
  const file = /\/assets\/dashboard-[^/]*\.js$/;
  await page.route(file, (route) => route.fulfill({ status: 404, body: '' }));
  let starts = 0;
  page.on('load', () => (starts += 1));
  await place(page, 'dashboard').click();
  await expect.poll(() => starts).toBe(1);
  await expect(heading(page, words('common.title.dashboard'))).toBeVisible();
  await expect(inMain(page, 'common.loadFailed')).toBeVisible();
  await expect(page.getByRole('navigation', { name: words('common.nav.main') })).toBeVisible();
  // It asks once more by itself; what it finds then needs no press.
  const retry = button(page.getByRole('main'), 'common.retry');
  await expect(retry).not.toHaveAttribute('aria-busy', 'true');
  await page.unroute(file);
  await retry.click();
  await expect(inMain(page, 'common.loadFailed')).toHaveCount(0);
  await settled(page);
  await expect(heading(page, words('common.title.dashboard'))).toBeVisible();
  expect(starts).toBe(1);
});

test('a picture that cannot be had leaves its place empty, until it can', async ({ page, watch }) => {
  watch.expect(/ERR_FAILED/);
  const PICTURES = /\/api\/nft\/picture\//;
  await signIn(page, DEMO, '/profile');
  await page.route(PICTURES, (route) => route.abort());
  await page.goto('/profile/nft');
  const picture = page.getByRole('main').locator('img').first();
  await expect(picture).toBeAttached();
  await expect(picture).toBeHidden();
  await page.unroute(PICTURES);
  await picture.evaluate((image: HTMLImageElement) => (image.src = `${image.src}?again`));
  await expect(picture).toBeVisible();
});
