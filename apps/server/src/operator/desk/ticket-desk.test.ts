import { randomUUID } from 'node:crypto';
import { LIST_ROWS } from '@minerx/contract/operator/list';
import { operatorTicket, operatorTicketChange, operatorTickets } from '@minerx/contract/operator/ticket';
import { LANGUAGE_CODES } from '@minerx/rules/wire-language';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { formData, type Part } from '../../../test/input/form-data.ts';
import { openDesk, type Console } from '../../../test/operator/operators.ts';
import { bearer, call, register, signIn } from '../../../test/people.ts';
import { READY_REPLIES, READY_REPLY_TEXTS } from '../../modules/ticket/ready-replies.ts';

let app: TestApp;
let support: Console;
let finance: Console;
let member: Awaited<ReturnType<typeof register>>;
let token: string;

const open = async (question: string): Promise<string> => {
  app.clock.advance(1000);
  const headers = { ...bearer(token), 'idempotency-key': randomUUID() };
  const { body, text } = await call(
    app,
    'POST',
    'member/ticket',
    { support_category: 1, support_question: question },
    headers,
  );
  if (!body.result) throw new Error(text);
  return (body.result as unknown as { ticket: { id: string } }).ticket.id;
};

beforeAll(async () => {
  ({ app, support, finance } = await openDesk('support', 'finance'));
  member = await register(app);
  token = (await signIn(app, member)).accessToken;
}, 60_000);
afterAll(() => app.close());

const list = (query = '') => support.read(operatorTickets, query);
const show = (id: string) => support.read(operatorTicket, `id=${id}`);
const changed = async (id: string) => (await support.read(operatorTicketChange, `id=${id}`)).changed_at;

const reply = async (
  id: string,
  message: string,
  more: readonly Part[] = [],
  who = support,
  key: string = randomUUID(),
) => {
  const { payload, headers } = formData([{ name: 'id', content: id }, { name: 'message', content: message }, ...more]);
  const answer = await app.http.inject({
    method: 'POST',
    url: '/api/operator/ticket/reply',
    payload,
    headers: { ...headers, cookie: who.cookie, 'idempotency-key': key },
  });
  const { err_code: code } = answer.json<{ err_code?: string }>();
  return code === undefined ? String(answer.statusCode) : `${answer.statusCode} ${code}`;
};

describe('tickets on the desk', () => {
  // proves 7: GET operator/ticket/all
  it('stand longest waiting first until they are answered', async () => {
    const [one, two] = [await open('Where is my deposit?'), await open('And my order?')];
    expect((await list()).rows.map(({ id }) => id)).toEqual([one, two]);
    expect((await list()).rows[0]).toMatchObject({
      state: 'waits',
      category: 'payment',
      assigned_to: null,
      member_email: member.email,
    });
    app.clock.advance(1000);
    expect(await reply(one, 'It has arrived.')).toBe('200');
    expect((await list()).rows.map(({ id }) => id)).toEqual([two]);
    expect((await list('state=answered')).rows.map(({ id }) => id)).toEqual([one]);
    expect((await list('member=nobody@example.com')).rows).toEqual([]);
  });

  it('are a page that goes on after its last row, and none stands twice', async () => {
    await app.context.pool.query(
      `WITH made AS (INSERT INTO ticket (id, number, member_id, category, status, awaits_us, created_at, updated_at, closed_at)
         SELECT gen_random_uuid(), 'TK-CLOSED' || n, $1, 1, 9, false, $2, $2, $2 FROM generate_series(1, 60) n RETURNING id)
       INSERT INTO ticket_message (id, ticket_id, admin_id, message, created_at) SELECT id, id, 0, 'old', $2 FROM made`,
      [member.memberId, new Date(app.clock.now() - 2 * 86_400_000)],
    );
    const first = await list('state=closed');
    const second = await list(`state=closed&after=${first.next}`);
    expect([first.rows.length, second.rows.length, second.next]).toEqual([LIST_ROWS, 10, null]);
    expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(60);
    const wrong = await support.ask('GET', 'operator/ticket/all?after=x');
    expect([wrong.status, wrong.body.err_code]).toEqual([400, 'err_page']);
  });

  // proves 7: GET operator/ticket
  // proves 7: GET operator/ticket/change
  // proves 7: GET operator/ticket/image
  // proves 7: POST operator/ticket/reply
  it('are answered once under a key, with a picture, and say when something was written', async () => {
    const id = await open('It says an error.');
    const before = await changed(id);
    app.clock.advance(1000);
    const picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const image: Part = { name: 'image', content: picture, file: { name: 'a.png', type: 'image/png' } };
    expect((await reply(id, 'Like this?', [image], support, 'reply-0001')).slice(0, 3)).toBe('200');
    expect((await reply(id, 'Like this?', [image], support, 'reply-0001')).slice(0, 3)).toBe('200');
    expect(await reply(id, 'Or like this?', [image], support, 'reply-0001')).toBe('422 err_idempotency_mismatch');
    expect((await changed(id)) > before).toBe(true);
    const { messages, replies, language } = await show(id);
    expect(messages).toMatchObject([
      { from: 'member', text: 'It says an error.', image: null },
      { from: 'support', text: 'Like this?', image: { width: 64, height: 48 } },
    ]);
    expect([language, replies.length]).toEqual(['English', READY_REPLIES.length]);
    const url = `/api/operator/ticket/image?id=${messages[1]!.id}`;
    const shown = await app.http.inject({ url, headers: { cookie: support.cookie } });
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/webp']);
    expect((await app.http.inject({ url })).statusCode).toBe(401);
    expect(await reply(id, '')).toBe('400 err_required');
    expect(await reply(id, 'I may not', [], finance)).toBe('403 err_forbidden');
  });

  it('are somebody’s, and say so on the audit log', async () => {
    const id = await open('Whose is this?');
    await support.run('ticket assign', { id });
    expect((await list('mine=yes')).rows.map((row) => row.id)).toEqual([id]);
    await support.run('ticket assign', { id, to: 'nobody' });
    expect((await show(id)).ticket.assigned_to).toBeNull();
    const { rows } = await app.context.pool.query(
      `SELECT actor, detail FROM audit WHERE action = 'ticket.assign' ORDER BY id`,
    );
    const me = 'operator:support@minerx.test';
    expect(rows).toEqual([
      { actor: me, detail: { before: null, after: me } },
      { actor: me, detail: { before: me, after: null } },
    ]);
    expect((await support.run('ticket assign', { id, to: 'ghost@minerx.test' })).text).toContain(
      'There is no operator',
    );
    expect((await support.run('ticket assign', { id, to: 'finance@minerx.test' })).text).toContain(
      'finance@minerx.test is finance and answers no tickets.',
    );
  });

  it('leave a line about who read them, and none for asking whether there is news', async () => {
    const id = await open('Who reads this?');
    await changed(id);
    await show(id);
    const { rows } = await app.context.pool.query(
      `SELECT actor FROM audit WHERE action = 'operator.look' AND subject = 'ticket show' AND detail ->> 'id' = $1`,
      [id],
    );
    expect(rows).toEqual([{ actor: 'operator:support@minerx.test' }]);
  });

  it('have ready replies in all ten languages, each said in its own words', () => {
    for (const about of READY_REPLIES) {
      const texts = LANGUAGE_CODES.map((language) => READY_REPLY_TEXTS[language][about]);
      expect(texts.every((text) => text.trim().length > 5)).toBe(true);
      expect(new Set(texts).size).toBe(LANGUAGE_CODES.length);
    }
  });
});
