import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import { bearer, call, register, signIn } from '../../../test/people.ts';
import { listBreaksInAudit } from '../integrity/audit-chain.query.ts';
import { readMarkdownFile, readTextsFile } from './announcement-file.ts';
import { correctAnnouncement, publishAnnouncement, withdrawAnnouncement } from './announcement.command.ts';
import { runShell, shellRefusal } from '../../../test/operator/shell.ts';

let app: TestApp;
let headers: { authorization: string };
const folder = mkdtempSync(join(tmpdir(), 'minerx-news-'));

beforeAll(async () => {
  app = await testApp();
  headers = bearer((await signIn(app, await register(app))).accessToken);
}, 60_000);
afterAll(() => app.close());

type Wire = Record<string, string | null>;

const home = async () =>
  (await call(app, 'GET', 'member/dashboard', undefined, headers)).body.result as unknown as {
    banner: Wire[];
    marquee: Wire | null;
    nft: Wire[];
    announcement: Wire | null;
  };
const list = async (page = 1, pageSize?: number) =>
  (await call(app, 'POST', 'notification/all', { page, ...(pageSize ? { pageSize } : {}) }, headers)).body
    .result as unknown as { data: Wire[]; paginator: { page: number; pageSize: number; total: number } };
const one = (id: string) => call(app, 'GET', `notification/getById?id=${id}`, undefined, headers);

const publish = (
  title: string,
  message: string,
  more: { variants?: Record<string, string>; from?: Date; until?: Date; popsUp?: boolean } = {},
) => {
  app.clock.advance(1000);
  return publishAnnouncement(app.context, {
    title: { base: title, variants: {} },
    message: { base: message, variants: more.variants ?? {} },
    picture: null,
    from: more.from,
    until: more.until,
    popsUp: more.popsUp,
    actor: 'operator:test',
    reason: 'test',
  });
};
const file = (name: string, content: string | Buffer): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
const shell = (...words: string[]): Promise<string> => runShell(app.context, words);
const complaint = (...words: string[]): Promise<string> => shellRefusal(app.context, words);
const drawing = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0a66b2' } });

describe('the home screen', () => {
  // proves 7: GET member/dashboard
  it('has pictures of the collection for its tiles, each with its name', async () => {
    const { nft } = await home();
    expect(nft).toHaveLength(84);
    expect(nft[0]).toEqual({ nft_image: '/api/nft/picture/1.svg', nft_name: 'AOG #00001' });
    expect(new Set(nft.map(({ nft_image }) => nft_image)).size).toBe(84);
  });
});

