import { HOUR_MS, MINUTE_MS } from '@minerx/rules/duration';
import type { NoticeKind } from '@minerx/rules/notice';
import { WALLET } from '@minerx/rules/wallet';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, testEnv, type TestApp } from '../../../test/app.ts';
import { bearer, call, mailsOf, somebody, type Somebody } from '../../../test/people.ts';
import { pushReceiver, type PushReceiver } from '../../../test/whole/push-receiver.ts';
import { inTransaction } from '../../db/transaction.ts';
import { createWebPush } from '../../outside/push/web-push.ts';
import { noteNotices } from './notice.step.ts';
import type { NewNotice } from './notice.store.ts';

let app: TestApp;
let receiver: PushReceiver;
beforeAll(async () => {
  receiver = await pushReceiver();
  const env = testEnv();
  const push = createWebPush({
    sourceId: 'push',
    keys: env.push!.keys,
    subject: 'mailto:support@minerx.test',
    origins: [receiver.origin],
  });
  app = await testApp({ env, outside: { push } });
}, 60_000);
beforeEach(() => {
  receiver.received.length = 0;
  receiver.answerWith(201);
});
afterAll(async () => {
  await receiver.close();
  await app.close();
});

let noted = 0;
const note = async (who: Somebody, kind: NoticeKind, money?: NewNotice['money']): Promise<string> => {
  const notice = {
    memberId: who.memberId,
    kind,
    event: `${kind} ${(noted += 1)}`,
    about: null,
    label: 'X1-ABC',
    ...(money && { money }),
    at: new Date(app.clock.now()),
  };
  const [first] = await inTransaction(app.context.pool, (tx) => noteNotices(app.context, tx, [notice]));
  return first!.id;
};

const post = (who: Somebody, path: string, body: object) => call(app, 'POST', path, body, bearer(who.token));
const choose = (who: Somebody, body: object) =>
  post(who, 'member/notice/settings/modify', { mail: [], push: ['orders'], quiet: null, ...body });

let names = 0;
/** Somebody with a browser that takes messages. */
const withBrowser = async () => {
  const who = await somebody(app);
  const name = `browser-${(names += 1)}`;
  const browser = receiver.browser(name);
  expect((await post(who, 'member/notice/push', browser)).status).toBe(200);
  return { who, browser, path: `/${name}` };
};

/** Works the outbox off; the titles that came to a browser so far. */
const titlesAt = async (path: string): Promise<string[]> => {
  await mailsOf(app);
  return receiver.received.filter((each) => each.path === path).map(({ message }) => message.title);
};

const subscriptionsOf = async ({ memberId }: Somebody): Promise<number> =>
  (await app.context.pool.query('SELECT FROM push_subscription WHERE member_id = $1', [memberId])).rows.length;

