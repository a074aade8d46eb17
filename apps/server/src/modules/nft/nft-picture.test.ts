import { syncBuiltinESMExports } from 'node:module';
import zlib from 'node:zlib';
import { nftPicture } from '@minerx/art/nft';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const get = (file: string, headers: Record<string, string> = {}) =>
  app.http.inject({ url: `/api/nft/picture/${file}`, headers });

describe('the picture of a token', () => {
  it('is its drawing, for anybody, for ever, and nothing in it can run', async () => {
    const answer = await get('10001.svg');
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe(nftPicture(10_001, 'legendary'));
    expect(answer.headers).toMatchObject({
      'content-type': expect.stringContaining('image/svg+xml'),
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    expect(answer.body).not.toMatch(/<script|\son\w+=|javascript:|<foreignObject|href="(?!#)/i);
  });

  it('is not sent again to somebody who has it', async () => {
    const { etag } = (await get('7.svg')).headers;
    expect((await get('7.svg', { 'if-none-match': String(etag) })).statusCode).toBe(304);
  });

  it('is compressed once, however often it is asked for', async () => {
    const [once, eachTime] = [vi.spyOn(zlib, 'gzip'), vi.spyOn(zlib, 'createGzip')];
    syncBuiltinESMExports();
    const answers = [];
    for (let n = 0; n < 20; n += 1) answers.push(await get('11.svg', { 'accept-encoding': 'gzip, br' }));
    expect([once.mock.calls.length, eachTime.mock.calls.length]).toEqual([1, 0]);
    once.mockRestore();
    syncBuiltinESMExports();
    const plain = (await get('11.svg')).body;
    for (const { headers, rawPayload } of answers) {
      expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
      expect(zlib.gunzipSync(rawPayload).toString()).toBe(plain);
    }
  });

  it('is there for the first and the last of every category, and for no other number', async () => {
    for (const token of [1, 10_000, 10_001, 11_000, 11_001, 11_300])
      expect((await get(`${token}.svg`)).statusCode).toBe(200);
    for (const file of ['0.svg', '11301.svg', '1.png', '01.svg', '1.svg.svg', '-1.svg', '1e3.svg', '..%2f1.svg'])
      expect((await get(file)).json()).toMatchObject({ err_code: 'err_not_found' });
  });
});
