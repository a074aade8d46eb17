import { LIST_ROWS } from '@minerx/contract/operator/list';
import { operatorProposals, operatorWaiting } from '@minerx/contract/operator/waiting';
import { unitsOf } from '@minerx/rules/money';
import { PAYOUT_STATUS } from '@minerx/rules/payout';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { expectCoherentLedger } from '../../../test/coherent-ledger.ts';
import { propose } from '../../modules/operator/proposal.command.ts';
import { giveByTwo } from '../../../test/operator/given-by-two.ts';
import { openDesk, resultOf, type Console } from '../../../test/operator/operators.ts';
import { register } from '../../../test/people.ts';
import { asking, saveAddress } from '../../../test/withdrawals.ts';
import { listQueues } from '../../modules/system/waiting.query.ts';

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
    await giveByTwo(app.context, { memberId, walletId: 1, amountUnits: unitsOf('90') });
    const bank = { pool: app.context.pool, clock: app.clock };
    await saveAddress(bank, memberId);
    const at = new Date(app.clock.now()).toISOString();
    await app.context.funnel.run(await asking(bank, memberId, {}));
    app.clock.advance(60_000);
    await app.context.funnel.run(await asking(bank, memberId, {}));
    expect(await queue('withdrawals')).toEqual({ queue: 'withdrawals', count: 2, oldest_at: at });
    await finance.run('member credit', { email, wallet: 'USDT', amount: '5', reason: 'goodwill' });
    expect(await support.read(operatorProposals)).toMatchObject({
      rows: [{ action: 'member credit', proposed_by: 'operator:finance@minerx.test', input: { email, amount: '5' } }],
      next: null,
    });
  });

  it('is liquidity too that another operator has to approve', async () => {
    const liquidity = async () =>
      (await finance.read(operatorWaiting)).queues.find((each) => each.queue === 'liquidity');
    expect(await liquidity()).toMatchObject({ count: 0, oldest_at: null });
    const at = new Date(app.clock.now()).toISOString();
    await finance.run('liquidity fund', { wallet: 'USDT', amount: '5', reason: 'more' });
    expect(await liquidity()).toMatchObject({ count: 1, oldest_at: at });
  });

  it('goes on page by page where much is proposed, and at the shell whole', async () => {
    const amounts = Array.from({ length: LIST_ROWS + 1 }, (_, place) => String(place + 1));
    const { email } = await register(app);
    for (const amount of amounts) {
      app.clock.advance(1000);
      const input = { email, wallet: 'USDT', amount, reason: 'much' };
      await propose(app.context, { action: 'member debit', input, before: {}, actor: 'operator:finance@minerx.test' });
    }
    const first = await support.read(operatorProposals);
    const second = await support.read(operatorProposals, `after=${first.next}`);
    const told = [...first.rows, ...second.rows].map(({ input }) => input['amount']);
    expect([first.rows.length, second.next]).toEqual([LIST_ROWS, null]);
    expect(told.slice(-amounts.length)).toEqual(amounts);
    const { lines } = resultOf(await support.run('proposal list'));
    expect(lines.filter((line) => line.includes('amount: '))).toHaveLength(told.length);
    const wrong = await support.ask('GET', 'operator/proposals?after=x');
    expect([wrong.status, wrong.body.err_code]).toEqual([400, 'err_page']);
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