// proves 7: POST member/notice/push: has messages sent to this browser
// proves 7: POST member/notice/push/remove: sends nothing more there
describe('a message to a browser', () => {
  it('arrives encrypted for it alone, signed by our key, in the member’s language, with the way to it', async () => {
    const { who, path } = await withBrowser();
    await call(app, 'POST', 'member/language', { language: 'gr' }, bearer(who.token));
    const id = await note(who, 'order_live');
    expect(await titlesAt(path)).toEqual(['Miner läuft']);
    const [{ message, ttlS, signedBy }] = receiver.received as [(typeof receiver.received)[number]];
    expect(message).toEqual({
      title: 'Miner läuft',
      body: 'X1-ABC',
      tag: 'order_live',
      path: `/profile/notification/${id}`,
    });
    expect(ttlS).toBe(HOUR_MS / 1000);
    const settings = await call(app, 'GET', 'member/notice/settings', undefined, bearer(who.token));
    expect(settings.body.result).toMatchObject({ push_key: signedBy, push: expect.arrayContaining(['orders']) });
  });

  it('tells no amount to whoever sees the device', async () => {
    const { who, path } = await withBrowser();
    await note(who, 'deposit', { walletId: WALLET.BTC, units: 123_456n });
    await titlesAt(path);
    expect(receiver.received.map(({ message }) => message.body)).toEqual(['X1-ABC']);
  });

  it('comes of what the member chose, not in quiet hours, and not when it was read meanwhile', async () => {
    app.clock.set('2026-11-23T12:00:00.000Z');
    const { who, path } = await withBrowser();
    await choose(who, {});
    await note(who, 'ticket_answered');
    expect(await titlesAt(path)).toEqual([]);
    await choose(who, { quiet: { from: '11:00', until: '13:00', time_zone: 'UTC' } });
    await note(who, 'order_live');
    const read = await note(who, 'order_back');
    expect(await titlesAt(path)).toEqual([]);
    expect((await post(who, 'member/notice/read', { id: read })).status).toBe(200);
    app.clock.advance(HOUR_MS);
    expect(await titlesAt(path)).toEqual(['Miner is live']);
  });

  it('that waits is not sent once it is not wanted, and waits on where it became quiet meanwhile', async () => {
    app.clock.set('2026-11-24T12:00:00.000Z');
    const [changes, shifts] = [await withBrowser(), await withBrowser()];
    const until = (to: string) => ({ quiet: { from: '11:00', until: to, time_zone: 'UTC' } });
    for (const { who } of [changes, shifts]) {
      await choose(who, until('13:00'));
      await note(who, 'order_live');
    }
    await choose(changes.who, { push: [] });
    await choose(shifts.who, until('14:00'));
    app.clock.set('2026-11-24T13:00:00.000Z');
    expect([await titlesAt(changes.path), await titlesAt(shifts.path)]).toEqual([[], []]);
    app.clock.set('2026-11-24T14:00:00.000Z');
    expect([await titlesAt(changes.path), await titlesAt(shifts.path)]).toEqual([[], ['Miner is live']]);
  });

  it('that waits goes a minute after quiet hours were switched off or end earlier, and no other member’s', async () => {
    app.clock.set('2026-11-25T12:00:00.000Z');
    const [off, earlier, later, same] = [
      await withBrowser(),
      await withBrowser(),
      await withBrowser(),
      await withBrowser(),
    ];
    const until = (to: string) => ({ quiet: { from: '11:00', until: to, time_zone: 'UTC' } });
    for (const { who } of [off, earlier, later, same]) {
      await choose(who, until('18:00'));
      await note(who, 'order_live');
    }
    await choose(off.who, {});
    await choose(earlier.who, until('12:00'));
    // A field on its way to another time saves what stands between.
    await choose(later.who, until('12:00'));
    await choose(later.who, until('19:00'));
    const told = async () => {
      const all = [];
      for (const { path } of [off, earlier, later, same]) all.push((await titlesAt(path)).length);
      return all;
    };
    expect(await told()).toEqual([0, 0, 0, 0]);
    app.clock.advance(MINUTE_MS);
    expect(await told()).toEqual([1, 1, 0, 0]);
    app.clock.set('2026-11-25T18:00:00.000Z');
    expect(await told()).toEqual([1, 1, 0, 1]);
    app.clock.set('2026-11-25T19:00:00.000Z');
    expect(await told()).toEqual([1, 1, 1, 1]);
  });

  it('goes nowhere any more once the browser is gone, and is tried again while its service is away', async () => {
    const { who, browser, path } = await withBrowser();
    receiver.answerWith(503);
    await note(who, 'order_live');
    expect(await titlesAt(path)).toEqual([]);
    receiver.answerWith(201);
    app.clock.advance(60_000);
    expect(await titlesAt(path)).toEqual(['Miner is live']);
    // What it does not want is not sent again, and what is no key gets nothing.
    receiver.answerWith(400);
    await note(who, 'order_back');
    await titlesAt(path);
    expect(await subscriptionsOf(who)).toBe(1);
    receiver.answerWith(410);
    await note(who, 'order_back');
    await titlesAt(path);
    expect(await subscriptionsOf(who)).toBe(0);
    await post(who, 'member/notice/push', { ...browser, p256dh: 'A'.repeat(87) });
    expect(await subscriptionsOf(who)).toBe(1);
    await note(who, 'order_back');
    await titlesAt(path);
    expect(await subscriptionsOf(who)).toBe(0);
    expect((await app.context.pool.query('SELECT FROM outbox WHERE topic = $1', ['push'])).rows).toEqual([]);
  });

  it('ends with the session, with a switch, and with the next member at the same browser', async () => {
    const [first, second, third] = [await withBrowser(), await withBrowser(), await withBrowser()];
    await post(third.who, 'member/notice/push/remove', { endpoint: first.browser.endpoint });
    expect(await subscriptionsOf(first.who)).toBe(1);
    await post(first.who, 'member/notice/push/remove', { endpoint: first.browser.endpoint });
    expect(await subscriptionsOf(first.who)).toBe(0);

    await post(third.who, 'member/notice/push', second.browser);
    await note(second.who, 'order_live');
    expect(await titlesAt(second.path)).toEqual([]);
    await note(third.who, 'order_back');
    expect(await titlesAt(second.path)).toEqual(['Miner is back']);

    await call(app, 'POST', 'member/logout', {}, bearer(third.who.token));
    await app.context.pool.query('UPDATE session SET ended_at = now() WHERE member_id = $1', [third.who.memberId]);
    await note(third.who, 'order_ended');
    expect(await titlesAt(third.path)).toEqual(['Miner is back']);
  });

  it.each([
    'http://169.254.169.254/latest',
    'https://example.com/push',
    'https://fcm.googleapis.com.example.com/x',
    'https://fcm.googleapis.com:8443/x',
    'https://me@fcm.googleapis.com/x',
    'http://fcm.googleapis.com/x',
  ])('is never sent to %s, which is no push service', async (endpoint) => {
    const { who, browser } = await withBrowser();
    const answer = await post(who, 'member/notice/push', { ...browser, endpoint });
    expect(answer.body).toMatchObject({ err_code: 'err_validation', err_fields: { endpoint: 'err_format' } });
  });

  it('is kept for ten browsers of a member at most', async () => {
    const who = await somebody(app);
    for (let n = 0; n < 12; n += 1) await post(who, 'member/notice/push', receiver.browser(`many-${n}`));
    expect(await subscriptionsOf(who)).toBe(10);
  });
});
