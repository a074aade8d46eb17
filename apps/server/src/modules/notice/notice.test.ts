import { DAY_MS } from '@minerx/rules/duration';
import { CANCELLED, DISCONNECTED, ON_QUEUE, READY } from '@minerx/rules/order-status';
import { WAITING_DAYS } from '@minerx/rules/terms';
import { LANGUAGE_CODES } from '@minerx/rules/wire-language';
import { NOTICE_KINDS, NOTICES_AN_HOUR, type NoticeKind } from '@minerx/rules/notice';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import { fillPrizePool, MONEY_ONLY } from '../../../test/blessing-pool.ts';
import { tellBtcPrice } from '../../../test/btc-price.ts';
import { moneyHouse, PEPPER, type MoneyHouse } from '../../../test/money-house.ts';
import { buy } from '../../../test/purchases.ts';
import { COMMAND_CASES, RICH } from '../../../test/whole/command-cases.ts';
import { testDatabase, type TestDatabase } from '../../db/test-database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { outboxTopics } from '../../jobs/outbox-topics.ts';
import { drainOutbox, type OutboxHandlers } from '../../jobs/outbox.ts';
import { activateOrder } from '../order/activation.command.ts';
import { findOrder } from '../order/order.query.ts';
import { expireWaitingOrder } from '../order/waiting-order.command.ts';
import { followDeviceLinks } from '../telemetry/order-link.command.ts';
import { redeemVoucherCommand } from '../voucher/voucher.command.ts';
import { voucherCodeHash } from '../voucher/voucher.ledger.ts';
import { noteNotices } from './notice.step.ts';
import { listSent } from './notice.store.ts';
import { NOTICE_TEXTS } from './notice.texts.ts';

