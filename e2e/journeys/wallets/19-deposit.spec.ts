import { expectAccessible, expectNoSidewaysScroll } from '../../src/accessible.ts';
import { expect, test } from '../../src/journey.ts';
import { balanceOf, registerWith } from '../../src/member.ts';
import { button, field, signIn } from '../../src/screen.ts';
import { open } from '../../src/screens.ts';
import { words } from '../../src/words.ts';

// proves 2: /asset/spot/deposit
test('a newcomer gets test USDT at an own address, watches the confirmations, and has it', async ({
  page,
  moneyMoves,
}) => {
  moneyMoves();
  const member = await registerWith({});
  await signIn(page, member);
  await open(page, '/asset/spot/deposit');
  await expect(page.getByText(words('deposit.empty'))).toBeVisible();
  await expect(page.getByRole('img', { name: words('deposit.qr') })).toBeVisible();
  // Each network has an address of its own kind.
  await expect(page.getByText(/^T[1-9A-HJ-NP-Za-km-z]{33}$/).first()).toBeAttached();
  await page.getByRole('radio', { name: 'BEP20' }).check();
  await expect(page.getByText(/^0x[0-9a-fA-F]{40}$/).first()).toBeAttached();
  await expectAccessible(page, 'deposit');
  await expectNoSidewaysScroll(page, 'deposit');

  await button(page, 'deposit.faucet', { coin: 'USDT' }).click();
  // A block a second: first seen, then counting, then in the wallet.
  await expect(page.getByText(words('deposit.status.seen'), { exact: true })).toBeVisible();
  await expect(page.getByText(words('deposit.status.credited'), { exact: true })).toBeVisible({ timeout: 60_000 });
  expect(await balanceOf(member, 'USDT')).toBe('1000');
  await expectAccessible(page, 'a deposit');

  await page.getByText(words('deposit.check'), { exact: true }).click();
  await field(page, 'deposit.check.hash').fill('ab'.repeat(32));
  await button(page, 'deposit.check.ask').click();
  await expect(page.getByText(words('deposit.check.unknown', { network: 'BEP20' }))).toBeVisible();
});
