import { DAY_MS, HOUR_MS, MINUTE_MS } from '@minerx/rules/duration';
import type { NoticeKind } from '@minerx/rules/notice';
import { WALLET_OF } from '@minerx/rules/wallet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keptDeposit } from '../../../test/chain/arrived.ts';
import { testApp, type TestApp } from '../../../test/app.ts';
import { moneyHouse, type MoneyHouse } from '../../../test/money-house.ts';
import { bearer, call, mailsOf, somebody, type Somebody } from '../../../test/people.ts';
import { inTransaction } from '../../db/transaction.ts';
import { creditDeposits } from '../deposit/credit-deposits.command.ts';
import { noteNotices } from './notice.step.ts';
import type { NewNotice } from './notice.store.ts';

let app: TestApp;
let house: MoneyHouse;
beforeAll(async () => {
  app = await testApp();
  house = await moneyHouse(app.database);
}, 60_000);
afterAll(async () => {
  await house.close();
  await app.close();
});

let noted = 0;
const note = (who: Somebody, kind: NoticeKind, more: Partial<NewNotice> = {}) =>
  inTransaction(app.context.pool, (tx) =>
    noteNotices(app.context, tx, [
      {
        memberId: who.memberId,
        kind,
        event: `${kind} ${(noted += 1)}`,
        about: null,
        label: 'X1-ABC',
        at: new Date(app.clock.now()),
        ...more,
      },
    ]),
  );

/** What was sent to somebody so far, by subject. */
const subjectsTo = async ({ email }: Somebody): Promise<string[]> =>
  (await mailsOf(app))
    .filter(({ to, subject }) => to?.some(({ address }) => address === email) && subject?.startsWith('MinerX: '))
    .map(({ subject }) => subject!);

const choose = (who: Somebody, body: object) =>
  call(app, 'POST', 'member/notice/settings/modify', { push: [], ...body }, bearer(who.token));
const chosen = async (who: Somebody) =>
  (await call(app, 'GET', 'member/notice/settings', undefined, bearer(who.token))).body.result;

