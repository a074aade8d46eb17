import { randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Ticket, TicketMessage } from '@minerx/contract/ticket';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import { formData, type Part } from '../../../test/input/form-data.ts';
import { bearer, call, register, signIn } from '../../../test/people.ts';
import { listBreaksInAudit } from '../integrity/audit-chain.query.ts';
import { runShell } from '../../../test/operator/shell.ts';

let app: TestApp;
let token: string;
let strangers: string;
let person: Awaited<ReturnType<typeof register>>;

beforeAll(async () => {
  app = await testApp();
  person = await register(app);
  const stranger = await register(app);
  token = (await signIn(app, person)).accessToken;
  strangers = (await signIn(app, stranger)).accessToken;
}, 60_000);
afterAll(() => app.close());

const withKey = (who: string, key: string = randomUUID()) => ({ ...bearer(who), 'idempotency-key': key });

const open = async (question = 'Where is my deposit?', who = token): Promise<Ticket> => {
  const answer = await call(
    app,
    'POST',
    'member/ticket',
    { support_category: 1, support_question: question },
    withKey(who),
  );
  if (answer.status !== 200) throw new Error(answer.text);
  return (answer.body.result as unknown as { ticket: Ticket }).ticket;
};

const image = (content: Buffer | string, name = 'photo.png', type = 'image/png'): Part => ({
  name: 'image',
  content,
  file: { name, type },
});

const post = async (parts: readonly Part[], who = token, key: string = randomUUID()) => {
  const { payload, headers } = formData(parts);
  const answer = await app.http.inject({
    method: 'POST',
    url: '/api/member/ticket/send',
    payload,
    headers: { ...headers, ...withKey(who, key) },
  });
  const body = answer.json() as { result?: { ticket: TicketMessage }; err_code?: string; err_fields?: unknown };
  return { status: answer.statusCode, body, sent: body.result?.ticket };
};

const say = (id: string, message: string, more: readonly Part[] = []) => [
  { name: 'id', content: id },
  { name: 'message', content: message },
  ...more,
];

const read = async (id: string, who = token) => {
  const answer = await call(app, 'GET', `member/ticket/getById?id=${id}`, undefined, bearer(who));
  const result = answer.body.result as unknown as { ticket: Ticket; message: TicketMessage[] } | undefined;
  return { status: answer.status, ...result };
};

const list = async (body: object = {}, who = token) => {
  const answer = await call(app, 'POST', 'member/ticket/all', body, bearer(who));
  return answer.body.result as unknown as { data: Ticket[]; paginator: { total: number } };
};

const fetchImage = (id: string, headers: Record<string, string>) =>
  app.http.inject({ method: 'GET', url: `/api/member/ticket/image?id=${id}`, headers });

const helpcenter = async (): Promise<boolean> => {
  const { body } = await call(app, 'GET', 'member/profile', undefined, bearer(token));
  return (body.result as unknown as { member: { helpcenter: boolean } }).member.helpcenter;
};

const shell = (...words: string[]): Promise<string> => runShell(app.context, words);

const picture = sharp({ create: { width: 64, height: 48, channels: 3, background: '#c33' } });
const png = () => picture.clone().png().toBuffer();

