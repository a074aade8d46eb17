import { MINUTE_MS } from '@minerx/rules/duration';
import { unitsOf } from '@minerx/rules/money';
import { WALLET } from '@minerx/rules/wallet';
import { createHash, randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import { expectCoherentLedger } from '../../../test/coherent-ledger.ts';
import { enrolled } from '../../../test/factor/second-factors.ts';
import { bearer, call, mailsOf, register, signIn, somebody, told, type Somebody } from '../../../test/people.ts';
import { asking, saveAddress } from '../../../test/withdrawals.ts';
import { createPool } from '../../db/pool.ts';
import { creditMember } from '../member/adjustment.command.ts';
import { issueNft } from '../nft/nft-holding.command.ts';
import { openTicket, sendMessage } from '../ticket/ticket.command.ts';
import { ROWS_AT_ONCE } from './data-section.query.ts';
import { writePersonalData } from './personal-data-file.ts';
import { DATA_SECTIONS } from './personal-data.query.ts';
import { MOVEMENT_TABLES, NOT_IN_THE_FILE } from '../../../test/whole/personal-data-tables.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(async () => {
  await expectCoherentLedger(app.context.pool);
  await app.close();
});

const BY = { actor: 'operator:ana' as const, reason: 'test' };
type Data = Record<string, Record<string, unknown>[]>;

const ask = (who: Somebody, pin = who.pin, factor?: string) =>
  call(
    app,
    'POST',
    'member/data/export',
    { member_security_pin: pin },
    { ...bearer(who.token), ...(factor !== undefined && { 'x-second-factor': factor }) },
  );
const ticketOf = async (who: Somebody): Promise<string> =>
  (await ask(who)).body.result!['data_ticket'] as unknown as string;
const fetchWith = (who: Pick<Somebody, 'token'>, ticket: string) =>
  call(app, 'GET', `member/data/file?ticket=${ticket}`, undefined, bearer(who.token));
const post = (who: Somebody, path: string, body: object) =>
  call(app, 'POST', path, body, { ...bearer(who.token), 'idempotency-key': randomUUID() });
const usernameOf = async ({ memberId }: Somebody): Promise<string> =>
  (await app.context.pool.query<{ name: string }>('SELECT username AS name FROM member WHERE id = $1', [memberId]))
    .rows[0]!.name;

const pictureOf = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer();

/** Somebody with a name and words of their own, with something in as many sections as can be had without machines. */
const inhabitant = async (fullName: string, mark: string): Promise<Somebody> => {
  const made = await register(app, { email: `${mark}@example.com`, fullName });
  const who = { ...made, token: (await signIn(app, made, `${mark} phone`)).accessToken };
  const { pool, clock, funnel } = app.context;
  const amountUnits = unitsOf('500');
  await funnel.run(creditMember({ memberId: who.memberId, walletId: WALLET.USDT, amountUnits, ...BY }));
  await saveAddress({ pool, clock }, who.memberId);
  await issueNft(app.context, who.memberId, { category: 'rare' }, BY);
  await post(who, 'member/ticket', { support_category: 1, support_question: `A question of ${mark}` });
  await post(who, 'member/forgotPassword', { member_email: who.email });
  await post(who, 'member/terms', { terms_version: 1, language: 'en' });
  await post(who, 'package/angpau/seed', { seed: `seed-of-${mark}` });
  await post(who, 'member/btapay/modify', { btapay_id: `${mark}@pay`, member_security_pin: who.pin });
  await mailsOf(app);
  return who;
};

