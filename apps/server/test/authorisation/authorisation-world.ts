import { DAY_MS, HOUR_MS, MINUTE_MS } from '@minerx/rules/duration';
import { randomBytes, randomUUID } from 'node:crypto';
import { unitsOf } from '@minerx/rules/money';
import { WALLET } from '@minerx/rules/wallet';
import type { WalletName } from '@minerx/rules/wallet';
import type { Pool } from 'pg';
import { inTransaction } from '../../src/db/transaction.ts';
import { openMemberAccounts } from '../../src/ledger/account.ts';
import { uuidV7 } from '../../src/base/ids.ts';
import { keepDaySeeds } from '../../src/modules/blessing/draw/day-seed.command.ts';
import { publishAnnouncement } from '../../src/modules/announcement/announcement.command.ts';
import { creditDeposits } from '../../src/modules/deposit/credit-deposits.command.ts';
import { creditMember } from '../../src/modules/member/adjustment.command.ts';
import { freezeMember } from '../../src/modules/member/member-account.command.ts';
import { issueNft } from '../../src/modules/nft/nft-holding.command.ts';
import { withdrawNft } from '../../src/modules/nft/nft-withdrawal.command.ts';
import { startLongWork } from '../../src/modules/operator/long-work.command.ts';
import { noteNotices } from '../../src/modules/notice/notice.step.ts';
import { activateOrder } from '../../src/modules/order/activation.command.ts';
import { subscribeMiner } from '../../src/modules/purchase/purchase.command.ts';
import { createAccessTokens } from '../../src/modules/session/session.token.ts';
import { setStakingAvailable } from '../../src/modules/staking/staking-offer.command.ts';
import { approveLiquidity, proposeLiquidity } from '../../src/modules/swap/liquidity.command.ts';
import { quoteSwap } from '../../src/modules/swap/swap-quote.command.ts';
import { openTicket, sendMessage } from '../../src/modules/ticket/ticket.command.ts';
import { createVouchers } from '../../src/modules/voucher/voucher-batch.command.ts';
import { redeemVoucher } from '../../src/modules/voucher/voucher.command.ts';
import { freezeAccount, asking, saveAddress } from '../withdrawals.ts';
import type { TestApp } from '../app.ts';
import type { Items } from './authorisation-row.ts';
import { register, signIn, type Person } from '../people.ts';
import { keptDeposit } from '../chain/arrived.ts';
import { addOperators } from '../operator/operators.ts';
import { tellBtcPrice } from '../btc-price.ts';

type Who = Person & { memberId: bigint };
/** What a member keeps, whatever is asked. */
type Lasting = Pick<Items, 'username' | 'ticket' | 'ticketImage' | 'deposit'>;

/** Members with money, miners and a downline; each of their things is somebody else's to the others. */
export interface AuthorisationWorld {
  readonly caller: Who;
  readonly stranger: Who;
  /** Frozen while a session of it lives on. */
  readonly frozen: Who;
  /**
   * Fresh things of an owner: what a call uses up is new each time.
   * @param asked `other`: by somebody else, for whom a voucher is another's when that one has redeemed it
   */
  itemsOf(owner: Who, asked?: 'own' | 'other'): Promise<Items>;
  /** Things of the same form that nobody has. */
  missingItems(): Items;
  /** An access token of a session of its own. */
  tokenOf(who: Who): Promise<string>;
  /** Values of the `Authorization` header that open nothing, by what is wrong with them. */
  readonly deadTokens: Readonly<Record<string, string | null>>;
  /** Statuses and owners of the orders. */
  itemStates(items: Items): Promise<unknown>;
  /** Texts that only an owner may read: names, addresses, orders, miners. */
  markersOf(who: Who): Promise<string[]>;
}

