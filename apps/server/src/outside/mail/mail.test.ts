import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { createEmlMailer } from './eml.ts';
import { isMailbox } from './compose.ts';
import type { Mail, Mailer } from './port.ts';
import { createSmtpMailer } from './smtp.ts';

const from = { name: 'MinerX', address: 'no-reply@minerx.test' };
const mailWith = (changes: Partial<Mail> = {}): Mail => ({
  messageId: 'code-42',
  to: { name: '陳大文', address: 'chan@example.test' },
  subject: '驗證碼 · Mã xác minh · รหัสยืนยัน · Prüfcode',
  text: 'รหัสของคุณคือ 123456',
  html: '<p>코드 <b>123456</b></p>',
  ...changes,
});

type Delivered = { to: string[]; raw: string };
let server: SMTPServer | null = null;
let mailer: Mailer | null = null;
let directory: string | null = null;
afterEach(async () => {
  await mailer?.close();
  await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
  if (directory) await rm(directory, { recursive: true });
  [server, mailer, directory] = [null, null, null];
});

/** A real SMTP server that keeps what it is given. */
const smtp = async (options: SMTPServerOptions = {}, requireTls?: boolean): Promise<{ inbox: Delivered[] }> => {
  const inbox: Delivered[] = [];
  server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    logger: false,
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        inbox.push({ to, raw: Buffer.concat(parts).toString('utf8') });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const tls = requireTls === undefined ? {} : { requireTls };
  mailer = createSmtpMailer({ sourceId: 'mail', url: `smtp://127.0.0.1:${port}`, from, timeoutMs: 1000, ...tls });
  return { inbox };
};

const refusal = (responseCode: number, text: string): Error => Object.assign(new Error(text), { responseCode });

describe('a mail by SMTP', () => {
  it('arrives in every script, to one recipient, with its own id', async () => {
    const { inbox } = await smtp();
    await mailer!.send(mailWith());
    expect(inbox).toHaveLength(1);
    expect(inbox[0]!.to).toEqual(['chan@example.test']);
    const read = await PostalMime.parse(inbox[0]!.raw);
    const { subject, text, html } = mailWith();
    expect({ subject: read.subject, text: read.text?.trim(), html: read.html?.trim() }).toEqual({
      subject,
      text,
      html,
    });
    expect(read.from).toMatchObject(from);
    expect(read.to).toMatchObject([mailWith().to]);
    expect(read.messageId).toBe('<code-42@minerx.test>');
  });

  it('has the same id when it is sent again', async () => {
    const { inbox } = await smtp();
    await mailer!.send(mailWith());
    await mailer!.send(mailWith());
    const ids = await Promise.all(inbox.map(async ({ raw }) => (await PostalMime.parse(raw)).messageId));
    expect(ids).toEqual(['<code-42@minerx.test>', '<code-42@minerx.test>']);
  });

  it.each([
    ['refused', refusal(550, 'no such mailbox')],
    ['rate_limited', refusal(451, 'greylisted, try again')],
  ])('is %s by the receiving side', async (reason, error) => {
    await smtp({ onRcptTo: (_address, _session, done) => done(error) });
    await expect(mailer!.send(mailWith())).rejects.toMatchObject({ name: 'OutsideFailure', reason });
  });

  it('may be tried again when nobody listens or nobody speaks', async () => {
    await smtp({ onConnect: () => undefined });
    await expect(mailer!.send(mailWith())).rejects.toMatchObject({ reason: 'timeout' });
    const nobody = createSmtpMailer({ sourceId: 'mail', url: 'smtp://127.0.0.1:1', from });
    await expect(nobody.send(mailWith())).rejects.toMatchObject({ reason: 'unreachable' });
    await nobody.close();
  });

  it('is not sent in the open where TLS is wanted', async () => {
    const { inbox } = await smtp({}, true);
    await expect(mailer!.send(mailWith())).rejects.toMatchObject({ reason: 'unreachable' });
    expect(inbox).toEqual([]);
  });

  it.each<[string, Partial<Mail>]>([
    ['a second header in the address', { to: { name: '', address: 'victim@x.test\r\nBcc: evil@x.test' } }],
    ['two addresses', { to: { name: '', address: 'a@x.test, b@x.test' } }],
    ['a name in the address', { to: { name: '', address: 'A <a@x.test>' } }],
    ['a group', { to: { name: '', address: 'g:a@x.test;' } }],
    ['a second header in the name', { to: { name: 'A\r\nBcc: evil@x.test', address: 'a@x.test' } }],
    ['a second header in the subject', { subject: 'Hi\nBcc: evil@x.test' }],
    ['a second header in the id', { messageId: 'x>\r\nBcc: evil@x.test' }],
  ])('with %s is refused before anybody is spoken to', async (_, changes) => {
    const { inbox } = await smtp();
    await expect(mailer!.send(mailWith(changes))).rejects.toMatchObject({ reason: 'refused' });
    expect(inbox).toEqual([]);
  });

  it('keeps a quoted name a name', async () => {
    const { inbox } = await smtp();
    await mailer!.send(mailWith({ to: { name: 'A" <evil@x.test>, "B', address: 'a@x.test' } }));
    expect(inbox[0]!.to).toEqual(['a@x.test']);
  });
});

describe('a mail as a file', () => {
  it('opens like any mail, and only its owner can read it', async () => {
    directory = join(await mkdtemp(join(tmpdir(), 'mails-')), 'mail');
    mailer = createEmlMailer({ sourceId: 'mail', directory, from, clock: { now: () => Date.UTC(2026, 10, 20, 10) } });
    await mailer.send(mailWith());
    await mailer.send(mailWith({ messageId: 'code-43' }));
    const names = (await readdir(directory)).sort();
    expect(names).toEqual([
      '2026-11-20T10-00-00.000Z-000001-code-42.eml',
      '2026-11-20T10-00-00.000Z-000002-code-43.eml',
    ]);
    const path = join(directory, names[0]!);
    const read = await PostalMime.parse(await readFile(path));
    expect(read).toMatchObject({ subject: mailWith().subject, messageId: '<code-42@minerx.test>' });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('is refused under a path of its own choosing', async () => {
    directory = await mkdtemp(join(tmpdir(), 'mails-'));
    mailer = createEmlMailer({ sourceId: 'mail', directory, from, clock: Date });
    await expect(mailer.send(mailWith({ messageId: '../../x' }))).rejects.toMatchObject({ reason: 'refused' });
    await expect(mailer.send(mailWith({ messageId: '..' }))).resolves.toBeUndefined();
    expect(await readdir(directory)).toHaveLength(1);
  });
});

describe('a mailbox', () => {
  it.each(['a@b.co', "o'neil+tag@sub.example.com", 'a@xn--bcher-kva.example'])('is %s', (address) => {
    expect(isMailbox(address)).toBe(true);
  });
  it.each([
    '',
    'a',
    'a@b',
    '@b.co',
    '.a@b.co',
    'a..b@b.co',
    'a@-b.co',
    '"a b"@b.co',
    'a@[127.0.0.1]',
    'a@b.co ',
    'ä@b.co',
    'a@bücher.example',
  ])('is not "%s"', (address) => {
    expect(isMailbox(address)).toBe(false);
  });
});