describe('a ticket', () => {
  // proves 7: POST member/ticket
  it('opens with a question, which is its first message', async () => {
    const ticket = await open('Where is\r\nmy deposit? ');
    expect(ticket).toMatchObject({ support_ticket_categoryid: 1, support_ticket_status: 1, unread: false });
    expect(ticket.support_ticket_enquryid).toMatch(/^TK-[0-9A-Z]{8}$/);
    const { message } = await read(ticket.id);
    expect(message).toHaveLength(1);
    expect(message![0]).toMatchObject({ message: 'Where is\nmy deposit?', support_ticket_adminid: 0 });
    expect(message![0]!.member_username).not.toBe('');
  });

  // proves 5: ticket: category and question
  // proves 8: err_ticket_category
  it('needs one of five categories and a question of at most 2 000 characters', async () => {
    const wrong = async (support_category: unknown, support_question: unknown) =>
      (await call(app, 'POST', 'member/ticket', { support_category, support_question }, withKey(token))).body
        .err_fields;
    expect(await wrong(0, 'x')).toEqual({ support_category: 'err_ticket_category' });
    expect(await wrong(6, 'x')).toEqual({ support_category: 'err_ticket_category' });
    expect(await wrong(undefined, ' \n ')).toEqual({
      support_category: 'err_required',
      support_question: 'err_required',
    });
    expect(await wrong(5, 'x'.repeat(2001))).toEqual({ support_question: 'err_too_long' });
    expect(await wrong(5, 'a\u0000b')).toEqual({ support_question: 'err_format' });
  });

  it('is opened once for one key, however often it is asked, at once too', async () => {
    const key = randomUUID();
    const ask = (support_question: string) =>
      call(app, 'POST', 'member/ticket', { support_category: 2, support_question }, withKey(token, key));
    const before = (await list()).paginator.total;
    const answers = await Promise.all([ask('Once'), ask('Once'), ask('Once')]);
    const ids = answers.map(({ body }) => (body.result as unknown as { ticket: Ticket }).ticket.id);
    expect(new Set(ids).size).toBe(1);
    expect((await ask('Twice')).body.err_code).toBe('err_idempotency_mismatch');
    expect((await list()).paginator.total).toBe(before + 1);
  });

  // proves 7: POST member/ticket/all
  it('is listed to its member only, newest first, by pages of eight', async () => {
    for (let n = 0; n < 9; n += 1) {
      app.clock.advance(1000);
      await open(`Question ${n}`);
    }
    const first = await list();
    expect(first.data).toHaveLength(8);
    expect(first.data[0]!.support_ticket_message).toBe('Question 8');
    const second = await list({ page: 2 });
    expect(second.data.length + 8).toBe(first.paginator.total);
    expect((await list({}, strangers)).paginator.total).toBe(0);
  });

  // proves 7: GET member/ticket/getById
  it('of somebody else is as missing as none: not read, not written to, and no picture of it', async () => {
    const ticket = await open();
    const { sent } = await post(say(ticket.id, '', [image(await png())]));
    for (const id of [ticket.id, randomUUID(), 'x']) {
      expect((await read(id, strangers)).status).toBe(404);
      expect((await post(say(id, 'Hello'), strangers)).body.err_code).toBe('err_not_found');
      expect((await fetchImage(sent!.id, bearer(strangers))).json()).toMatchObject({ err_code: 'err_not_found' });
    }
    expect((await fetchImage(sent!.id, {})).statusCode).toBe(401);
    expect((await fetchImage(ticket.id, bearer(token))).statusCode).toBe(404);
  });

  it('is refused to those who are not signed in', async () => {
    for (const [method, path] of [
      ['POST', 'member/ticket'],
      ['POST', 'member/ticket/all'],
      ['GET', 'member/ticket/getById?id=x'],
      ['POST', 'member/ticket/send'],
    ] as const)
      expect((await call(app, method, path, method === 'POST' ? {} : undefined)).status).toBe(401);
  });
});

describe('a message', () => {
  // proves 5: message: text or an image, never to a closed ticket
  it('is text, an image or both, but never nothing', async () => {
    const { id } = await open();
    app.clock.advance(1000);
    expect((await post(say(id, 'line one\r\nline two'))).sent).toMatchObject({ message: 'line one\nline two' });
    app.clock.advance(1000);
    const { sent } = await post(say(id, '', [image(await png())]));
    expect(sent).toMatchObject({ support_ticket_image_width: 64, support_ticket_image_height: 48 });
    expect(await post(say(id, ' '))).toMatchObject({ status: 400, body: { err_fields: { message: 'err_required' } } });
    const nothing = image('', '', 'application/octet-stream');
    expect((await post(say(id, '', [nothing]))).body.err_fields).toEqual({ message: 'err_required' });
    expect((await post(say(id, 'x'.repeat(2001)))).body.err_fields).toEqual({ message: 'err_too_long' });
    expect((await read(id)).message!.map(({ message }) => message)).toEqual([
      'Where is my deposit?',
      'line one\nline two',
      '',
    ]);
  });

  // proves 7: POST member/ticket/send
  it('is sent once for one key, picture and all', async () => {
    const { id } = await open();
    const key = randomUUID();
    const parts = say(id, 'Once', [image(await png())]);
    const answers = await Promise.all([post(parts, token, key), post(parts, token, key)]);
    expect(new Set(answers.map(({ sent }) => sent!.id)).size).toBe(1);
    expect((await post(say(id, 'Once'), token, key)).body.err_code).toBe('err_idempotency_mismatch');
    expect((await read(id)).message).toHaveLength(2);
  });

  it('needs a key', async () => {
    const { id } = await open();
    const { payload, headers } = formData(say(id, 'Hello'));
    const answer = await app.http.inject({
      method: 'POST',
      url: '/api/member/ticket/send',
      payload,
      headers: { ...headers, ...bearer(token) },
    });
    expect(answer.json()).toMatchObject({ err_code: 'err_idempotency_key' });
  });

  it('comes at most sixty times an hour', async () => {
    const { id } = await open('Many', strangers);
    const codes: (string | undefined)[] = [];
    for (let n = 0; n < 61; n += 1) {
      app.clock.advance(2000);
      codes.push((await post(say(id, `Message ${n}`), strangers)).body.err_code);
    }
    expect(codes.filter((code) => code === undefined)).toHaveLength(60);
    expect(codes.at(-1)).toBe('err_too_many');
    app.clock.set('2026-11-20T12:05:00Z');
  });
});

