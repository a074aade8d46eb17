import { expectNoSidewaysScroll } from '../../src/seen/accessible.ts';
import { expect, test } from '../../src/journey.ts';
import { DEMO } from '../../src/member.ts';
import { heading, signIn } from '../../src/screen.ts';
import { nftWithdrawScreen, settled } from '../../src/screens.ts';
import { words } from '../../src/words.ts';

/** The screens of wallets, and their headings. */
const SCREENS: readonly (readonly [path: string, title: string, values?: Record<string, string>])[] = [
  ['/asset', 'common.title.asset'],
  ['/asset/spot/deposit', 'deposit.title'],
  ['/asset/spot/withdraw', 'withdrawal.title'],
  ['/asset/spot/withdraw/history', 'withdrawal.history'],
  ['/asset/spot/transfer', 'transfer.title'],
  ['/asset/spot/swap', 'swap.title'],
  ['/asset/spot/transaction/all', 'wallet.history'],
  ['/asset/spot/transaction/1', 'miner.wallet', { name: 'USDT' }],
  ['/asset/spot/transaction/statement', 'wallet.statement'],
];

/** What carries the session and the texts; everything else does not arrive. */
const ARRIVES = /\/api\/(member\/(login|refresh|logout)|system)/;

for (const state of ['failed', 'offline'] as const) {
  test(`no screen of a wallet looks empty when its load is ${state}`, async ({ page, watch }) => {
    watch.expect(/ERR_INTERNET_DISCONNECTED/, /40\d/);
    const screens = [...SCREENS, [await nftWithdrawScreen(), 'nft.withdraw.title'] as const];
    await signIn(page, DEMO);
    if (state === 'offline')
      await page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { get: () => false }));
    await page.route('**/api/**', (route) => {
      if (ARRIVES.test(route.request().url())) return route.continue();
      // A refusal is an answer, and not asked again before it is shown.
      const json = { err_code: 'err_forbidden', err_msg: 'no', request_id: 'x' };
      return state === 'offline' ? route.abort('internetdisconnected') : route.fulfill({ status: 403, json });
    });
    // Nor does a page bring any of it along.
    await page.route(/\/asset|\/profile/, async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      const response = await route.fetch();
      const body = (await response.text()).replace(/<script type="application\/json"[^]*?<\/script>/, '');
      return route.fulfill({ response, body });
    });
    for (const [path, title, values] of screens) {
      await page.goto(path);
      await expect(heading(page, words(title, values))).toBeVisible();
      await settled(page);
      const main = page.getByRole('main');
      const retry = main.getByRole('button', { name: words('common.retry') });
      if (state === 'offline') {
        // It opens by itself: there is nothing to press.
        await expect.soft(main.getByText(words('common.offlineLoad')).first(), path).toBeVisible();
        await expect.soft(retry, path).toHaveCount(0);
      } else {
        await expect.soft(main.getByText(words('common.loadFailed')), path).toHaveCount(1);
        await expect.soft(main.getByText(words('err_forbidden')), path).toBeVisible();
        await expect.soft(retry, path).toHaveCount(1);
      }
      await expect.soft(main.getByText(words('common.noRecord')), path).toHaveCount(0);
      await expect.soft(page.getByText(words('common.offline')), path).toHaveCount(state === 'offline' ? 1 : 0);
      await expectNoSidewaysScroll(page, `${path} ${state}`);
    }
  });
}
