import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { START_FLAGS } from '../measure/harness.ts';

export interface Served {
  url: string;
  stop(): Promise<void>;
}

const ROOT = join(import.meta.dirname, '../../..');
const WEB = join(ROOT, 'apps/web');
/** The build that the product serves. */
export const DIST = join(WEB, 'dist');

const DEBIANS = '/usr/bin/chromium';
const executablePath = process.env['CHROMIUM_PATH'] ?? (existsSync(DEBIANS) ? DEBIANS : undefined);
/** The browser to launch: `CHROMIUM_PATH`, Debian's, or the one that Playwright brings. */
export const CHROMIUM = {
  ...(executablePath !== undefined && { executablePath }),
  chromiumSandbox: process.getuid?.() !== 0,
};

/** The server that `WEB_URL` names, or a product of its own. */
export const takeProduct = async (): Promise<Served> => {
  const running = process.env['WEB_URL'];
  return running ? { url: running, stop: async () => undefined } : startProduct();
};

/** The product as `npm start` starts it, in a folder of its own with the demo; the first start takes a minute. */
const startProduct = async (): Promise<Served> => {
  const folder = mkdtempSync(join(tmpdir(), 'minerx-web-'));
  chmodSync(folder, 0o711); // As root the database runs as nobody and must pass through.
  const child = spawn(process.execPath, [...START_FLAGS, join(ROOT, 'apps/server/src/start.ts')], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: join(folder, 'data'), PORT: '0', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let url = '';
  for await (const line of createInterface({ input: child.stdout })) {
    url ||= /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0] ?? '';
    if (line.startsWith('ready')) break;
  }
  child.stdout.resume();
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await new Promise((resolve) => child.once('exit', resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

const HELLO = {
  'index.html':
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Hello</title><link rel="icon" href="data:,"></head><body><div id="root"></div><script type="module" src="/main.ts"></script></body></html>',
  'main.ts':
    "import { createElement } from 'react';\nimport { createRoot } from 'react-dom/client';\ncreateRoot(document.getElementById('root')!).render(createElement('h1', null, 'Hello, world'));\n",
  'vite.config.ts':
    "import { precompress } from '../../build/precompress.ts';\nexport default { plugins: [precompress()], build: { target: ['chrome111', 'safari16.4', 'firefox121'], modulePreload: { polyfill: false } } };\n",
};

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'application/javascript; charset=utf-8',
};

/** A page that does nothing but greet, with React, built and compressed as our app is: what no app on React goes below. */
export const startHello = async (): Promise<Served> => {
  // Below the app, so that it finds the app's React.
  const folder = join(WEB, `.data/hello-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(HELLO)) writeFileSync(join(folder, name), text);
  const vite = join(dirname(createRequire(join(WEB, 'package.json')).resolve('vite/package.json')), 'bin/vite.js');
  execFileSync(process.execPath, [vite, 'build'], { cwd: folder, stdio: 'pipe' });
  const server = createServer((request, response) => {
    const path = request.url === '/' ? '/index.html' : (request.url ?? '');
    const file = join(folder, 'dist', `${path}.br`);
    if (path.includes('..') || !existsSync(file)) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'text/plain', 'content-encoding': 'br' });
    response.end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
