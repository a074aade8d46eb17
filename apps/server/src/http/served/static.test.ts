import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import pino from 'pino';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { createHttp } from '../server.ts';
import { serveWeb } from './static.ts';

let root: string;
let http: ReturnType<typeof fastify>;
const put = (name: string, text: string) => writeFileSync(join(root, name), text);
const get = (url: string) => http.inject({ url, headers: { accept: 'text/html' } });

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'minerx-static-'));
  mkdirSync(join(root, 'assets'));
  put('index.html', 'first build');
  put('sw.js', '// service worker');
  put('.fingerprint', 'of the sources');
  put('assets/entry-aaaaaaaa.js', '1');
  http = fastify();
  await serveWeb(http, async () => null, root);
});
afterEach(async () => {
  await http.close();
  rmSync(root, { recursive: true, force: true });
});

describe('the built member app', () => {
  it('keeps hashed files for ever, and asks anew for pages and for the service worker', async () => {
    expect((await get('/assets/entry-aaaaaaaa.js')).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    );
    expect((await get('/sw.js')).headers['cache-control']).toBe('no-cache');
    expect((await get('/')).headers['cache-control']).toBe('no-cache');
  });

  it('gives every page the shell, but nothing for files that are not there or not to be seen', async () => {
    expect((await get('/profile/myteam')).body).toBe('first build');
    expect((await get('/assets/gone-bbbbbbbb.js')).statusCode).toBe(404);
    expect((await get('/.fingerprint')).body).not.toContain('of the sources');
  });

  it('serves a build that took the place of another while the server ran', async () => {
    rmSync(root, { recursive: true });
    mkdirSync(join(root, 'assets'), { recursive: true });
    put('index.html', 'second build');
    put('assets/entry-cccccccc.js', '2');
    expect((await get('/')).body).toBe('second build');
    expect((await get('/assets/entry-cccccccc.js')).body).toBe('2');
    expect((await get('/assets/entry-aaaaaaaa.js')).statusCode).toBe(404);
  });
});

describe('a question about a file that cannot be answered', () => {
  it('is the asker’s fault, in the shape of every refusal, and no error of ours', async () => {
    const errors: string[] = [];
    const log = pino({ level: 'error' }, { write: (line: string) => void errors.push(line) });
    const app = await testApp({ log });
    const context = { ...app.context, metrics: new Registry() };
    const server = createHttp(context, { newRequestId: () => 'r1', findChosen: async () => null });
    await serveWeb(server, async () => null, root);
    const origin = await server.listen({ host: '127.0.0.1', port: 0 });
    const asked = async (headers: Record<string, string>) => {
      const answer = await fetch(`${origin}/index.html`, { headers });
      const { err_code } = (await answer.json()) as { err_code: string };
      return [answer.status, err_code];
    };
    expect(await asked({ 'if-match': '"x"' })).toEqual([412, 'err_bad_request']);
    expect(await asked({ range: 'bytes=99999999-' })).toEqual([416, 'err_bad_request']);
    expect(errors).toEqual([]);
    await server.close();
    await app.close();
  });
});
