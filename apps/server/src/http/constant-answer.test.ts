import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../test/app.ts';
import { seedReference } from '../seed/reference.ts';
import { ConstantAnswer } from './constant-answer.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await seedReference(app.context.pool);
});
afterAll(() => app.close());

const ask = (url: string, headers: Record<string, string> = {}) => app.http.inject({ url, headers });

describe('an answer that is the same for everybody', () => {
  it('comes as it is, with gzip or with brotli, and is the same each time', async () => {
    for (const url of ['/api/openapi.json', '/api/system/languages', '/api/country/all']) {
      const plain = await ask(url);
      expect(plain.headers).not.toHaveProperty('content-encoding');
      expect(plain.headers['content-type']).toBe('application/json; charset=utf-8');
      const br = await ask(url, { 'accept-encoding': 'gzip, deflate, br' });
      expect([br.headers['content-encoding'], br.headers['vary']]).toEqual(['br', 'accept-encoding']);
      expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body);
      const gz = await ask(url, { 'accept-encoding': 'gzip, br;q=0' });
      expect(gz.headers['content-encoding']).toBe('gzip');
      expect(gunzipSync(gz.rawPayload).toString()).toBe(plain.body);
    }
  });

  it('is not sent again to who has it, and may be kept only to be asked about', async () => {
    const { headers } = await ask('/api/openapi.json');
    expect(headers['cache-control']).toBe('no-cache');
    const again = await ask('/api/openapi.json', { 'if-none-match': `"other", W/${headers['etag']}` });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect((await ask('/api/openapi.json', { 'if-none-match': '"other"' })).statusCode).toBe(200);
  });

  it('is made once for however many ask at the same moment, and anew when it was forgotten or could not be made', async () => {
    let made = 0;
    let broken = true;
    const answer = new ConstantAnswer(async () => {
      made += 1;
      if (broken) throw new Error('not now');
      return { made };
    });
    const http = Fastify();
    http.get('/', (request, reply) => answer.send(request, reply));
    expect((await http.inject('/')).statusCode).toBe(500);
    broken = false;
    const all = await Promise.all(Array.from({ length: 20 }, () => http.inject('/')));
    expect(new Set(all.map(({ body }) => body))).toEqual(new Set(['{"made":2}']));
    answer.forget();
    expect((await http.inject('/')).json()).toEqual({ made: 3 });
    await http.close();
  });

  it('has a limit for who asks too often', async () => {
    const answers = await Promise.all(Array.from({ length: 130 }, () => ask('/api/openapi.json')));
    expect(answers.filter(({ statusCode }) => statusCode === 429).length).toBeGreaterThan(0);
    expect(answers.find(({ statusCode }) => statusCode === 429)?.json().err_code).toBe('err_too_many');
  });
});