describe('announcements', () => {
  it('are nothing before the first one, and closed to visitors', async () => {
    expect(await home()).toMatchObject({ banner: [], marquee: null, announcement: null });
    expect(await list()).toEqual({ data: [], paginator: { page: 1, pageSize: 8, total: 0 } });
    for (const [method, path] of [
      ['GET', 'member/dashboard'],
      ['POST', 'notification/all'],
      ['GET', 'notification/getById?id=x'],
    ] as const)
      expect((await call(app, method, path, method === 'POST' ? {} : undefined)).status).toBe(401);
  });

  it('reach every member sanitised, with the variants that were written', async () => {
    const id = await publish('First', '<p onclick="steal()">Hello\0 <b>all</b></p><script>steal()</script>', {
      variants: { gr: '<p>Hallo</p>\ud800<img src=x onerror=steal()>', zh: '  ' },
    });
    const answer = await one(id);
    expect(answer.body.result).toEqual({
      announcement: {
        id,
        announcement_title: 'First',
        announcement_message: '<p>Hello <b>all</b></p>',
        announcement_message_gr: '<p>Hallo</p>\ufffd',
        announcement_image: null,
        announcement_created_date: new Date(app.clock.now()).toISOString(),
      },
    });
    expect((await home()).announcement).toMatchObject({ id, announcement_title: 'First' });
  });

  it('are refused without a title, without words, too long, or in a language that the app does not speak', async () => {
    const refused = async (title: string, message: string, variants?: Record<string, string>) =>
      publish(title, message, variants ? { variants } : {}).then(
        () => null,
        (error: { more: { fields: unknown } }) => error.more.fields,
      );
    expect(await refused(' ', '<p>x</p>')).toEqual({ announcement_title: 'err_required' });
    expect(await refused('a\nb', '<p>x</p>')).toEqual({ announcement_title: 'err_format' });
    expect(await refused('a'.repeat(201), '<p>x</p>')).toEqual({ announcement_title: 'err_too_long' });
    expect(await refused('x', '<script>only()</script>')).toEqual({ announcement_message: 'err_required' });
    expect(await refused('x', '<p> <br></p>')).toEqual({ announcement_message: 'err_required' });
    expect(await refused('x', 'a'.repeat(20_001))).toEqual({ announcement_message: 'err_too_long' });
    expect(await refused('x', '<p>x</p>', { fr: 'Bonjour' })).toEqual({ announcement_message_fr: 'err_format' });
    expect((await list()).paginator.total).toBe(1);
  });

  // proves 7: POST notification/all
  it('come newest first in pages of eight, each exactly once', async () => {
    for (let number = 2; number <= 18; number += 1) await publish(`Number ${number}`, '<p>Text</p>');
    const pages = [await list(1), await list(2), await list(3), await list(4)];
    expect(pages.map(({ data }) => data.length)).toEqual([8, 8, 2, 0]);
    expect(pages.map(({ paginator }) => paginator.total)).toEqual([18, 18, 18, 18]);
    expect(pages[0]!.data[0]!.announcement_title).toBe('Number 18');
    expect(new Set(pages.flatMap(({ data }) => data.map(({ id }) => id))).size).toBe(18);
  });

  it('are shown from their first moment until their end, and come up over the app only where they are to', async () => {
    const at = (seconds: number) => new Date(app.clock.now() + seconds * 1000);
    const titles = async () => (await list(1, 3)).data.map(({ announcement_title: title }) => title);
    const id = await publish('Tomorrow', '<p>x</p>', { from: at(10), until: at(20) });
    await publish('Quiet', '<p>x</p>', { popsUp: false, until: at(15) });
    expect(await titles()).toEqual(['Quiet', 'Number 18', 'Number 17']);
    expect([(await one(id)).status, (await home()).announcement]).toMatchObject([
      404,
      { announcement_title: 'Number 18' },
    ]);
    app.clock.advance(10_000);
    expect(await titles()).toEqual(['Tomorrow', 'Quiet', 'Number 18']);
    await expect.poll(async () => (await home()).announcement).toMatchObject({ announcement_title: 'Tomorrow' });
    app.clock.advance(10_000);
    expect([(await titles())[0], (await one(id)).status]).toEqual(['Number 18', 404]);
    const refused = { more: { fields: { announcement_until: 'err_format' } } };
    await expect(publish('x', '<p>x</p>', { from: at(5), until: at(5) })).rejects.toMatchObject(refused);
    await expect(publish('x', '<p>x</p>', { until: at(-1) })).rejects.toMatchObject(refused);
  });

  // proves 7: GET notification/getById
  // proves 8: err_not_found
  it('that were withdrawn answer like those that never were', async () => {
    const newest = (await list()).data[0]!.id!;
    await withdrawAnnouncement(app.context, { id: newest, actor: 'operator:test', reason: 'wrong' });
    expect((await home()).announcement).toMatchObject({ announcement_title: 'Number 17' });
    for (const id of [newest, '01900000-0000-7000-8000-000000000000', 'nonsense']) {
      const answer = await one(id);
      expect([answer.status, answer.body.err_code]).toEqual([404, 'err_not_found']);
    }
    await expect(
      withdrawAnnouncement(app.context, { id: newest, actor: 'operator:test', reason: 'again' }),
    ).rejects.toMatchObject({ code: 'err_not_found' });
  });

  it('are corrected where they stand: other words, the same place, and what stood there is on the audit log', async () => {
    const id = await publish('Wronk', '<p>Hello</p>', { variants: { gr: '<p>Hallo</p>' } });
    const before = (await one(id)).body.result as unknown as { announcement: Wire };
    const correct = (title: string, more: { id?: string } = {}) =>
      correctAnnouncement(app.context, {
        id,
        title: { base: title, variants: { gr: 'Richtig' } },
        message: { base: '<p onclick="steal()">Hello you</p>', variants: {} },
        actor: 'operator:test',
        reason: 'a slip',
        ...more,
      });
    app.clock.advance(60_000);
    await correct('Right');
    expect((await one(id)).body.result).toEqual({
      announcement: {
        id,
        announcement_title: 'Right',
        announcement_title_gr: 'Richtig',
        announcement_message: '<p>Hello you</p>',
        announcement_image: null,
        announcement_created_date: before.announcement['announcement_created_date'],
      },
    });
    await expect.poll(async () => (await home()).announcement).toMatchObject({ announcement_title: 'Right' });
    const { rows } = await app.context.pool.query<{ detail: object; reason: string }>(
      `SELECT detail, reason FROM audit WHERE action = 'announcement.correct' AND subject = $1`,
      [`announcement:${id}`],
    );
    expect(rows).toEqual([
      {
        reason: 'a slip',
        detail: {
          before: { titles: { en: 'Wronk' }, messages: { en: '<p>Hello</p>', gr: '<p>Hallo</p>' } },
          after: { titles: { en: 'Right', gr: 'Richtig' }, messages: { en: '<p>Hello you</p>' } },
        },
      },
    ]);
    await expect(correct(' ')).rejects.toMatchObject({ more: { fields: { announcement_title: 'err_required' } } });
    await expect(correct('x', { id: '01900000-0000-7000-8000-000000000000' })).rejects.toMatchObject({
      code: 'err_not_found',
    });
    await withdrawAnnouncement(app.context, { id, actor: 'operator:test', reason: 'over' });
    await expect(correct('Late')).rejects.toMatchObject({ code: 'err_not_found' });
  });
});