describe('the file of all that is held of a member', () => {
  // proves 7: POST member/data/export, GET member/data/file
  it('takes the PIN, is of this session, lasts ten minutes, and is told by a mail that freezes', async () => {
    const who = await somebody(app);
    expect(told(await ask(who, '000000'))).toBe('422 err_pin_wrong');
    const ticket = await ticketOf(who);
    const answer = await fetchWith(who, ticket);
    expect([answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
      'application/json; charset=utf-8',
      expect.stringContaining('no-store'),
    ]);
    const elsewhere = (await signIn(app, who)).accessToken;
    expect(told(await fetchWith({ token: elsewhere }, ticket))).toBe('422 err_link_invalid');
    expect(told(await fetchWith(await somebody(app), ticket))).toBe('422 err_link_invalid');
    const mails = (await mailsOf(app)).filter(({ to }) => to?.[0]?.address === who.email);
    expect(mails.map(({ text }) => text).join()).toMatch(/everything we hold about you[^]*freezeAccount\//);
    app.clock.advance(10 * MINUTE_MS + 1);
    const later = { token: (await signIn(app, who)).accessToken };
    expect(told(await fetchWith(later, ticket))).toBe('422 err_link_invalid');
  });

  it('asks for the second factor, and comes five times a day', async () => {
    const { who, phone } = await enrolled(app);
    expect(told(await ask(who))).toBe('403 err_second_factor');
    for (let n = 0; n < 5; n += 1) expect(told(await ask(who, who.pin, phone.next()))).toBe('200');
    expect(told(await ask(who, who.pin, phone.next()))).toBe('429 err_too_many');
  });

  it('holds what is the member’s, and of another nothing but a masked name', async () => {
    const mine = await inhabitant('Maya Lindqvist', 'maya');
    const other = await inhabitant('Bruno Castellano', 'bruno');
    const recipient = await usernameOf(other);
    const sent = await post(mine, 'wallet/transfer', {
      recipient,
      recipient_name: 'B••• C•••',
      wallet_type: 1,
      amount: '20',
      member_security_pin: mine.pin,
    });
    expect(told(sent)).toBe('200');
    await app.context.funnel.run(await asking({ pool: app.context.pool, clock: app.clock }, mine.memberId));
    const { text } = await fetchWith(mine, await ticketOf(mine));
    const data = JSON.parse(text) as Data;
    expect(data['profile']).toMatchObject([{ full_name: 'Maya Lindqvist', email: 'maya@example.com' }]);
    expect(data['tickets']).toMatchObject([{ messages: [{ from: 'member', text: 'A question of maya' }] }]);
    expect(data['balances']).toContainEqual({ wallet: 'USDT', balance: '459' });
    expect(data['set_aside']).toMatchObject([{ for: 'withdrawal', still_held: { USDT: '21' } }]);
    expect(data['movements']).toMatchObject([
      { transaction_kind: 'withdrawal' },
      { transaction_kind: 'transfer', counterparty: 'B••• C•••' },
      { transaction_kind: 'credit' },
    ]);
    const filled =
      'profile sessions links terms_accepted tickets blessing_seed balances withdrawal_addresses nfts movements';
    for (const section of filled.split(' ')) expect([section, data[section]!.length > 0]).toEqual([section, true]);
    expect(text).not.toMatch(/bruno|castellano/i);
    // Nor does it hold what opens anything.
    expect(text).not.toMatch(/argon2|password_hash|pin_hash|seal|secret/);
  });

  it('holds the pictures of the own tickets, each once, by the digest that messages name', async () => {
    const [who, other] = [await somebody(app), await somebody(app)];
    const send = async (by: Somebody, image: Buffer): Promise<void> => {
      const question = { category: 1, question: 'Look.' };
      const ticketId = await openTicket(app.context, by.memberId, question, randomUUID());
      for (const text of ['once', 'twice'])
        await sendMessage(app.context, by.memberId, { ticketId, text, image }, randomUUID());
    };
    await send(who, await pictureOf('red'));
    await send(other, await pictureOf('blue'));
    const { text } = await fetchWith(who, await ticketOf(who));
    const { tickets, ticket_pictures: pictures } = JSON.parse(text) as Data;
    const named = (tickets![0]!['messages'] as { picture: string | null }[]).flatMap(({ picture }) => picture ?? []);
    expect([named.length, new Set(named).size, pictures!.length]).toEqual([2, 1, 1]);
    const { picture, base64 } = pictures![0] as { picture: string; base64: string };
    expect(picture).toBe(named[0]);
    expect(createHash('sha256').update(Buffer.from(base64, 'base64')).digest('hex')).toBe(picture);
  });

  it('is written page by page, each row once, however much there is', async () => {
    const who = await somebody(app);
    const count = 2 * ROWS_AT_ONCE + 7;
    await app.context.pool.query(
      `INSERT INTO notice (id, member_id, kind, event, label, count, at)
       SELECT gen_random_uuid(), $1, 'order_live', 'event ' || n, 'order ' || n, 1, now() FROM generate_series(1, $2::integer) n`,
      [who.memberId, count],
    );
    const chunks: string[] = [];
    for await (const chunk of writePersonalData(app.context, who.memberId, new Date(0))) chunks.push(chunk);
    const { notices } = JSON.parse(chunks.join('')) as Data;
    expect(new Set(notices!.map(({ about }) => about)).size).toBe(count);
    expect(notices).toHaveLength(count);
    expect(Math.max(...chunks.map((chunk) => chunk.split('\n').length))).toBeLessThanOrEqual(ROWS_AT_ONCE + 1);
  });

  it('names a voucher that was won, and what became of it', async () => {
    const { memberId } = await somebody(app);
    const owner = createPool(app.database.ownerUrl, { max: 1 });
    const tx = await owner.connect();
    // Undone afterwards, and nothing of the database speaks: only what is read is asked for.
    await tx.query('BEGIN; SET LOCAL session_replication_role = replica');
    const [voucher, pack] = [randomUUID(), randomUUID()];
    await tx.query(`INSERT INTO voucher (id, code_hash, package_id, amount_units) VALUES ($1, 'x', 3, 100)`, [voucher]);
    await tx.query(
      `INSERT INTO blessing_pack (id, member_id, order_id, number, granted_at, opened_at) VALUES ($1, $2, $1, 1, now(), now())`,
      [pack, memberId],
    );
    await tx.query(
      `INSERT INTO blessing_pick (pack_id, position, member_id, voucher_id, picked_at) VALUES ($1, 0, $2, $3, now())`,
      [pack, memberId, voucher],
    );
    const section = DATA_SECTIONS.find(({ name }) => name === 'blessings')!;
    const rows = await section.page(tx, memberId, section.first);
    expect(rows.map(({ row }) => JSON.parse(row) as unknown)).toMatchObject([
      { voucher: { amount: '0.000001', redeemed: null, void: null } },
    ]);
    await tx.query('ROLLBACK');
    tx.release();
    await owner.end();
  });

  it('goes on behind every key, also where it has several parts', async () => {
    const KEYS: Record<string, string> = {
      receipts: '2026-11-20 01900000-0000-7000-8000-000000000000 0',
      links: '1763640000.5 00ff',
      nfts: '2026-11-20 12:00:00+00 7',
    };
    for (const section of DATA_SECTIONS)
      expect(await section.page(app.context.pool, 1n, KEYS[section.name] ?? section.first)).toEqual([]);
  });

  it('declares every table: it is in a section, or named with its reason', async () => {
    const { rows } = await app.context.pool.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`,
    );
    const shown = [...DATA_SECTIONS.flatMap(({ of }) => of), ...MOVEMENT_TABLES];
    const named = [...shown, ...Object.keys(NOT_IN_THE_FILE)];
    expect(named.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
  });
});
