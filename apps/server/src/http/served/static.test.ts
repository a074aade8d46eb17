import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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
  await serveWeb(http, root);
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