describe('an operator at the shell', () => {
  it('publishes Markdown in several languages', async () => {
    const markdown =
      '# New miners\n\nThey are **here**. See [the list](https://example.org/a?b=1&c=2).\n\n- one\n- two\n\n# gr: Neue Miner\n\nSie sind da.\n';
    const printed = await shell('announcement', 'publish', '--file', file('news.md', markdown));
    const id = /[0-9a-f-]{36}/.exec(printed)![0];
    expect((await one(id)).body.result).toMatchObject({
      announcement: {
        announcement_title: 'New miners',
        announcement_title_gr: 'Neue Miner',
        announcement_message:
          '<p>They are <strong>here</strong>. See <a href="https://example.org/a?b=1&amp;c=2">the list</a>.</p><ul><li>one</li><li>two</li></ul>',
        announcement_message_gr: '<p>Sie sind da.</p>',
      },
    });
    expect(await shell('announcement', 'list')).toContain('New miners (en gr)');
    await shell('announcement', 'withdraw', '--id', id, '--reason', 'over');
    expect((await one(id)).status).toBe(404);
  });

  it('publishes JSON with a picture, which is re-encoded and served to whoever knows its id', async () => {
    const jpeg = await drawing(3000, 1000)
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .jpeg()
      .toBuffer();
    const json = JSON.stringify({ title: 'Seen', title_zh: '看', message: '<p>Look</p>' });
    await shell('announcement', 'publish', '--file', file('news.json', json), '--image', file('news.jpg', jpeg));
    const path = (await home()).announcement!.announcement_image!;
    const answer = await app.http.inject({ method: 'GET', url: path });
    expect([answer.statusCode, answer.headers['content-type'], answer.headers['x-content-type-options']]).toEqual([
      200,
      'image/webp',
      'nosniff',
    ]);
    expect(answer.headers['cache-control']).toContain('immutable');
    const shown = await sharp(answer.rawPayload).metadata();
    expect([shown.format, shown.width, shown.exif]).toEqual(['webp', 1600, undefined]);
    expect((await app.http.inject({ method: 'GET', url: '/api/picture/nonsense' })).statusCode).toBe(404);
  });

  it('is told what is wrong with a file, and nothing is published', async () => {
    const total = (await list()).paginator.total;
    for (const [name, content, problem] of [
      ['a.json', '{"title": "x"', 'cannot be read'],
      ['b.json', '[]', 'must begin with "# Title"'],
      ['c.json', '{"title": "x", "mesage": "y"}', 'unknown field "mesage"'],
      ['d.json', '{"title": 5, "message": "y"}', 'title must be a text'],
      ['e.json', '{"title": "x", "message": "y", "title_fr": "z"}', 'unknown field "title_fr"'],
      ['f.json', '{"title": "x", "message": "y", "image": "x.png"}', 'unknown field "image"'],
      ['h.md', 'no title', 'must begin with "# Title"'],
      ['i.md', '# One\n\nx\n\n# Deux\n\ny', 'must begin with a language'],
    ] as const)
      expect(await complaint('announcement', 'publish', '--file', file(name, content))).toContain(problem);
    const svg = file('drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>steal()</script></svg>');
    const right = file('right.md', '# One\n\nx');
    for (const [flags, problem] of [
      [['--image', svg], 'PNG, JPEG or WebP'],
      [['--image', join(folder, 'gone.png')], 'gone.png cannot be read'],
      [['--popup', 'maybe'], 'yes or no'],
      [['--until', 'tomorrow'], 'a minute in UTC'],
    ] as const)
      expect(await complaint('announcement', 'publish', '--file', right, ...flags)).toContain(problem);
    expect(await complaint('announcement', 'withdraw', '--id', 'x', '--reason', 'r')).toContain('--id must be');
    expect((await list()).paginator.total).toBe(total);
  });

  it('hangs up banners and a marquee, and takes them down', async () => {
    const json = JSON.stringify({ title: 'X2 MAX', title_es: 'X2 MÁX', link: '/miner' });
    const image = ['--image', file('banner.png', await drawing(1600, 900).png().toBuffer())];
    const hang = (position: string, ...more: string[]) =>
      shell('banner', 'publish', '--file', file('banner.json', json), '--position', position, '--reason', 'r', ...more);
    const second = await hang('2', ...image);
    await hang('3', ...image);
    const moved = (await home()).banner[1]!.id!;
    expect(await shell('banner', 'move', '--id', moved, '--position', '1', '--reason', 'r')).toBe('It stands at 1.');
    expect(await complaint('banner', 'publish', '--file', file('banner.json', json), '--reason', 'r')).toContain(
      'the picture is missing',
    );
    await shell(
      'marquee',
      'set',
      '--file',
      file('line.json', '{"text": "Hello", "text_gr": "Hallo"}'),
      '--reason',
      'r',
    );
    const shown = await home();
    expect(shown.banner).toHaveLength(2);
    expect(`Published as ${shown.banner[1]!.id}.`).toBe(second);
    expect(shown.banner[0]).toMatchObject({ banner_title: 'X2 MAX', banner_title_es: 'X2 MÁX', banner_link: '/miner' });
    expect(shown.marquee).toEqual({ marquee_text: 'Hello', marquee_text_gr: 'Hallo' });
    for (const { id } of shown.banner) await shell('banner', 'withdraw', '--id', id!, '--reason', 'r');
    await shell('marquee', 'off', '--reason', 'r');
    expect(await home()).toMatchObject({ banner: [], marquee: null });
    const outside = file('out.json', JSON.stringify({ title: 'x', link: 'https://example.org' }));
    await expect(shell('banner', 'publish', '--file', outside, ...image, '--reason', 'r')).rejects.toMatchObject({
      more: { fields: { banner_link: 'err_format' } },
    });
  });

  it('tells where a text says a thing otherwise than the app does, and publishes it all the same', async () => {
    const line = '{"text": "Wallets are open", "text_gr": "Kein Barwert", "text_es": "Tus billeteras"}';
    expect(await shell('marquee', 'set', '--file', file('words.json', line), '--reason', 'r')).toBe(
      [
        'The marquee is set.',
        'Words: gr text: /Barwert/ is refused, say bar ausgezahlt',
        'Words: gr text: names the wallet otherwise than /Wallet|Guthaben/',
      ].join('\n'),
    );
  });

  it('leaves an entry for each of these in the audit log, whose chain holds', async () => {
    const { rows } = await app.context.pool.query<{ action: string; count: bigint }>(
      `SELECT action, count(*) FROM audit GROUP BY action ORDER BY action`,
    );
    expect(Object.fromEntries(rows.map(({ action, count }) => [action, Number(count)]))).toMatchObject({
      'announcement.correct': 1,
      'announcement.publish': 23,
      'announcement.withdraw': 3,
      'banner.publish': 2,
      'banner.move': 1,
      'banner.withdraw': 2,
      'marquee.set': 3,
    });
    expect(await listBreaksInAudit(app.context.pool)).toEqual([]);
  });
});

describe('what an operator writes', () => {
  it('is read with its variants', () => {
    expect(readTextsFile('{"title": "a", "title_my": "b"}', { texts: ['title'] })).toEqual({
      texts: { title: { base: 'a', variants: { my: 'b' } } },
      plain: {},
      problems: [],
    });
    expect(readMarkdownFile('# A\r\n\r\nb\r\n\r\n# zh: 甲\r\n\r\n乙').texts).toEqual({
      title: { base: 'A', variants: { zh: '甲' } },
      message: { base: 'b', variants: { zh: '乙' } },
    });
  });
});
