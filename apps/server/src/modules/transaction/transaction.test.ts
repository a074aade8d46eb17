import { MINUTE_MS } from '@minerx/rules/duration';
import { randomUUID } from 'node:crypto';
import {
  walletStatement,
  walletTransaction,
  walletTransactionGetById,
  type Transaction,
} from '@minerx/contract/transaction';
import { unitsOf } from '@minerx/rules/money';
import { stretchOfDays } from '@minerx/rules/statement';
import { MEMBER_TRANSFER_KINDS, type MemberTransferKind } from '@minerx/rules/transfer-kind';
import { WALLET, WALLETS } from '@minerx/rules/wallet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { madeUpTransfers } from '../../../test/forgery/made-up-transfer.ts';
import { moneyHouse, type MoneyHouse } from '../../../test/money-house.ts';
import { readApi, type ReadApi } from '../../../test/read-api.ts';
import { ADDRESS, asking, saveAddress } from '../../../test/withdrawals.ts';
import { testDatabase, type TestDatabase } from '../../db/test-database.ts';
import { TRANSFER_KINDS } from '../../composition/ledger-tables.ts';
import type { Carried } from './running-balance.query.ts';
import { listTransactions, readTransactions, type TransactionRow } from './transaction.query.ts';
import { addTransactionRoutes } from './transaction.route.ts';

let database: TestDatabase;
let house: MoneyHouse;
let api: ReadApi;
/** Somebody with every kind of transfer there is, of ways that the integrity check allows; and whoever sends and receives. */
let me: bigint;
let other: bigint;
const made: { id: string; kind: MemberTransferKind; way: string }[] = [];

const post = madeUpTransfers(() => ({ house, other }));

beforeAll(async () => {
  database = await testDatabase();
  house = await moneyHouse(database);
  me = await house.member({ CW: '1000', BTC: '10' });
  other = await house.member({ CW: '500', BTC: '10' });
  // What swaps take from.
  await post(me, 'liquidity', 'CAPITAL SWAP_LIQUIDITY', { memberId: null }, WALLET.CW);
  for (const kind of MEMBER_TRANSFER_KINDS) {
    // The fee of a swap moves between accounts of ours.
    for (const way of TRANSFER_KINDS.get(kind)!.ways.filter((each) => each !== 'SWAP_LIQUIDITY SWAP_FEES')) {
      house.clock.at += MINUTE_MS;
      const wallet = kind.startsWith('reward') ? WALLET.BTC : WALLET.CW;
      made.push({
        id: await post(
          me,
          kind,
          way,
          { reason: 'because', ...(way.endsWith('receiver') && { receiverId: other }) },
          wallet,
        ),
        kind,
        way,
      });
    }
  }
  api = await readApi(database, '2026-11-21T12:00:00Z', addTransactionRoutes);
});
afterAll(async () => {
  await api.close();
  await house.close();
  await database.drop();
});

const list = async (member: bigint, body: object = {}) => {
  const answer = await api.post(member, 'wallet/transaction', { pageSize: 100, ...body });
  expect(answer.status).toBe(200);
  return z.parse(walletTransaction.result, answer.body.result);
};
const open = async (member: bigint, id: string) => {
  const answer = await api.get(member, `wallet/transaction/getById?id=${id}`);
  return answer.status === 200 ? z.parse(walletTransactionGetById.result, answer.body.result) : answer.status;
};
const everything = async (member: bigint, body: object = {}): Promise<Transaction[]> => {
  const all: Transaction[] = [];
  for (let more = true; more;) {
    const page = await list(member, {
      ...body,
      pageSize: 7,
      ...(all.length > 0 && { before: all.at(-1)!.transaction_id }),
    });
    all.push(...page.data);
    more = page.paginator.more;
  }
  return all;
};