describe('an uploaded image', () => {
  // proves 7: member/ticket/image
  it('comes back re-encoded, to be saved and not run, to its owner', async () => {
    const { id } = await open();
    const polyglot = Buffer.concat([await picture.clone().jpeg().toBuffer(), Buffer.from('<script>alert(1)</script>')]);
    const { sent } = await post(say(id, '', [image(polyglot, '../../x.html', 'text/html')]));
    const answer = await fetchImage(sent!.support_ticket_image, bearer(token));
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-disposition': 'attachment; filename="image.webp"',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'no-store',
    });
    expect(answer.rawPayload.toString('latin1', 8, 12)).toBe('WEBP');
    expect(answer.rawPayload.includes('<script>')).toBe(false);
  });

  // proves 5: message: images only
  // proves 8: err_bad_request, err_too_large, err_media_type, err_image
  it('is refused when it is no picture, too large, or not the one file of the form', async () => {
    const { id } = await open();
    const code = async (...parts: Part[]) => {
      const { status, body } = await post(say(id, 'Look', parts));
      return [status, body.err_code];
    };
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    expect(await code(image(svg))).toEqual([415, 'err_media_type']);
    expect(await code(image('GIF89a'.padEnd(200, 'x')))).toEqual([415, 'err_media_type']);
    expect(await code(image(Buffer.concat([await png()]).subarray(0, 50)))).toEqual([422, 'err_image']);
    expect(await code(image(Buffer.alloc(6 * 1024 * 1024, 1)))).toEqual([413, 'err_too_large']);
    expect(await code(image(await png()), image(await png()))).toEqual([413, 'err_too_large']);
    expect(await code({ ...image(await png()), name: 'other' })).toEqual([400, 'err_bad_request']);
    expect((await read(id)).message).toHaveLength(1);
  });

  it('of more bytes than allowed is refused without a length in the head, too', async () => {
    const { id } = await open();
    const { payload, headers } = formData(say(id, 'Look', [image(Buffer.alloc(6 * 1024 * 1024, 1))]));
    await app.http.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.http.server.address() as { port: number };
    const chunks = new ReadableStream({
      start: (to) => {
        for (let at = 0; at < payload.length; at += 65_536) to.enqueue(payload.subarray(at, at + 65_536));
        to.close();
      },
    });
    const answer = await fetch(`http://127.0.0.1:${port}/api/member/ticket/send`, {
      method: 'POST',
      headers: { ...headers, ...withKey(token) },
      body: chunks,
      duplex: 'half',
    } as RequestInit);
    expect([answer.status, ((await answer.json()) as { err_code: string }).err_code]).toEqual([413, 'err_too_large']);
  });

  it('is refused in a form that nobody can read, and as JSON', async () => {
    const { id } = await open();
    const send = async (payload: string, type: string) => {
      const answer = await app.http.inject({
        method: 'POST',
        url: '/api/member/ticket/send',
        payload,
        headers: { 'content-type': type, ...withKey(token) },
      });
      return (answer.json() as { err_code: string }).err_code;
    };
    expect(await send(JSON.stringify({ id, message: 'Hello' }), 'application/json')).toBe('err_media_type');
    expect(await send('x', 'multipart/form-data')).toBe('err_bad_request');
    expect(await send('--b\r\nContent-Disp', 'multipart/form-data; boundary=b')).toBe('err_bad_request');
    const { payload, headers } = formData(say(id, 'Hello'));
    expect(await send(payload.toString().slice(0, -20), headers['content-type'])).toBe('err_bad_request');
    const proto = formData([...say(id, 'Hello'), { name: '__proto__', content: '1' }]);
    expect(await send(proto.payload.toString(), proto.headers['content-type'])).toBe('err_bad_request');
  });

  it('is not taken where no call of ours takes one', async () => {
    const { payload, headers } = formData([{ name: 'support_category', content: '1' }]);
    const answer = await app.http.inject({
      method: 'POST',
      url: '/api/member/ticket',
      payload,
      headers: { ...headers, ...withKey(token) },
    });
    expect(answer.statusCode).toBe(415);
  });
});