export const authorisationWorld = async (app: TestApp): Promise<AuthorisationWorld> => {
  const { pool } = app.context;
  const names = ['caller', 'stranger', 'frozen', 'ended', 'closed'];
  const [caller, stranger, frozen, ended, closed] = (await Promise.all(
    names.map((name) => register(app, { email: `${name}@example.com`, fullName: `Person ${name}` })),
  )) as [Who, Who, Who, Who, Who];
  await openShops(app);
  const downline = new Map<bigint, string>();
  for (const who of [caller, stranger, frozen]) {
    await credit(app, who.memberId);
    downline.set(who.memberId, await addBelow(app, who));
  }
  const announcement = await publishAnnouncement(app.context, {
    title: { base: 'News', variants: {} },
    message: { base: '<p>Of everybody.</p>', variants: {} },
    picture: null,
    actor: 'operator:test',
    reason: 'test',
  });
  const device = (await pool.query<{ serial: string }>('SELECT serial FROM device LIMIT 1')).rows[0]!.serial;
  const shared = { announcement, device, work: await askForWork(app) };
  const lasting = new Map<bigint, Lasting>();
  for (const who of [caller, stranger, frozen])
    lasting.set(who.memberId, {
      username: downline.get(who.memberId)!,
      deposit: await credited(app, who.memberId),
      ...(await makeTicket(app, who)),
    });
  const tokenOf = (who: Who): Promise<string> => openSession(app, who.memberId);
  const deadTokens = await makeDeadTokens(app, { caller, ended, closed });
  await freezeAccount({ pool, clock: app.clock }, frozen.memberId);
  // From here on money by hand takes two of them.
  await addOperators(app);
  return {
    caller,
    stranger,
    frozen,
    deadTokens,
    tokenOf,
    itemsOf: (owner, asked = 'own') => makeItems(app, owner, { ...shared, ...lasting.get(owner.memberId)! }, asked),
    missingItems: () => makeMissingItems(app),
    itemStates: (items) => readStates(app, items),
    markersOf: (who) => findMarkers(app, who.memberId),
  };
};

/** Machines, prizes, stakes and swaps: everything that can be bought here is there. */
const openShops = async (app: TestApp): Promise<void> => {
  const { pool } = app.context;
  await pool.query(
    `INSERT INTO device (serial, line, host, port, simulated)
     SELECT gen_random_uuid()::text, CASE WHEN n <= 1900 THEN 'x1' ELSE 'x2' END, '127.0.0.1', 4028, true FROM generate_series(1, 2000) n`,
  );
  await pool.query(`UPDATE stock SET total = CASE line WHEN 'x1' THEN 1900 ELSE 10 END`);
  // Every order has a Raya Blessing, and every prize a price.
  await keepDaySeeds(app.context);
  await pool.query('UPDATE miner_package SET free_blessings = 1 WHERE id = 1');
  await tellBtcPrice(pool, app.clock.now(), unitsOf('60000'));
  await setStakingAvailable(app.context, { available: true, actor: 'operator:test', reason: 'test' });
  const change = { walletId: WALLET.CW, units: unitsOf('1000'), actor: 'operator:ana', reason: 'test' } as const;
  const liquidity = { id: await proposeLiquidity(app.context, change), walletId: WALLET.CW };
  await app.context.funnel.run(approveLiquidity(liquidity, { actor: 'operator:ben', reason: 'test' }));
};

/** Of finance and the admin; no worker does it here. */
const askForWork = ({ context }: TestApp): Promise<string> =>
  startLongWork(context, { action: 'audit verify', actor: 'operator:test', input: {} });

/** Somebody of the first level below; gives the username. */
const addBelow = async (app: TestApp, who: Who): Promise<string> => {
  const name = `below_${who.email.split('@')[0]}`;
  await inTransaction(app.context.pool, async (tx) => {
    const { rows } = await tx.query<{ id: bigint }>(
      `INSERT INTO member (username, full_name, email, email_key, mobile, country_id, referral_code, password_hash, pin_hash, sponsor_id)
       SELECT $1, $1, $1, $1, '+601', country_id, $1, 'x', 'x', id FROM member WHERE id = $2 RETURNING id`,
      [name, who.memberId],
    );
    await openMemberAccounts(tx, rows[0]!.id);
  });
  return name;
};