describe('the history', () => {
  // proves 7: POST wallet/transaction (implied)
  it('lists every kind of transfer there is, newest first, each once', async () => {
    const lines = await everything(me);
    const ids = lines.map(({ transaction_id }) => transaction_id);
    expect(ids).toEqual(ids.toSorted().toReversed());
    expect(new Set(ids).size).toBe(ids.length);
    expect(made.filter(({ id }) => !ids.includes(id))).toEqual([]);
    expect(new Set(lines.map((line) => line.transaction_kind))).toEqual(new Set(MEMBER_TRANSFER_KINDS));
  });

  it('runs each wallet back from its balance, line by line, to nothing', async () => {
    for (const [id, name] of [
      [WALLET.CW, 'CW'],
      [WALLET.BTC, 'BTC'],
    ] as const) {
      let balance = await house.balance(me, name);
      for (const line of await everything(me)) {
        const change = line.wallets.find((wallet) => wallet.member_wallet_type_id === id);
        if (change === undefined) continue;
        expect(unitsOf(change.balance)).toBe(balance);
        balance -= signed(change.amount);
      }
      expect(balance).toBe(0n);
    }
  });

  it('gives the same balances whatever else is filtered away, and however far a reading has come', async () => {
    const full = new Map((await everything(me)).map((line) => [line.transaction_id, line]));
    for (const body of [
      { kinds: ['prize', 'debit'] },
      { wallet_types: [3] },
      { kinds: ['purchase'], wallet_types: [4] },
      { from: '2026-11-20', to: '2026-11-20' },
    ])
      for (const line of await everything(me, body)) expect(line).toEqual(full.get(line.transaction_id));
  });

  it.each(MEMBER_TRANSFER_KINDS)('finds the kind %s by itself, in its wallet and in no other', async (kind) => {
    const all = (await everything(me)).filter((line) => line.transaction_kind === kind);
    const wallet = kind.startsWith('reward') ? WALLET.BTC : WALLET.CW;
    const own = all.filter((line) => line.wallets.every((each) => each.member_wallet_type_id === wallet));
    expect(own.length).toBeGreaterThan(0);
    expect(await everything(me, { kinds: [kind] })).toEqual(all);
    expect(await everything(me, { kinds: [kind], wallet_types: [wallet] })).toEqual(own);
    expect(await everything(me, { kinds: [kind], wallet_types: [1, 2] })).toEqual([]);
  });

  it('of a wallet shows all that moved it or what is held of it', async () => {
    const all = await everything(me);
    for (const id of [WALLET.CW, WALLET.BTC]) {
      const touching = all.filter((line) => line.wallets.some((wallet) => wallet.member_wallet_type_id === id));
      expect(await everything(me, { wallet_types: [id] })).toEqual(touching);
    }
    expect(await everything(me, { wallet_types: [1, 6, 7, 8, 9, 11] })).toEqual([]);
  });

  it('takes the days as they are in UTC, the last one whole', async () => {
    house.clock.at = Date.parse('2026-12-05T23:59:59.999Z');
    const last = await post(me, 'credit', 'ADJUSTMENTS member');
    house.clock.at += 1;
    const next = await post(me, 'credit', 'ADJUSTMENTS member');
    const ids = async (body: object) => (await everything(me, body)).map((line) => line.transaction_id);
    expect(await ids({ from: '2026-12-05', to: '2026-12-05' })).toEqual([last]);
    expect(await ids({ from: '2026-12-06' })).toEqual([next]);
  });

  it('goes by page numbers too, as far as they reach', async () => {
    const all = await everything(me);
    const third = await list(me, { page: 3, pageSize: 4 });
    expect(third.data).toEqual(all.slice(8, 12));
    const deep = await api.post(me, 'wallet/transaction', { page: 1_000_000, pageSize: 100 });
    expect(deep).toMatchObject({ status: 400, body: { err_fields: { page: 'err_page' } } });
  });

  it.each([
    [{ from: '2026-02-30' }, 'from'],
    [{ kinds: ['pool_payout'] }, 'kinds.0'],
    [{ wallet_types: [WALLETS.length + 1] }, 'wallet_types.0'],
    [{ before: 'x' }, 'before'],
  ])('refuses %j', async (body, field) => {
    const answer = await api.post(me, 'wallet/transaction', body);
    expect(answer).toMatchObject({ status: 400, body: { err_fields: { [field]: expect.any(String) } } });
  });
});

describe('between two members', () => {
  it('both see it, each with an own side, and neither learns the other’s wallet', async () => {
    house.clock.at += MINUTE_MS;
    const earlier = made.find(({ kind }) => kind === 'transfer')!.id;
    const id = await post(me, 'transfer', 'member receiver', { receiverId: other });
    const [mine] = (await list(me)).data;
    const [theirs] = (await list(other)).data;
    expect([mine!.transaction_id, theirs!.transaction_id]).toEqual([id, id]);
    expect([mine!.wallets[0]!.amount, theirs!.wallets[0]!.amount]).toEqual(['-1.5', '1.5']);
    expect(unitsOf(theirs!.wallets[0]!.balance)).toBe(await house.balance(other, 'CW'));
    expect(mine!.counterparty).toBe('m•••');
    expect((await everything(other, { kinds: ['transfer'] })).map((line) => line.transaction_id)).toEqual([
      id,
      earlier,
    ]);
    const opened = await open(other, id);
    expect(opened).toMatchObject({ postings: [{ source: { type: 'member' }, destination: { type: 'wallet' } }] });
    expect(JSON.stringify(opened)).not.toContain(mine!.wallets[0]!.balance);
  });
});

