import type { ResultOf } from '@minerx/contract/call';
import { operatorTranslation, operatorTranslations } from '@minerx/contract/operator/translation';
import { LIST_ROWS } from '@minerx/contract/operator/list';
import { operatorNews, operatorNewsItem, type operatorWords } from '@minerx/contract/operator/news';
import { LANGUAGE_CODES } from '@minerx/rules/wire-language';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../../test/app.ts';
import { formData } from '../../../../test/input/form-data.ts';
import { emailOf, openDesk, resultOf, type Console } from '../../../../test/operator/operators.ts';

let app: TestApp;
let admin: Console;
let support: Console;
let finance: Console;
beforeAll(async () => {
  ({ app, admin, support, finance } = await openDesk('admin', 'support', 'finance'));
}, 60_000);
afterAll(() => app.close());

const inTen = (text: string): Record<string, string> =>
  Object.fromEntries(LANGUAGE_CODES.map((code) => [code === 'en' ? 'title' : `title_${code}`, `${text} ${code}`]));

const send = async (content: Buffer, by: Console = support) => {
  const file = { name: 'image', content, file: { name: 'a.png', type: 'image/png' } };
  const { payload, headers } = formData([file]);
  const answer = await app.http.inject({
    method: 'POST',
    url: '/api/operator/picture',
    payload,
    headers: { ...headers, cookie: by.cookie },
  });
  return answer.json<{ result?: { picture: string }; err_code?: string }>();
};
const drawing = () =>
  sharp({ create: { width: 160, height: 90, channels: 3, background: 'red' } })
    .png()
    .toBuffer();

const run = async (by: Console, name: string, values: Record<string, string>) => {
  app.clock.advance(1000);
  return resultOf(await by.run(name, { reason: `why ${name}`, ...values }));
};
const item = (kind: string, id: string = kind) => finance.read(operatorNewsItem, `kind=${kind}&id=${id}`);

