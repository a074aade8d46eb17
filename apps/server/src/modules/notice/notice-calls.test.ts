import type { Notice } from '@minerx/contract/notice';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import { bearer, call, mailsOf, somebody, type Somebody } from '../../../test/people.ts';
import { runShell } from '../../../test/operator/shell.ts';
import { inTransaction } from '../../db/transaction.ts';
import { noteNotices } from './notice.step.ts';

let app: TestApp;
let member: Somebody;
let other: Somebody;
beforeAll(async () => {
  app = await testApp();
  [member, other] = [await somebody(app), await somebody(app)];
}, 60_000);
afterAll(() => app.close());

const note = (who: Somebody, n: number) =>
  inTransaction(app.context.pool, (tx) =>
    noteNotices(app.context, tx, [
      {
        memberId: who.memberId,
        kind: 'deposit',
        event: `deposit ${n}`,
        about: null,
        label: 'BEP20',
        money: { walletId: 1, units: 100_000_000n * BigInt(n) },
        at: new Date(app.clock.now() + n),
      },
    ]),
  );

const list = async (who: Somebody, body: object = {}, language = 'en') => {
  const headers = { ...bearer(who.token), 'accept-language': language };
  const answer = await call(app, 'POST', 'member/notice/all', body, headers);
  return answer.body.result as unknown as { data: Notice[]; more: boolean };
};

const unread = async (who: Somebody): Promise<number> => {
  const answer = await call(app, 'GET', 'member/profile', undefined, bearer(who.token));
  return (answer.body.result as unknown as { member: { member_unread_notices: number } }).member.member_unread_notices;
};

// proves 7: POST member/notice/all: own notices, paged by key
// proves 7: POST member/notice/read: marks one, again changes nothing
// proves 7: POST member/notice/read/all: marks those that were seen
it('notices are listed by key, in the language of the request, and marked once, each member’s own alone', async () => {
  for (let n = 1; n <= 5; n += 1) await note(member, n);
  await note(other, 1);
  const first = await list(member, { pageSize: 3 });
  expect(first.more).toBe(true);
  expect(first.data[0]).toMatchObject({
    kind: 'deposit',
    title: 'Deposit received',
    label: 'BEP20',
    wallet_type: 1,
    amount: '5',
    path: '/asset/spot/deposit',
    read: false,
  });
  const rest = await list(member, { pageSize: 3, before: first.data.at(-1)!.id }, 'de-DE');
  expect(rest.more).toBe(false);
  expect(rest.data.map(({ amount, title }) => [amount, title])).toEqual([
    ['2', 'Einzahlung eingegangen'],
    ['1', 'Einzahlung eingegangen'],
  ]);
  expect(await unread(member)).toBe(5);

  const heard: string[] = [];
  const stop = app.context.bus.subscribe('notices', ({ memberIds }) => void heard.push(...memberIds));
  const read = (who: Somebody, id: string) => call(app, 'POST', 'member/notice/read', { id }, bearer(who.token));
  const { id } = first.data[1]!;
  expect((await read(other, id)).body.err_code).toBe('err_not_found');
  expect((await read(member, 'nonsense')).body.err_code).toBe('err_not_found');
  expect(await unread(member)).toBe(5);
  expect((await read(member, id)).body.result).toMatchObject({ notice: { id, read: true } });
  expect((await read(member, id)).status).toBe(200);
  expect(heard).toEqual([String(member.memberId)]);
  expect(await unread(member)).toBe(4);

  // What came after the newest that was seen stays new, and so does everybody else's.
  await note(member, 6);
  const newest = first.data[0]!.id;
  for (const who of [other, member])
    expect((await call(app, 'POST', 'member/notice/read/all', { newest }, bearer(who.token))).status).toBe(200);
  expect(await unread(member)).toBe(1);
  stop();
});

it('an answer of support is told once, and reading the ticket reads it', async () => {
  app.clock.advance(60_000);
  const before = await unread(other);
  const opened = await call(
    app,
    'POST',
    'member/ticket',
    { support_category: 1, support_question: 'Where is my deposit?' },
    { ...bearer(other.token), 'idempotency-key': 'a-ticket-of-the-other' },
  );
  const { ticket } = opened.body.result as unknown as { ticket: { id: string; support_ticket_enquryid: string } };
  const number = ticket.support_ticket_enquryid;
  await runShell(app.context, ['ticket', 'reply', '--id', number, '--message', 'On its way', '--reason', 'test']);
  await mailsOf(app);
  const [newest] = (await list(other)).data;
  expect(newest).toMatchObject({
    kind: 'ticket_answered',
    label: number,
    path: `/profile/helpcenter/history/${ticket.id}`,
  });
  expect(await unread(other)).toBe(before + 1);
  await call(app, 'GET', `member/ticket/getById?id=${ticket.id}`, undefined, bearer(other.token));
  expect(await unread(other)).toBe(before);

  // Answered where the member has the conversation open: there is nothing left to tell.
  await runShell(app.context, ['ticket', 'reply', '--id', number, '--message', 'Is it there?', '--reason', 'test']);
  await call(app, 'GET', `member/ticket/getById?id=${ticket.id}`, undefined, bearer(other.token));
  await mailsOf(app);
  expect((await list(other)).data.filter(({ kind }) => kind === 'ticket_answered')).toHaveLength(1);
});
