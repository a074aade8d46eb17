import { operatorProposals, operatorWaiting } from '@minerx/contract/operator/waiting';
import { unitsOf } from '@minerx/rules/money';
import { PAYOUT_STATUS } from '@minerx/rules/payout';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { expectCoherentLedger } from '../../../test/coherent-ledger.ts';
import { openDesk, type Console } from '../../../test/operator/operators.ts';
import { register } from '../../../test/people.ts';
import { asking, saveAddress } from '../../../test/withdrawals.ts';
import { listQueues } from '../../modules/system/waiting.query.ts';
import { creditMember } from '../../modules/member/adjustment.command.ts';

let app: TestApp;
let support: Console;
let finance: Console;

beforeAll(async () => {
  ({ app, finance, support } = await openDesk('finance', 'support'));
}, 60_000);
afterAll(async () => {
  await expectCoherentLedger(app.context.pool);
  await app.close();
});

const waiting = () => support.read(operatorWaiting);
const queue = async (name: string) => (await waiting()).queues.find((each) => each.queue === name);

describe('what waits', () => {
  // proves 7: GET operator/waiting
  // proves 7: GET operator/proposals
  it('is counted by queue, with the age of the oldest, and what another operator has to agree to', async () => {
    expect(await queue('withdrawals')).toEqual({ queue: 'withdrawals', count: 0, oldest_at: null });
    const { memberId, email } = await register(app);
    const credit = { memberId, walletId: 1, amountUnits: unitsOf('90'), actor: 'operator:t', reason: 'test' } as const;
    await app.context.funnel.run(creditMember(credit));
    const bank = { pool: app.context.pool, clock: app.clock };
    await saveAddress(bank, memberId);
    const at = new Date(app.clock.now()).toISOString();
    await app.context.funnel.run(await asking(bank, memberId, {}));
    app.clock.advance(60_000);
    await app.context.funnel.run(await asking(bank, memberId, {}));
    expect(await queue('withdrawals')).toEqual({ queue: 'withdrawals', count: 2, oldest_at: at });
    await finance.run('member credit', { email, wallet: 'USDT', amount: '5', reason: 'goodwill' });
    expect((await support.read(operatorProposals)).proposals).toMatchObject([
      { action: 'member credit', proposed_by: 'operator:finance@minerx.test', input: { email, amount: '5' } },
    ]);
  });
});

describe('what waits of chains', () => {
  it('is deposits on the way, and payouts of which nobody knows what became of them: of NFTs, and the house’s own', async () => {
    const { memberId } = await register(app);
    const at = new Date(app.clock.now() - 60_000);
    let queues: Awaited<ReturnType<typeof listQueues>>;
    const client = await app.context.pool.connect();
    await client.query('BEGIN');
    try {
      const sender = `0x${'a'.repeat(40)}`;
      for (const [kind, nonce] of Object.entries({ nft: 1, sweep: 2, top_up: 3 }))
        await client.query(
          `INSERT INTO payout (id, kind, member_id, network_id, chain_id, sender, intent, status, nonce, not_before, created_at)
         VALUES (gen_random_uuid(), $1, $2, 1, 1, $3, '{}', ${PAYOUT_STATUS.ERRORED}, $4, $5, $5)`,
          [kind, kind === 'nft' ? memberId : null, sender, nonce, at],
        );
      await client.query(
        `INSERT INTO deposit (id, member_id, wallet_id, network_id, address, tx_hash, log_index, block_number, block_hash, raw, units, seen_at)
         VALUES (gen_random_uuid(), $1, 1, 1, $2, 'x', 1, 1, 'x', 1, 1, $3)`,
        [memberId, sender, at],
      );
      queues = await listQueues(client, app.clock.now());
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
    const waits = (queue: string) => queues.find((each) => each.queue === queue);
    expect(waits('deposits')).toEqual({ queue: 'deposits', count: 1, oldestAt: at });
    expect(waits('nfts_unknown')).toEqual({ queue: 'nfts_unknown', count: 1, oldestAt: at });
    expect(waits('payouts')).toEqual({ queue: 'payouts', count: 2, oldestAt: at });
    expect((await waiting()).queues.map(({ queue: name }) => name)).toEqual(
      expect.arrayContaining(['deposits', 'nfts_unknown', 'payouts']),
    );
  });
});