const makeMissingItems = (app: TestApp): Items => ({
  order: uuidV7(app.clock, app.context.random),
  readyOrder: uuidV7(app.clock, app.context.random),
  waitingOrder: uuidV7(app.clock, app.context.random),
  pack: uuidV7(app.clock, app.context.random),
  voucher: 'ZZZZ-ZZZZ-ZZZZ-ZZZZ',
  username: 'nobodyofthisname',
  member: '999999999999',
  device: 'NOSUCH',
  voucherBatch: '999999999',
  price: 'package-price.99',
  entry: 'country.9999',
  prizeVersion: '0'.repeat(64),
  quote: uuidV7(app.clock, app.context.random),
  nft: uuidV7(app.clock, app.context.random),
  nftWithdrawal: uuidV7(app.clock, app.context.random),
  withdrawal: uuidV7(app.clock, app.context.random),
  session: randomUUID(),
  work: randomUUID(),
  ticket: uuidV7(app.clock, app.context.random),
  ticketImage: uuidV7(app.clock, app.context.random),
  transaction: uuidV7(app.clock, app.context.random),
  deposit: uuidV7(app.clock, app.context.random),
  notice: uuidV7(app.clock, app.context.random),
  announcement: uuidV7(app.clock, app.context.random),
});

const readStates = async (
  app: TestApp,
  { order, readyOrder, waitingOrder, ticket, nft, nftWithdrawal, withdrawal, pack, notice, session }: Items,
): Promise<unknown> => {
  const { pool } = app.context;
  return [
    (await pool.query('SELECT * FROM withdrawal WHERE id = $1', [withdrawal])).rows,
    (await pool.query('SELECT * FROM nft WHERE id = $1', [nft])).rows,
    (await pool.query('SELECT id, ended_at FROM session WHERE id = $1', [session])).rows,
    (await pool.query('SELECT * FROM notice WHERE id = $1', [notice])).rows,
    (await pool.query('SELECT * FROM nft_withdrawal WHERE id = $1', [nftWithdrawal])).rows,
    (await pool.query('SELECT id, member_id, opened_at FROM blessing_pack WHERE id = $1', [pack])).rows,
    await pool
      .query('SELECT t.*, m.message FROM ticket t JOIN ticket_message m ON m.ticket_id = t.id WHERE t.id = $1', [
        ticket,
      ])
      .then(({ rows }) => rows),
    (
      await pool.query('SELECT id, status, member_id FROM miner_order WHERE id = ANY($1::uuid[]) ORDER BY id', [
        [order, readyOrder, waitingOrder],
      ])
    ).rows,
  ];
};

const credit = async (app: TestApp, memberId: bigint): Promise<void> => {
  const amounts: Partial<Record<WalletName, string>> = {
    USDT: '100000',
    CW: '10000000',
    AOGTD: '100000',
    AOGP: '1000',
    GBPT: '250000',
  };
  for (const [name, amount] of Object.entries(amounts)) {
    const walletId = WALLET[name as WalletName];
    await app.context.funnel.run(
      creditMember({ memberId, walletId, amountUnits: unitsOf(amount), reason: 'test', actor: 'operator:test' }),
    );
  }
};

const insertSession = async (app: TestApp, memberId: bigint): Promise<{ sessionId: string; end: number }> => {
  const sessionId = randomUUID();
  const end = app.clock.now() + DAY_MS;
  await app.context.pool.query(
    `INSERT INTO session (id, member_id, transport, device, address, expires_at) VALUES ($1, $2, 'body', 'test', '127.0.0.1', $3)`,
    [sessionId, memberId, new Date(end)],
  );
  return { sessionId, end };
};

const openSession = async (app: TestApp, memberId: bigint): Promise<string> => {
  const { sessionId, end } = await insertSession(app, memberId);
  return createAccessTokens(app.context.env.sessionSecret, app.clock).issue({ memberId, sessionId }, end);
};