describe('one movement', () => {
  // proves 7: GET wallet/transaction/getById (implied)
  it('opens to its postings: who gave and who got', async () => {
    for (const { id, way } of made) {
      const opened = await open(me, id);
      if (typeof opened === 'number') throw new Error(`${way} answered ${opened}`);
      const word = (party: { type: string; name: string | null }) =>
        party.type === 'house'
          ? party.name?.toUpperCase()
          : { wallet: 'member', held: 'hold', member: 'receiver' }[party.type];
      expect(opened.postings.map(({ source, destination }) => `${word(source)} ${word(destination)}`)).toEqual([way]);
      expect(opened.transaction.transaction_id).toBe(id);
    }
  });

  it('tells an operator’s reason and the note of a transfer, and of no other kind', async () => {
    for (const { id, kind } of made) {
      const opened = await open(me, id);
      expect(opened).toMatchObject({
        transaction: { reason: ['credit', 'debit', 'transfer'].includes(kind) ? 'because' : null },
      });
    }
  });

  it('shows the note of a transfer to who sent and to who received it', async () => {
    const { id } = made.find(({ kind }) => kind === 'transfer')!;
    for (const side of [me, other]) expect(await open(side, id)).toMatchObject({ transaction: { reason: 'because' } });
  });

  it('of a voucher says what it was worth, and touches no wallet', async () => {
    const { id } = made.find(({ kind }) => kind === 'voucher')!;
    expect(await open(me, id)).toMatchObject({ transaction: { wallets: [], voucher_amount: '1.5' } });
  });

  it('is as missing as none when it is somebody else’s', async () => {
    const { id } = made[0]!;
    expect([await open(other, id), await open(me, randomUUID()), await open(me, 'x')]).toEqual([404, 404, 404]);
  });
});

describe('the export', () => {
  const read = async (member: bigint, query = '') => {
    const answer = await api.file(member, `wallet/transaction/export?${query}`);
    expect(answer.status).toBe(200);
    return answer;
  };

  // proves 7: GET wallet/transaction/export (implied)
  it('says what the list says, a line for each wallet, in UTC and in local time', async () => {
    const { text, headers } = await read(me, 'timezone=Asia/Kuala_Lumpur');
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="transactions.csv"',
    });
    const [head, ...lines] = text.trimEnd().split('\r\n');
    expect(head).toMatch(/^transaction_id,time_utc,time_local,kind,wallet,amount,balance_after/);
    const all = (await everything(me)).flatMap((line) =>
      line.wallets.length === 0
        ? [[line.transaction_id, line.transaction_kind, '', '', '']]
        : line.wallets.map(({ member_wallet_type_id, amount, balance }) => [
            line.transaction_id,
            line.transaction_kind,
            member_wallet_type_id === WALLET.BTC ? 'BTC' : 'CW',
            amount,
            balance,
          ]),
    );
    expect(
      lines
        .map((line) => line.split(','))
        .map(([id, , , kind, wallet, amount, after]) => [id, kind, wallet, amount, after]),
    ).toEqual(all);
    const [, utc, local] = lines.at(-1)!.split(',');
    expect([utc, local]).toEqual(['2026-11-20T12:00:00.000Z', '2026-11-20 20:00:00']);
  });

  it('leaves nothing in it that a spreadsheet would carry out', async () => {
    house.clock.at += MINUTE_MS;
    await post(me, 'credit', 'ADJUSTMENTS member', { reason: '=HYPERLINK("https://x","y")' });
    const { text } = await read(me, 'kinds=credit');
    expect(text).toContain(`"'=HYPERLINK(""https://x"",""y"")"`);
    expect(text.split('\r\n').some((line) => /(^|,)"?[=+@]/.test(line))).toBe(false);
  });

  it('names the other member beside the note, and where a withdrawal goes with its fee', async () => {
    const noted = made.find(({ kind, way }) => kind === 'transfer' && way.endsWith('receiver'))!.id;
    const masked = (await list(me, { kinds: ['transfer'] })).data.find((each) => each.transaction_id === noted)!;
    const { text } = await read(me, 'kinds=transfer');
    expect(text.split('\r\n').find((each) => each.startsWith(noted))).toMatch(
      new RegExp(`,${masked.counterparty},,,,because$`),
    );
    const id = await house.member({ USDT: '100' });
    await saveAddress(house, id);
    await house.funnel.run(await asking(house, id));
    const [head, line] = (await read(id, 'kinds=withdrawal')).text.split('\r\n').map((each) => each.split(','));
    const cell = (name: string) => line![head!.indexOf(name)];
    expect([cell('network'), cell('address'), cell('fee_included'), cell('amount')]).toEqual([
      'BEP20',
      ADDRESS,
      '1',
      '-21',
    ]);
  });

  it('takes the filters of the list', async () => {
    const { text } = await read(me, 'kinds=prize,debit&wallet_types=4&from=2026-11-20&to=2026-11-20');
    const ids = (
      await everything(me, { kinds: ['prize', 'debit'], wallet_types: [4], from: '2026-11-20', to: '2026-11-20' })
    ).map((line) => line.transaction_id);
    expect(
      text
        .trimEnd()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(',')[0]),
    ).toEqual(ids);
    expect((await api.get(me, 'wallet/transaction/export?kinds=prize,nothing')).status).toBe(400);
    expect((await api.get(me, 'wallet/transaction/export?timezone=Mars/Base')).status).toBe(400);
  });

  it('carries its balances from page to page of the reading', async () => {
    const ids = (await everything(me)).map((line) => line.transaction_id);
    const carried: Carried = new Map();
    const filter = { kinds: [], wallets: [], stretch: stretchOfDays(undefined, undefined) };
    const inPages: TransactionRow[] = [];
    for (let more = true; more;) {
      const page = { filter, before: inPages.at(-1)?.id ?? null, size: 3 };
      const read = await listTransactions(database.pool, me, page, carried);
      inPages.push(...read.rows);
      more = read.more;
    }
    expect(inPages).toEqual(await readTransactions(database.pool, me, ids));
  });
});