describe('news on the desk', () => {
  // proves 7: GET operator/news/all, GET operator/news, POST operator/picture
  it('are published with a picture and in ten languages, planned, moved and taken back, each with its reason', async () => {
    const { picture } = (await send(await drawing())).result!;
    expect((await app.http.inject(`/api/picture/${picture}`)).headers['content-type']).toBe('image/webp');
    const from = '2100-01-01 08:00';
    const values = { file: JSON.stringify({ ...inTen('News'), message: '<p>x</p>' }), picture, from, popup: 'no' };
    expect((await run(support, 'announcement publish', values)).outcome).toBe('done');
    const [row] = (await finance.read(operatorNews)).rows;
    expect(row).toMatchObject({ state: 'planned', title: 'News en', from: '2100-01-01T08:00:00.000Z', popup: false });
    const shown = await item('announcement', row!.id);
    expect(shown.texts['title']).toEqual(Object.fromEntries(LANGUAGE_CODES.map((code) => [code, `News ${code}`])));
    expect(shown.audit[0]).toMatchObject({
      actor: `operator:${emailOf('support')}`,
      reason: 'why announcement publish',
    });
    await run(support, 'announcement withdraw', { id: row!.id });
    expect((await item('announcement', row!.id)).item.state).toBe('withdrawn');

    const banner = { file: JSON.stringify({ title: 'X2', link: '/miner' }), picture };
    for (const position of ['1', '2']) await run(support, 'banner publish', { ...banner, position });
    const [first] = (await finance.read(operatorNews, 'kind=banner')).rows;
    expect(await run(support, 'banner move', { id: first!.id, position: '3' })).toMatchObject({ outcome: 'done' });
    const { rows } = await finance.read(operatorNews, 'kind=banner');
    expect(rows.map(({ position, link }) => [position, link])).toEqual([
      [2, '/miner'],
      [3, '/miner'],
    ]);
    expect((await item('banner', first!.id)).audit[0]!.detail).toEqual({
      before: { position: 1 },
      after: { position: 3 },
    });
  });

  it('give back what was written to whoever corrects it, and show members sanitised HTML of it', async () => {
    const line = 'It is **here** & <i>now</i>.';
    const wrote = (text: string) =>
      Object.fromEntries(LANGUAGE_CODES.map((code) => [code, `${text}\n\n- one ${code}\n- two`]));
    const htmlOf = (lead: string, code: string) => `<p>${lead}</p><ul><li>one ${code}</li><li>two</li></ul>`;
    const rowOf = async (id: string) =>
      (await app.context.pool.query('SELECT message, messages FROM announcement WHERE id = $1', [id])).rows[0] as {
        message: string;
        messages: Record<string, string>;
      };
    const file = LANGUAGE_CODES.map(
      (code) => `# ${code === 'en' ? '' : `${code}: `}Miners ${code}\n\n${wrote(line)[code]}\n`,
    ).join('\n');
    await run(support, 'announcement publish', { file });
    const { id } = (await finance.read(operatorNews)).rows[0]!;
    expect((await item('announcement', id)).texts['message']).toEqual(wrote(line));
    const escaped = 'It is <strong>here</strong> &amp; &lt;i&gt;now&lt;/i&gt;.';
    const shown = await rowOf(id);
    for (const code of LANGUAGE_CODES)
      expect(code === 'en' ? shown.message : shown.messages[code]).toBe(htmlOf(escaped, code));

    // As the console sends it, one of them as HTML.
    const after: Record<string, string> = {
      ...wrote('It was **here**.'),
      gr: '<p onclick="steal()">Hier</p><script>steal()</script>',
    };
    const messages = Object.fromEntries(
      Object.entries(after).map(([code, text]) => [code === 'en' ? 'message' : `message_${code}`, text]),
    );
    await run(support, 'announcement correct', { id, file: JSON.stringify({ ...inTen('Miners'), ...messages }) });
    expect((await item('announcement', id)).texts['message']).toEqual(after);
    const corrected = await rowOf(id);
    expect(corrected.message).toBe(htmlOf('It was <strong>here</strong>.', 'en'));
    expect(corrected.messages['gr']).toBe('<p>Hier</p>');

    // One from before the words were kept.
    await app.context.pool.query('UPDATE announcement SET written = NULL WHERE id = $1', [id]);
    expect((await item('announcement', id)).texts['message']).toEqual({
      en: corrected.message,
      ...corrected.messages,
    });
  });

  it('have one marquee and one maintenance, whose lines say before and after', async () => {
    expect((await item('marquee')).item).toMatchObject({ state: 'over', languages: [] });
    await run(support, 'marquee set', { file: JSON.stringify({ text: 'Hello', text_gr: 'Hallo' }) });
    await run(support, 'marquee off', {});
    const { texts, audit } = await item('marquee');
    expect(texts).toEqual({ text: {} });
    expect(audit.map(({ detail }) => detail)).toEqual([
      { before: { en: 'Hello', gr: 'Hallo' }, after: null },
      { before: null, after: { en: 'Hello', gr: 'Hallo' } },
    ]);
    const words = { title: 'Soon', titles: '{"gr":"Bald"}', message: '<p>x</p>', until: '2100-01-01 08:00' };
    expect((await support.run('maintenance on', words)).status).toBe(403);
    await run(admin, 'maintenance on', words);
    expect(await item('maintenance')).toMatchObject({
      item: { state: 'shown', title: 'Soon', until: '2100-01-01T08:00:00.000Z' },
      texts: { title: { en: 'Soon', gr: 'Bald' }, message: { en: '<p>x</p>' } },
    });
    await run(admin, 'maintenance off', {});
    expect((await item('maintenance')).item).toMatchObject({ state: 'over', until: null });
  });

  it('take no picture that is none, none of whoever may not publish, and name the field that is wrong', async () => {
    expect((await send(Buffer.from('<svg/>'))).err_code).toBe('err_media_type');
    expect((await send(await drawing(), finance)).err_code).toBe('err_forbidden');
    const fieldsOf = async (values: Record<string, string>) =>
      ((await support.run('announcement publish', { reason: 'r', ...values })).body as { err_fields?: object })
        .err_fields;
    const file = JSON.stringify({ title: 'x', message: '<p>x</p>', message_gr: 'x'.repeat(20_001) });
    expect(await fieldsOf({ file })).toEqual({ announcement_message_gr: 'err_too_long' });
    for (const picture of ['x', '01900000-0000-7000-8000-000000000000'])
      expect(await fieldsOf({ file: '# x\n\nx', picture })).toEqual({ announcement_image: 'err_not_found' });
    for (const query of ['kind=banner&id=x', 'kind=marquee&id=x', `kind=announcement&id=${'0'.repeat(36)}`])
      expect((await finance.ask('GET', `operator/news?${query}`)).status).toBe(404);
  });

  it('are a page that goes on after its last row', async () => {
    const before = (await finance.read(operatorNews)).rows.length;
    for (let count = 0; count < LIST_ROWS + 2; count += 1)
      await run(support, 'announcement publish', { file: `# Number ${count}\n\nx` });
    const first = await finance.read(operatorNews);
    const rest = await finance.read(operatorNews, `after=${first.next}`);
    expect([first.rows[0]!.title, first.rows.length, rest.rows.length, rest.next]).toEqual([
      `Number ${LIST_ROWS + 1}`,
      LIST_ROWS,
      before + 2,
      null,
    ]);
  });

  // proves 7: POST operator/news/check
  it('are told before they are sent where they say a thing otherwise than the app', async () => {
    const texts = { title: { en: 'Wallets are open', gr: 'Kein Barwert', es: 'Tus billeteras' } };
    const { body } = await finance.ask('POST', 'operator/news/check', { texts });
    const { lines } = body.result as unknown as ResultOf<typeof operatorWords>;
    expect(lines).toEqual([
      'gr title: /Barwert/ is refused, say bar ausgezahlt',
      'gr title: names the wallet otherwise than /Wallet|Guthaben/',
    ]);
  });
});