let database: TestDatabase;
let app: TestApp;
let house: MoneyHouse;
const told: string[] = [];
beforeAll(async () => {
  database = await testDatabase();
  const mailer = { kind: 'eml', send: async () => undefined, close: async () => undefined } as const;
  app = await testApp({ database, outside: { mailer } });
  app.context.bus.subscribe('notices', ({ memberIds }) => void told.push(...memberIds));
  house = await moneyHouse(database);
  await house.devices('x1', 60);
  await house.devices('x2', 40);
  await house.pool.query(
    `INSERT INTO setting (key, value) VALUES ('nft_withdraw_fee', '"5"') ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
  );
  await fillPrizePool(house.pool, MONEY_ONLY);
});
beforeEach(() => void told.splice(0));
afterAll(async () => {
  await house.close();
  await app.close();
  await database.drop();
});

/** Every job of the outbox runs twice, as after a crash before it was ticked off. */
const workTwice = async (): Promise<void> => {
  app.clock.set(new Date(house.clock.at).toISOString());
  const twice: OutboxHandlers = Object.fromEntries(
    Object.entries(outboxTopics(app.context)).map(([topic, handle]) => [
      topic,
      async (row) => {
        await handle(row);
        await handle(row);
      },
    ]),
  );
  await drainOutbox(app.context, twice);
};

interface Noted {
  kind: NoticeKind;
  about: string | null;
  label: string;
  count: number;
  units: bigint | null;
  read: boolean;
}

const noticesOf = async (memberId: bigint): Promise<Noted[]> => {
  const { rows } = await house.pool.query<Noted>(
    'SELECT kind, about, label, count, units, read_at IS NOT NULL AS read FROM notice WHERE member_id = $1 ORDER BY id',
    [memberId],
  );
  return rows;
};

/** What each command is told as, where it is; buying has three cases, and the third brings a pick; of the lines that are placed somebody waits in the first. */
const TOLD_AS: Readonly<Record<string, NoticeKind>> = {
  activate_order: 'order_live',
  expire_waiting_order: 'order_cancelled',
  credit_deposits: 'deposit',
  approve_withdrawal: 'withdrawal_approved',
  mark_withdrawal_sent: 'withdrawal_sent',
  confirm_withdrawal: 'withdrawal_confirmed',
  reject_withdrawal: 'withdrawal_rejected',
  expire_withdrawal: 'withdrawal_rejected',
  fail_withdrawal: 'withdrawal_rejected',
  mark_withdrawal_errored: 'withdrawal_errored',
  approve_nft_withdrawal: 'nft_approved',
  confirm_nft_sending: 'nft_sent',
  reject_nft_withdrawal: 'nft_rejected',
  expire_nft_withdrawal: 'nft_rejected',
  fail_nft_sending: 'nft_rejected',
  mark_nft_errored: 'nft_errored',
};
const buying = COMMAND_CASES.flatMap(([name], place) => (name === 'subscribe_miner' ? [place] : []));
const placing = COMMAND_CASES.findIndex(([name]) => name === 'place_waiting_orders');
const CASES = COMMAND_CASES.map(([name, make], place) => {
  const kind = place === buying.at(-1) ? 'picks' : place === placing ? 'order_ready' : TOLD_AS[name];
  return { name, make, kinds: kind === undefined ? [] : [kind] };
});

describe('a notice', () => {
  it('tells of orders that lost their machines and found them again, of several in one', async () => {
    const member = await house.member(RICH);
    const bought = [await house.funnel.run(buy(member, 1)), await house.funnel.run(buy(member, 1))];
    const orderIds = bought.flatMap((purchase) => purchase.orderIds);
    for (const id of orderIds) await house.funnel.run(activateOrder(member, id, null));
    await workTwice();
    const live = (await noticesOf(member)).length;
    const { rows: devices } = await house.pool.query<{ id: number }>(
      'SELECT DISTINCT device_id AS id FROM allocation WHERE order_id = ANY ($1::uuid[])',
      [orderIds],
    );
    const ids = devices.map(({ id }) => id);
    const answer = async (connected: boolean): Promise<void> => {
      await house.pool.query(
        `INSERT INTO device_state (device_id, connected) SELECT unnest($1::int[]), $2 ON CONFLICT (device_id) DO UPDATE SET connected = $2`,
        [ids, connected],
      );
      house.clock.at += 1000;
      await inTransaction(house.pool, (tx) => followDeviceLinks(tx, ids, new Date(house.clock.at)));
      await workTwice();
    };
    await answer(false);
    const { rows } = await house.pool.query('SELECT status FROM miner_order WHERE id = ANY ($1::uuid[])', [orderIds]);
    expect(rows).toEqual([{ status: DISCONNECTED }, { status: DISCONNECTED }]);
    await answer(true);
    await answer(false);
    const several = { about: null, label: '', count: 2, units: null, read: false };
    expect((await noticesOf(member)).slice(live)).toEqual([
      { kind: 'order_disconnected', ...several },
      { kind: 'order_back', ...several },
      { kind: 'order_disconnected', ...several },
    ]);
  });

  it.each(CASES)('of $name is $kinds, once, however often the job runs', async ({ make, kinds }) => {
    await tellBtcPrice(house.pool, house.clock.at);
    const member = await house.member(RICH);
    const command = await make(house, member);
    await workTwice();
    const before = await noticesOf(member);
    told.length = 0;
    await house.funnel.run(command);
    await workTwice();
    const noted = (await noticesOf(member)).slice(before.length);
    expect(noted.map(({ kind }) => kind)).toEqual(kinds);
    expect(told.filter((id) => id === String(member))).toHaveLength(kinds.length);
  });

  it('of a group that another’s order completes is for those who queued, in one; who completes it is told by the answer', async () => {
    const [queued, last] = [await house.member(RICH), await house.member(RICH)];
    await house.devices('x1', 20);
    const { rows: queue } = await house.pool.query<{ count: number }>(
      `SELECT count(*)::integer AS count FROM miner_order WHERE status = ${ON_QUEUE}`,
    );
    // Whoever queued before them leaves with a group of their own.
    for (let n = queue[0]!.count; n % 10 > 0; n += 1) await house.funnel.run(buy(await house.member(RICH), 2));
    const orderIds: string[] = [];
    for (let n = 0; n < 9; n += 1) orderIds.push(...(await house.funnel.run(buy(queued, 2))).orderIds);
    await workTwice();
    expect(await noticesOf(queued)).toEqual([]);
    await house.funnel.run(buy(last, 2));
    await workTwice();
    const { rows } = await house.pool.query('SELECT DISTINCT status FROM miner_order WHERE id = ANY ($1::uuid[])', [
      orderIds,
    ]);
    expect(rows).toEqual([{ status: READY }]);
    expect(await noticesOf(queued)).toMatchObject([{ kind: 'order_ready', about: null, count: 9 }]);
    expect(await noticesOf(last)).toEqual([]);
  });

  it('of an order that no machine came for opens it, and says of a voucher that its code is good again', async () => {
    const { rows: free } = await house.pool.query<{ units: number }>(
      `SELECT total - used AS units FROM stock WHERE line = 'x1'`,
    );
    for (let n = 0; n < free[0]!.units; n += 1) await house.funnel.run(buy(await house.member(RICH), 1));
    const member = await house.member();
    const hash = voucherCodeHash(PEPPER, await house.voucher(3, '500'));
    const { orderId } = await house.funnel.run(redeemVoucherCommand(member, hash, null));
    house.clock.at += WAITING_DAYS * DAY_MS;
    await house.funnel.run(expireWaitingOrder(member, orderId));
    await workTwice();
    expect(await noticesOf(member)).toMatchObject([
      { kind: 'order_voucher_back', about: orderId, count: 1, read: false },
    ]);
    const order = await findOrder(house.pool, member, orderId);
    expect(order).toMatchObject({ status: CANCELLED, endedAt: new Date(house.clock.at) });
    expect((await house.funnel.run(redeemVoucherCommand(member, hash, null))).orderId).not.toBe(orderId);
  });

  it('has words in every language for each kind, and for no other', () => {
    for (const code of LANGUAGE_CODES)
      expect(Object.keys(NOTICE_TEXTS[code]).toSorted()).toEqual(Object.keys(NOTICE_KINDS).toSorted());
  });

  it('names what it is about, and of what lies days behind it is read', async () => {
    await house.devices('x1', 4);
    const member = await house.member(RICH);
    const { orderIds } = await house.funnel.run(buy(member, 1));
    await house.funnel.run(activateOrder(member, orderIds[0]!, null));
    await workTwice();
    const { rows } = await house.pool.query<{ serial: string }>('SELECT serial FROM miner_order WHERE id = $1', [
      orderIds[0],
    ]);
    const live = { kind: 'order_live', about: orderIds[0], label: rows[0]!.serial, count: 1, units: null };
    expect(await noticesOf(member)).toEqual([{ ...live, read: false }]);

    const late = await house.member(RICH);
    const older = await house.funnel.run(buy(late, 1));
    await house.funnel.run(activateOrder(late, older.orderIds[0]!, null));
    house.clock.at += 2 * DAY_MS;
    await workTwice();
    expect(await noticesOf(late)).toMatchObject([{ kind: 'order_live', read: true }]);
  });

  it('of a deposit names one of those that it tells of', async () => {
    const member = await house.member(RICH);
    const [, make] = COMMAND_CASES.find(([name]) => name === 'credit_deposits')!;
    await house.funnel.run(await make(house, member));
    await workTwice();
    const { rows } = await house.pool.query<{ id: string }>('SELECT id FROM deposit WHERE member_id = $1', [member]);
    const noted = (await noticesOf(member)).filter(({ kind }) => kind === 'deposit');
    expect(noted).toHaveLength(1);
    expect(rows.map(({ id }) => id)).toContain(noted[0]!.about);
  });

  it('stands in the list however often it comes, and is sent so often in an hour and no more', async () => {
    const member = await house.member();
    const ids: string[] = [];
    for (let n = 0; n < NOTICES_AN_HOUR + 5; n += 1)
      for (const { id } of await inTransaction(house.pool, (tx) =>
        noteNotices(app.context, tx, [
          {
            memberId: member,
            kind: 'order_back',
            event: `order_back ${n}`,
            about: null,
            label: '',
            at: new Date(house.clock.at + n),
          },
        ]),
      ))
        ids.push(id);
    expect(await noticesOf(member)).toHaveLength(NOTICES_AN_HOUR + 5);
    expect([...(await inTransaction(house.pool, (tx) => listSent(tx, ids)))].sort()).toEqual(
      ids.slice(0, NOTICES_AN_HOUR).sort(),
    );
  });
});
