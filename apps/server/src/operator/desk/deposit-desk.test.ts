import { operatorDeposit, operatorDeposits } from '@minerx/contract/operator/deposit';
import { LIST_ROWS } from '@minerx/contract/operator/list';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { openDesk, type Console } from '../../../test/operator/operators.ts';
import { register } from '../../../test/people.ts';

const HASH = `0x${'ab'.repeat(32)}`;
let app: TestApp;
let support: Console;
let member: Awaited<ReturnType<typeof register>>;

beforeAll(async () => {
  ({ app, support } = await openDesk('support'));
  member = await register(app);
  await app.context.pool.query(
    `INSERT INTO deposit (id, member_id, wallet_id, network_id, address, tx_hash, log_index, block_number, block_hash, raw, units, seen_at)
     SELECT ('01a00000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, $1, 1, 2, '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', $2, n, 100, $2, 7000000000, 700000000, $3
       FROM generate_series(1, $4::integer) n`,
    [member.memberId, HASH, new Date(app.clock.now()), LIST_ROWS + 2],
  );
}, 60_000);
afterAll(() => app.close());

const list = (query = '') => support.read(operatorDeposits, query);

describe('deposits on the desk', () => {
  // proves 7: GET operator/deposit/all
  it('stand newest first, page by page, by state, member and transaction', async () => {
    const first = await list();
    const second = await list(`after=${first.next}`);
    expect([first.rows.length, second.rows.length, second.next]).toEqual([LIST_ROWS, 2, null]);
    expect(first.rows[0]!.id > second.rows[0]!.id).toBe(true);
    expect(first.rows[0]).toMatchObject({
      state: 'seen',
      wallet: 'USDT',
      network: 'BEP20',
      amount: '7',
      member_email: member.email,
    });
    expect((await list('state=credited')).rows).toEqual([]);
    expect((await list(`state=seen&member=${encodeURIComponent(member.email)}`)).rows).toHaveLength(LIST_ROWS);
    expect((await list(`hash=${HASH.toUpperCase().replace('0X', '')}`)).rows).toHaveLength(LIST_ROWS);
    expect((await list(`hash=0x${'cd'.repeat(32)}`)).rows).toEqual([]);
    const wrong = await support.ask('GET', 'operator/deposit/all?after=x');
    expect([wrong.status, wrong.body.err_code]).toEqual([400, 'err_page']);
  });

  // proves 7: GET operator/deposit
  it('say where they stand on their chain, and that an address is none of ours', async () => {
    const [row] = (await list()).rows;
    const shown = await support.read(operatorDeposit, `id=${row!.id}`);
    expect(shown).toMatchObject({
      block: '100',
      child: null,
      raw: '7000000000',
      transfer_id: null,
      deposit: { id: row!.id },
    });
    const missing = await support.ask('GET', 'operator/deposit?id=nothing');
    expect([missing.status, missing.body.err_code]).toEqual([404, 'err_not_found']);
  });
});