describe('tickets', () => {
  it('are at most twenty a day', async () => {
    const ask = () =>
      call(app, 'POST', 'member/ticket', { support_category: 5, support_question: 'Again' }, withKey(token));
    let answer = await ask();
    for (let n = 0; n < 20 && answer.status === 200; n += 1) answer = await ask();
    expect(answer.body.err_code).toBe('err_too_many');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(60);
    expect((await list()).paginator.total).toBe(20);
    app.clock.advance(86_400_000);
    token = (await signIn(app, person)).accessToken;
    expect((await ask()).status).toBe(200);
  });
});

describe('support at the shell', () => {
  it('answers, the member hears of it, and reading takes the mark away', async () => {
    const ticket = await open('My app does not start');
    const heard: string[] = [];
    const off = app.context.bus.subscribe('ticket_message', ({ ticketId }) => heard.push(ticketId));
    expect(await shell('ticket', 'list')).toMatch(new RegExp(`${ticket.support_ticket_enquryid} WAITS +payment`));
    const file = join(mkdtempSync(join(tmpdir(), 'minerx-reply-')), 'answer.png');
    writeFileSync(file, await png());
    app.clock.advance(1000);
    await shell('ticket', 'reply', '--id', ticket.support_ticket_enquryid, '--message', 'Please wait', '--file', file);
    off();
    expect(heard).toEqual([ticket.id]);
    expect(await helpcenter()).toBe(true);
    expect((await list()).data.find(({ id }) => id === ticket.id)!.unread).toBe(true);
    expect(await shell('ticket', 'list')).toContain(`${ticket.support_ticket_enquryid} answered`);
    const { message } = await read(ticket.id);
    expect(message!.at(-1)).toMatchObject({ message: 'Please wait', support_ticket_adminid: 1, member_username: '' });
    expect((await fetchImage(message!.at(-1)!.support_ticket_image, bearer(token))).statusCode).toBe(200);
    expect(await helpcenter()).toBe(false);
    const shown = await shell('ticket', 'show', '--id', ticket.id);
    expect(shown).toContain('My app does not start');
    expect(shown).toContain('[image]');
  });

  // proves 8: err_ticket_closed
  it('closes: nobody writes to it any more, and it stays to be read', async () => {
    const ticket = await open();
    await shell('ticket', 'close', '--id', ticket.support_ticket_enquryid, '--reason', 'Answered by phone');
    expect((await read(ticket.id)).ticket).toMatchObject({ support_ticket_status: 9, unread: false });
    expect(await post(say(ticket.id, 'One more'))).toMatchObject({
      status: 409,
      body: { err_code: 'err_ticket_closed' },
    });
    for (const verb of ['close', 'reply'])
      await expect(
        shell('ticket', verb, '--id', ticket.id, ...(verb === 'reply' ? ['--message', 'x'] : [])),
      ).rejects.toMatchObject({ code: 'err_ticket_closed' });
    expect(await shell('ticket', 'list')).not.toContain(ticket.support_ticket_enquryid);
    expect(await shell('ticket', 'list', '--all', 'yes')).toContain(ticket.support_ticket_enquryid);
  });

  it('leaves who, what and why in the audit log', async () => {
    const { rows } = await app.context.pool.query<{ action: string; reason: string }>(
      `SELECT action, reason FROM audit WHERE action LIKE 'ticket.%' ORDER BY id`,
    );
    expect(rows).toEqual([
      { action: 'ticket.reply', reason: 'reply to the member' },
      { action: 'ticket.close', reason: 'Answered by phone' },
    ]);
    expect(await listBreaksInAudit(app.context.pool)).toEqual([]);
  });

  it('says so when there is no such ticket or nothing to say', async () => {
    await expect(shell('ticket', 'show', '--id', 'TK-NOTHERE0')).rejects.toThrow('There is no ticket');
    await expect(shell('ticket', 'reply', '--id', (await open()).id)).rejects.toThrow('--message');
  });
});