/** Tokens of every kind that must open nothing. The frozen one is frozen the operator's way, which ends its sessions. */
const makeDeadTokens = async (
  app: TestApp,
  { caller, ended, closed }: Record<'caller' | 'ended' | 'closed', Who>,
): Promise<Record<string, string | null>> => {
  const member = { memberId: caller.memberId, sessionId: randomUUID() };
  const end = app.clock.now() + DAY_MS;
  const secret = app.context.env.sessionSecret;
  const earlier = { now: () => app.clock.now() - 11 * MINUTE_MS };
  const living = await openSession(app, caller.memberId);
  const [, payload, signature] = living.split('.') as [string, string, string];
  const unsigned = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${payload}`;
  const session = await signIn(app, ended);
  await app.http.inject({
    method: 'POST',
    url: '/api/member/logout',
    payload: { refreshToken: session.refreshToken },
    headers: { authorization: `Bearer ${session.accessToken}` },
  });
  const before = await signIn(app, closed);
  await freezeMember(app.context, { memberId: closed.memberId, actor: 'operator:test', reason: 'test' });
  return {
    'no token': null,
    'an empty token': 'Bearer ',
    garbage: 'Bearer not.a.token',
    'another scheme': `Basic ${living}`,
    'another secret': `Bearer ${createAccessTokens(`${secret} of another house`, app.clock).issue(member, end)}`,
    unsigned: `Bearer ${unsigned}.`,
    'signed for another header': `Bearer ${unsigned}.${signature}`,
    expired: `Bearer ${createAccessTokens(secret, earlier).issue(member, end)}`,
    'a refresh token': `Bearer ${before.refreshToken}`,
    'an ended session': `Bearer ${session.accessToken}`,
    'a frozen account': `Bearer ${before.accessToken}`,
  };
};

/** A deposit of its own, final and credited. */
const credited = async ({ context: { pool, funnel } }: TestApp, memberId: bigint): Promise<string> => {
  const deposits = await keptDeposit({ pool }, memberId);
  await funnel.run(creditDeposits(deposits));
  return deposits.ids[0]!;
};

/** A ticket of its own with a message that has an image. */
const makeTicket = async (app: TestApp, { memberId, email }: Who): Promise<{ ticket: string; ticketImage: string }> => {
  const ticket = await openTicket(app.context, memberId, { category: 1, question: `Question of ${email}` }, fresh());
  const input = { ticketId: ticket, text: `Answer of ${email}`, image: Buffer.from(PIXEL, 'base64') };
  return { ticket, ticketImage: await sendMessage(app.context, memberId, input, fresh()) };
};

/** Of the test cases of EIP-55. */
const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

/** A PNG of one pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

let noticed = 0;
const note = async (app: TestApp, memberId: bigint, about: string): Promise<string> => {
  // So many come in an hour and no more.
  const at = new Date(app.clock.now() + (noticed += 1) * HOUR_MS);
  const notice = { memberId, kind: 'order_live', event: `order_live ${about}`, about, label: about, at } as const;
  const noted = await inTransaction(app.context.pool, (tx) => noteNotices(app.context, tx, [notice]));
  return noted[0]!.id;
};

/** Since when the audit log says; nobody else, whatever they froze themselves. */
const freezeAgain = (pool: Pool, memberId: bigint) =>
  pool.query(
    `UPDATE member SET frozen_at = (SELECT max(at) FROM audit WHERE action = 'member.freeze' AND subject = 'member:' || member.id) WHERE id = $1 AND email LIKE $2`,
    [memberId, 'frozen@%'],
  );

/** What the owner keeps, and what a call may use up. */
const makeItems = async (
  app: TestApp,
  owner: Who,
  kept: Lasting & Pick<Items, 'announcement' | 'device' | 'work'>,
  asked: 'own' | 'other',
): Promise<Items> => {
  const { pool, funnel } = app.context;
  // A frozen member buys nothing, so its things are from before.
  await pool.query('UPDATE member SET frozen_at = NULL WHERE id = $1 AND email LIKE $2', [owner.memberId, 'frozen@%']);
  const buy = async (acceptWaiting: boolean): Promise<string> => {
    const amounts = { [WALLET.CW]: unitsOf('1000') };
    const input = { page: 'x1' as const, packageId: 1, method: 1, quantity: 1, acceptWaiting, amounts };
    return (await funnel.run(subscribeMiner(owner.memberId, input, null))).orderIds[0]!;
  };
  const order = await buy(false);
  await funnel.run(activateOrder(owner.memberId, order, null));
  const readyOrder = await buy(false);
  // For one moment there is no stock, so that an order waits.
  const total = await pool.query<{ total: number }>(`SELECT total FROM stock WHERE line = 'x1'`);
  await pool.query(`UPDATE stock SET total = used WHERE line = 'x1'`);
  const waitingOrder = await buy(true);
  await pool.query(`UPDATE stock SET total = $1 WHERE line = 'x1'`, [total.rows[0]!.total]);
  const batch = {
    packageId: 3,
    amountUnits: unitsOf('1000'),
    count: 1,
    expiresAt: null,
    actor: 'operator:test' as const,
    reason: 'test',
  };
  const voucher = (await createVouchers(app.context, batch))[0]!;
  if (asked === 'other') await redeemVoucher(app.context, owner.memberId, voucher, null);
  const issue = () =>
    issueNft(app.context, owner.memberId, { category: 'rare' }, { actor: 'operator:test', reason: 'test' });
  const { id: nft } = await issue();
  const input = { nftId: (await issue()).id, address: ADDRESS, seenFeeUnits: null };
  const { id: nftWithdrawal } = await funnel.run(withdrawNft(owner.memberId, input, null));
  const house = { pool, clock: app.clock };
  await saveAddress(house, owner.memberId, { address: ADDRESS });
  const { id: withdrawal } = await funnel.run(await asking(house, owner.memberId, { amount: '10', address: ADDRESS }));
  await freezeAgain(pool, owner.memberId);
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM blessing_pack WHERE order_id = $1', [readyOrder]);
  const swap = { from: WALLET.USDT, to: WALLET.CW, amountUnits: unitsOf('2') };
  const { id: quote } = await quoteSwap(app.context, owner.memberId, swap);
  const transaction = await pool.query<{ id: string }>('SELECT id FROM transfer WHERE member_id = $1 LIMIT 1', [
    owner.memberId,
  ]);
  const tables = await pool.query<{ id: string }>("SELECT encode(hash, 'hex') AS id FROM blessing_table LIMIT 1");
  const batches = await pool.query<{ id: bigint }>("SELECT max(id) AS id FROM audit WHERE action = 'voucher.create'");
  return {
    ...kept,
    member: owner.memberId.toString(),
    voucherBatch: batches.rows[0]!.id.toString(),
    price: 'package-price.1',
    entry: 'country.1',
    prizeVersion: tables.rows[0]!.id,
    notice: await note(app, owner.memberId, order),
    quote,
    order,
    readyOrder,
    waitingOrder,
    voucher,
    nft,
    nftWithdrawal,
    withdrawal,
    session: (await insertSession(app, owner.memberId)).sessionId,
    pack: rows[0]!.id,
    transaction: transaction.rows[0]!.id,
  };
};

const findMarkers = async (app: TestApp, memberId: bigint): Promise<string[]> => {
  const { rows } = await app.context.pool.query<{ text: string }>(
    `SELECT unnest(ARRAY[username, email, full_name, referral_code]) AS text FROM member WHERE id = $1 OR sponsor_id = $1
     UNION SELECT unnest(ARRAY[id::text, number, serial]) FROM miner_order WHERE member_id = $1
     UNION SELECT unnest(ARRAY[t.id::text, t.number, m.id::text, m.message]) FROM ticket t JOIN ticket_message m ON m.ticket_id = t.id
           WHERE t.member_id = $1 AND m.message <> ''
     UNION SELECT id::text FROM nft WHERE member_id = $1 UNION SELECT id::text FROM nft_withdrawal WHERE member_id = $1
     UNION SELECT id::text FROM withdrawal WHERE member_id = $1
     UNION SELECT unnest(ARRAY[id::text, address]) FROM deposit WHERE member_id = $1
     UNION SELECT unnest(ARRAY[p.id::text, encode(k.commitment, 'hex')])
           FROM blessing_pack p JOIN blessing_deck k ON k.pack_id = p.id WHERE p.member_id = $1
     UNION SELECT id::text FROM staking_order WHERE member_id = $1
     UNION SELECT d.serial FROM device d JOIN allocation a ON a.device_id = d.id JOIN miner_order o ON o.id = a.order_id WHERE o.member_id = $1`,
    [memberId],
  );
  return rows.map(({ text }) => text);
};

/** A short text that was never used. */
export const fresh = (): string => randomBytes(8).toString('hex');