// proves 7: GET member/notice/settings: how one is told beside the app
// proves 7: POST member/notice/settings/modify: what is mailed, and quiet hours
describe('a mail about a notice', () => {
  it('comes of what the member chose, in the member’s language, and leads to it', async () => {
    const who = await somebody(app);
    expect(await chosen(who)).toMatchObject({ mail: ['deposits', 'tickets'], quiet: null });
    await note(who, 'order_live');
    expect(await subjectsTo(who)).toEqual([]);

    await call(app, 'POST', 'member/language', { language: 'gr' }, bearer(who.token));
    const body = { mail: ['orders'], quiet: null };
    expect((await choose(who, body)).status).toBe(200);
    expect(await chosen(who)).toMatchObject(body);
    await note(who, 'order_live');
    await note(who, 'ticket_answered');
    await note(who, 'order_back', { at: new Date(app.clock.now() - 2 * DAY_MS) });
    expect(await subjectsTo(who)).toEqual(['MinerX: Miner läuft']);
    const mail = (await mailsOf(app)).find(({ subject }) => subject === 'MinerX: Miner läuft');
    expect(mail!.text).toMatch(/X1-ABC\n\nIn der App öffnen:\n\S+\/profile\/notification\/[0-9a-f-]{36}\n/);
  });

  it('waits while it is quiet where the member is, and is sent when that is over', async () => {
    // It is noon in London and eight in the evening in Kuala Lumpur.
    app.clock.set('2026-11-23T12:00:00.000Z');
    const who = await somebody(app);
    const quiet = { from: '19:30', until: '07:00', time_zone: 'Asia/Kuala_Lumpur' };
    await choose(who, { mail: ['orders'], quiet });
    await note(who, 'order_disconnected');
    expect(await subjectsTo(who)).toEqual([]);
    app.clock.set('2026-11-23T22:00:00.000Z');
    expect(await subjectsTo(who)).toEqual([]);
    app.clock.set('2026-11-23T23:00:00.000Z');
    expect(await subjectsTo(who)).toEqual(['MinerX: Miner disconnected']);
    await note(who, 'order_back');
    expect(await subjectsTo(who)).toHaveLength(2);
  });

  it('that waits is not sent once it is not wanted, and waits on where it became quiet meanwhile', async () => {
    app.clock.set('2026-12-01T12:00:00.000Z');
    const [changes, shifts] = [await somebody(app), await somebody(app)];
    const until = (to: string) => ({ from: '11:00', until: to, time_zone: 'UTC' });
    for (const who of [changes, shifts]) {
      await choose(who, { mail: ['orders'], quiet: until('13:00') });
      await note(who, 'order_live');
    }
    await choose(changes, { mail: [], quiet: null });
    await choose(shifts, { mail: ['orders'], quiet: until('14:00') });
    app.clock.set('2026-12-01T13:00:00.000Z');
    expect([await subjectsTo(changes), await subjectsTo(shifts)]).toEqual([[], []]);
    app.clock.set('2026-12-01T14:00:00.000Z');
    expect([(await subjectsTo(changes)).length, (await subjectsTo(shifts)).length]).toEqual([0, 1]);
  });

  it('that waits is not sent once it was read in the app; of what is told whatever was chosen it is', async () => {
    app.clock.set('2026-12-02T12:00:00.000Z');
    const who = await somebody(app);
    await choose(who, { mail: ['orders'], quiet: { from: '11:00', until: '13:00', time_zone: 'UTC' } });
    const [read] = await note(who, 'order_live');
    const [asked] = await note(who, 'order_voucher_back');
    await note(who, 'order_back');
    for (const { id } of [read!, asked!])
      expect((await call(app, 'POST', 'member/notice/read', { id }, bearer(who.token))).status).toBe(200);
    app.clock.set('2026-12-02T13:00:00.000Z');
    const subjects = await subjectsTo(who);
    expect(subjects.toSorted()).toEqual(['MinerX: Miner is back', expect.stringContaining('No machine came')]);
    // What goes at once goes, however soon it is read.
    const [soon] = await note(who, 'order_live');
    await call(app, 'POST', 'member/notice/read', { id: soon!.id }, bearer(who.token));
    expect(await subjectsTo(who)).toHaveLength(3);
  });

  it('that waits goes a minute after quiet hours were switched off or end earlier, of money too, and no other member’s', async () => {
    app.clock.set('2026-12-03T12:00:00.000Z');
    house.clock.at = app.clock.now();
    const until = (to: string) => ({
      mail: ['orders', 'deposits'],
      quiet: { from: '11:00', until: to, time_zone: 'UTC' },
    });
    const [off, earlier, later, same] = [
      await somebody(app),
      await somebody(app),
      await somebody(app),
      await somebody(app),
    ];
    const all = [off, earlier, later, same];
    for (const who of all) {
      await choose(who, until('18:00'));
      await note(who, 'order_live');
      await house.funnel.run(creditDeposits(await keptDeposit(house, who.memberId)));
    }
    const told = async () => {
      const mails = await mailsOf(app);
      return all.map(({ email }) => mails.filter(({ to }) => to?.some(({ address }) => address === email)).length);
    };
    const [none] = [await told()];
    await choose(off, { mail: ['orders', 'deposits'], quiet: null });
    await choose(earlier, until('12:00'));
    // A field on its way to another time saves what stands between.
    await choose(later, until('12:00'));
    await choose(later, until('19:00'));
    expect((await told()).map((count, n) => count - none[n]!)).toEqual([0, 0, 0, 0]);
    app.clock.advance(MINUTE_MS);
    expect((await told()).map((count, n) => count - none[n]!)).toEqual([2, 2, 0, 0]);
    // What waits on is not late: nobody of the operators is called for it.
    const late = `SELECT count(*)::int AS n FROM outbox WHERE topic = 'mail' AND created_at <= $1`;
    expect((await app.context.pool.query(late, [new Date(app.clock.now())])).rows).toEqual([{ n: 0 }]);
    app.clock.set('2026-12-03T18:00:00.000Z');
    expect((await told()).map((count, n) => count - none[n]!)).toEqual([2, 2, 0, 2]);
    app.clock.set('2026-12-03T19:00:00.000Z');
    expect((await told()).map((count, n) => count - none[n]!)).toEqual([2, 2, 2, 2]);
  });

  it('comes ten times an hour at most; the others are told together', async () => {
    const who = await somebody(app);
    await choose(who, { mail: ['orders'], quiet: null });
    for (let n = 0; n < 12; n += 1) await note(who, 'order_back');
    expect(await subjectsTo(who)).toHaveLength(10);
    app.clock.advance(HOUR_MS);
    const told = (await mailsOf(app)).filter(({ to }) => to?.some(({ address }) => address === who.email));
    expect(told.at(-1)!.text).toContain('Other notifications: 2');
  });

  it('of a deposit follows the choice as well', async () => {
    const subjects = async (who: Somebody): Promise<string[]> => {
      house.clock.at = app.clock.now();
      await house.funnel.run(creditDeposits(await keptDeposit(house, who.memberId)));
      const mails = (await mailsOf(app)).filter(({ to }) => to?.some(({ address }) => address === who.email));
      return mails.flatMap(({ subject }) => (subject?.includes('arrived') ? [subject] : []));
    };
    const [wants, wantsNot] = [await somebody(app), await somebody(app)];
    await choose(wantsNot, { mail: [], quiet: null });
    // To its last digit, as the history shows it.
    expect(await subjects(wants)).toEqual(['0.000005 USDT arrived in your MinerX wallet']);
    expect(await subjects(wantsNot)).toHaveLength(0);
    const { rows } = await app.context.pool.query('SELECT kind FROM notice WHERE member_id = $1', [wantsNot.memberId]);
    expect(rows).toEqual([{ kind: 'deposit' }]);
  });

  it('of a voucher whose order no machine came for goes whatever was chosen; of money that is back another mail tells', async () => {
    const [silent, unasked, wants] = [await somebody(app), await somebody(app), await somebody(app)];
    await choose(silent, { mail: [], quiet: null });
    await choose(wants, { mail: ['orders'], quiet: null });
    for (const who of [silent, unasked, wants])
      for (const kind of ['order_cancelled', 'order_voucher_back', 'order_ready'] as const) await note(who, kind);
    const voucher = 'MinerX: No machine came in time: your voucher is good again. Its code is the one you typed';
    for (const who of [silent, unasked]) expect(await subjectsTo(who)).toEqual([voucher]);
    expect(await subjectsTo(wants)).toHaveLength(2);
  });

  it('of a corrected reward goes to everybody, that of a reward by choice, and both carry the link that freezes the account', async () => {
    const [silent, wants] = [await somebody(app), await somebody(app)];
    await choose(silent, { mail: [], quiet: null });
    await choose(wants, { mail: ['rewards'], quiet: null });
    const money = { walletId: WALLET_OF.reward, units: 1234n };
    for (const who of [silent, wants])
      for (const kind of ['reward', 'reward_correction'] as const)
        await note(who, kind, { label: '2026-11-22', money });
    const corrected = 'MinerX: Mining reward corrected: more credited';
    expect(await subjectsTo(silent)).toEqual([corrected]);
    expect(await subjectsTo(wants)).toEqual(['MinerX: Mining reward credited', corrected]);
    const mails = (await mailsOf(app)).filter(({ to }) => to?.some(({ address }) => address === wants.email));
    for (const { text } of mails.filter(({ subject }) => subject?.includes('ining reward')))
      expect(text).toMatch(/22 November 2026: 0\.00001234 BTC[^]*\/freezeAccount\/\S{22}/);
    await note(wants, 'order_voucher_back');
    expect((await mailsOf(app)).at(-1)!.text).not.toContain('/freezeAccount/');
  });

  it('about a withdrawal cannot be switched off, nor can what is no time or no place be chosen', async () => {
    const who = await somebody(app);
    const none = { from: '22:00', until: '07:00', time_zone: 'Nowhere/Here' };
    for (const body of [
      { mail: ['withdrawals'], quiet: null },
      { mail: [], quiet: none },
      { mail: [], quiet: { ...none, time_zone: 'UTC', from: '24:00' } },
    ])
      expect((await choose(who, body)).body.err_code).toBe('err_validation');
  });
});