describe('texts of the app on the desk', () => {
  const KEY = 'common.title.asset';
  const keys = async (query: string) => (await finance.read(operatorTranslations, query)).rows.map(({ key }) => key);

  // proves 7: GET operator/translation/all, GET operator/translation
  it('are found by key and by words of any language, page by page, with what operators say instead', async () => {
    const { files } = await finance.read(operatorTranslation, `key=${KEY}`);
    expect(Object.keys(files)).toEqual(LANGUAGE_CODES);
    expect(await keys(`search=${KEY}`)).toEqual([KEY]);
    await run(support, 'translation set', { key: KEY, texts: '{"gr":"Beutel voller Dinge"}' });
    expect(await keys(`search=${encodeURIComponent('BEUTEL voller')}`)).toEqual([KEY]);
    expect((await finance.read(operatorTranslations, 'state=own')).rows).toEqual([
      { key: KEY, english: files['en'], own: ['gr'] },
    ]);
    const shown = await finance.read(operatorTranslation, `key=${KEY}`);
    expect([shown.own, shown.audit[0]!.reason]).toEqual([{ gr: 'Beutel voller Dinge' }, 'why translation set']);
    await run(support, 'translation set', { key: KEY, texts: '{"gr":""}' });
    expect(await keys('state=own')).toEqual([]);
    const first = await finance.read(operatorTranslations);
    expect([first.rows.length, (await keys(`after=${first.next}`))[0]! > first.next!]).toEqual([LIST_ROWS, true]);
    expect((await finance.ask('GET', 'operator/translation?key=no.such')).status).toBe(404);
  });

  it('say what the specification has, where they are shown otherwise', async () => {
    expect(await keys('state=specified')).toContain('nft.failed.title');
    const { specified, files } = await finance.read(operatorTranslation, 'key=nft.failed.title');
    expect([specified, files['en']]).toEqual(['NftWithdraw', 'NFT Withdrawal']);
    expect((await finance.read(operatorTranslation, `key=${KEY}`)).specified).toBeNull();
  });
});
