import { DEPOSIT_STATUS } from '@minerx/rules/deposit';
import { expect, test } from '../../src/journey.ts';
import { DEMO } from '../../src/member.ts';
import { button, field, signIn } from '../../src/screen.ts';
import { open } from '../../src/screens.ts';
import { words } from '../../src/words.ts';

/** A deposit as the server tells it, on a chain whose finality comes long after its confirmations. */
const told = (more: object) => ({
  id: `d${JSON.stringify(more).length}`,
  wallet_type: 2,
  wallet_type_name: 'AOGTD',
  network: 'Arbitrum One',
  deposit_amount: '3',
  deposit_address: `0x${'5a'.repeat(20)}`,
  deposit_hash: `0x${'ab'.repeat(32)}`,
  deposit_status: DEPOSIT_STATUS.SEEN,
  deposit_confirmed: 20,
  deposit_confirmations: 20,
  deposit_minimum: '2.00012',
  deposit_expected_seconds: 902,
  deposit_explorer: null,
  simulated_chain_id: null,
  deposit_seen_date: '2026-11-23T05:00:00.000Z',
  deposit_credited_date: null,
  ...more,
});

test('deposits are shown to their last digit, and what is waited for when all confirmations are there', async ({
  page,
}) => {
  await signIn(page, DEMO);
  await page.route('**/api/wallet/deposit/history', async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as { result: object };
    const data = [
      told({ deposit_confirmed: 7 }),
      told({ deposit_amount: '4.00000001' }),
      told({ deposit_amount: '0.001', deposit_status: DEPOSIT_STATUS.KEPT }),
      told({ deposit_amount: '500', deposit_status: DEPOSIT_STATUS.KEPT }),
    ];
    json.result = { data, paginator: { page: 1, pageSize: 20, total: data.length } };
    await route.fulfill({ response, json });
  });
  await open(page, '/asset/spot/deposit');
  const list = page.getByRole('region', { name: words('deposit.list') });
  const time = 'about 16 minutes';
  const card = (place: number) => list.getByRole('listitem').nth(place);
  await expect(card(0)).toContainText('3.0000');
  await expect(card(0)).toContainText(words('deposit.seen', { done: '7', needed: '20', time }));
  await expect(card(1)).toContainText('4.00000001');
  await expect(card(1)).toContainText(words('deposit.finality', { needed: '20', time }));
  await expect(card(2)).toContainText('0.0010');
  const together = { minimum: '2.00012', coin: 'AOGTD', network: 'Arbitrum One' };
  await expect(card(2)).toContainText(words('deposit.kept', together));
  // Enough by itself: nobody is told to send more.
  await expect(card(3)).toContainText(words('deposit.kept.enough'));
});

test('what one network says of a transaction is said of no other; the hash stays typed', async ({ page }) => {
  await signIn(page, DEMO);
  await page.route('**/api/wallet/deposit/check', (route) =>
    route.fulfill({ json: { result: { check: 'unknown', deposits: [] } } }),
  );
  await open(page, '/asset/spot/deposit');
  const hash = 'ab'.repeat(32);
  await page.getByText(words('deposit.check'), { exact: true }).click();
  await field(page, 'deposit.check.hash').fill(hash);
  const radio = (network: string) => page.getByRole('radio', { name: network });
  const unknown = (network: string) => page.getByText(words('deposit.check.unknown', { network }));
  await radio('BEP20').check();
  await button(page, 'deposit.check.ask').click();
  await expect(unknown('BEP20')).toBeVisible();
  await radio('TRC20').check();
  await expect(radio('TRC20')).toBeChecked();
  for (const network of ['BEP20', 'TRC20']) await expect(unknown(network)).toHaveCount(0);
  await expect(field(page, 'deposit.check.hash')).toHaveValue(hash);
  await button(page, 'deposit.check.ask').click();
  await expect(unknown('TRC20')).toBeVisible();
});
