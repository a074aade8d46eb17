import { operatorBalanceSheet } from '@minerx/contract/operator/balance-sheet';
import { unitsOf } from '@minerx/rules/money';
import { NETWORK } from '@minerx/rules/network';
import { WALLET } from '@minerx/rules/wallet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../../test/app.ts';
import { expectCoherentLedger } from '../../../../test/coherent-ledger.ts';
import { giveByTwo } from '../../../../test/operator/given-by-two.ts';
import { openDesk, type Console } from '../../../../test/operator/operators.ts';
import { register } from '../../../../test/people.ts';
import { asking, saveAddress } from '../../../../test/withdrawals.ts';
import { uuidV7 } from '../../../base/ids.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { drawBalanceSheet } from '../../../modules/integrity/balance-sheet.command.ts';
import { bookReceipt } from '../../../modules/reconciliation/book-receipt.command.ts';
import { keepComparison } from '../../../modules/reconciliation/reconciliation.store.ts';
import { PLACE, tokenSpot } from '../../../modules/reconciliation/reconciliation.ts';
import { recordPayoutByHand } from '../../../modules/settlement/pool/pool-payout.command.ts';

let app: TestApp;
let support: Console;

beforeAll(async () => {
  ({ app, support } = await openDesk('support'));
  Object.assign(app.context.outside, { pool: { simulated: true } });
}, 60_000);
afterAll(async () => {
  // What came to the hot wallet below was never read from a chain.
  await expectCoherentLedger(app.context.pool, ['reconciliation']);
  await app.close();
});

const show = () => support.read(operatorBalanceSheet);
const assetOf = async (name: string) => (await show()).assets.find(({ wallet }) => wallet === name)!;

describe('the balance sheet', () => {
  // proves 7: GET operator/balance-sheet
  it('says nothing before it was drawn, then what members hold, what is held for them, and what stands behind it', async () => {
    const { context, clock } = app;
    const { pool, funnel, random } = context;
    expect((await show()).at).toBeNull();

    const { memberId } = await register(app);
    await giveByTwo(context, { memberId, walletId: WALLET.USDT, amountUnits: unitsOf('90') });
    await giveByTwo(context, { memberId, walletId: WALLET.CW, amountUnits: unitsOf('5') });
    await saveAddress({ pool, clock }, memberId);
    await funnel.run(await asking({ pool, clock }, memberId, { amount: '20' }));
    await drawBalanceSheet(context);
    const drawnAt = new Date(clock.now()).toISOString();
    const owed = await assetOf('USDT');
    const { members, held } = owed;
    expect(unitsOf(members) + unitsOf(held)).toBe(unitsOf('90'));
    expect(unitsOf(held)).toBeGreaterThanOrEqual(unitsOf('20'));
    expect(owed).toMatchObject({ assets: '0', difference: '-90', issued_by_us: false, places: [] });
    expect(await assetOf('CW')).toMatchObject({ members: '5', issued_by_us: true });

    // The house puts a hundred into the hot wallet, and the chain says ten less than the books.
    const id = uuidV7(clock, random);
    const at = new Date(clock.now());
    await pool.query(
      `INSERT INTO house_receipt (id, network_id, wallet_id, place, source, sender, tx_hash, log_index, block_number, raw, units, seen_at)
       VALUES ($1, $2, $3, ${PLACE.HOT}, NULL, '0x1', '0x2', 0, 5, $4, $5, $6)`,
      [id, NETWORK.BEP20, WALLET.USDT, `${100n * 10n ** 18n}`, unitsOf('100'), at],
    );
    await funnel.run(bookReceipt(id));
    const spot = tokenSpot(WALLET.USDT, PLACE.HOT);
    await inTransaction(pool, (tx) =>
      keepComparison(tx, {
        network: NETWORK.BEP20,
        block: { number: 7, hash: '0x3' },
        at,
        looked: [spot],
        held: [{ ...spot, raw: 90n * 10n ** 18n }],
        differing: [{ ...spot, raw: -10n * 10n ** 18n }],
        isWhole: true,
      }),
    );
    const by = { actor: 'operator:t', reason: 'test' } as const;
    await recordPayoutByHand(context, { day: '2026-11-19', rewardSat: 1000n, ...by });
    await recordPayoutByHand(context, { day: '2026-11-19', rewardSat: 1500n, ...by });
    expect(await show()).toMatchObject({ at: drawnAt });
    expect((await assetOf('USDT')).places).toEqual([]);

    clock.advance(60_000);
    await drawBalanceSheet(context);
    expect((await show()).at).toBe(new Date(clock.now()).toISOString());
    expect(await assetOf('USDT')).toMatchObject({
      members,
      held,
      assets: '100',
      difference: '10',
      places: [
        { place: 'hot', books: '100', chain: '90', differences: 1, compared_at: at.toISOString(), simulated: false },
      ],
    });
    // Of a payout that was put right the newest word counts.
    expect(await assetOf('BTC')).toMatchObject({
      assets: '0.000015',
      places: [{ place: 'pool', network: null, books: '0.000015', chain: null, compared_at: null, simulated: true }],
    });
  });
});