describe('the statement of a month', () => {
  let later: ReadApi;
  beforeAll(async () => {
    later = await readApi(database, '2027-01-21T12:00:00Z', addTransactionRoutes);
  });
  afterAll(() => later.close());

  const read = async (month: string) => {
    const answer = await later.get(me, `wallet/transaction/statement?month=${month}`);
    expect(answer.status).toBe(200);
    return z.parse(walletStatement.result, answer.body.result);
  };

  // proves 7: GET wallet/transaction/statement (implied)
  it('adds up: opening and movements are closing, of each wallet and of what is held, and the next month opens with it', async () => {
    const months = ['2026-10', '2026-11', '2026-12', '2027-01'];
    const closings = new Map<number, [string, string]>();
    for (const month of months) {
      const { wallets } = await read(month);
      for (const wallet of wallets) {
        const moved = wallet.movements.map(
          (each) => [unitsOf(each.in) - unitsOf(each.out), signed(each.held)] as const,
        );
        const sum = (side: 0 | 1) => moved.reduce((units, each) => units + each[side], 0n);
        expect(unitsOf(wallet.opening) + sum(0)).toBe(unitsOf(wallet.closing));
        expect(unitsOf(wallet.opening_held) + sum(1)).toBe(unitsOf(wallet.closing_held));
        expect([wallet.opening, wallet.opening_held]).toEqual(closings.get(wallet.member_wallet_type_id) ?? ['0', '0']);
        closings.set(wallet.member_wallet_type_id, [wallet.closing, wallet.closing_held]);
      }
    }
    expect(unitsOf(closings.get(WALLET.CW)![0])).toBe(await house.balance(me, 'CW'));
    expect(unitsOf(closings.get(WALLET.BTC)![0])).toBe(await house.balance(me, 'BTC'));
    expect(unitsOf(closings.get(WALLET.CW)![1])).toBeGreaterThan(0n);
  });

  it('counts every movement of the month once, and vouchers beside the wallets', async () => {
    const { wallets, vouchers, first_month: first } = await read('2026-11');
    const own = (await everything(me, { from: '2026-11-01', to: '2026-11-30' })).filter(
      (line) => line.wallets.length > 0,
    );
    const count = wallets.flatMap(({ movements }) => movements).reduce((sum, each) => sum + each.count, 0);
    expect(count).toBe(own.reduce((sum, line) => sum + line.wallets.length, 0));
    expect(vouchers).toEqual({ count: 1, amount: '1.5' });
    expect(first).toBe('2026-11');
    expect((await read('2026-10')).wallets).toEqual([]);
  });

  // proves 8: err_month
  it('is refused for what is no month, and for one that has not begun: err_month', async () => {
    expect((await api.get(me, 'wallet/transaction/statement?month=2026-13')).status).toBe(400);
    expect(await api.get(me, 'wallet/transaction/statement?month=2026-12')).toMatchObject({
      status: 400,
      body: { err_fields: { month: 'err_month' } },
    });
  });
});

const signed = (text: string): bigint => (text.startsWith('-') ? 0n - unitsOf(text.slice(1)) : unitsOf(text));
