import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
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

const PAGE =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Hello</title><link rel="icon" href="data:,"></head><body><div id="root"></div><script type="module" src="/main.ts"></script></body></html>';
const VITE_CONFIG =
  "import { precompress } from '../../../web/build/precompress.ts';\nexport default { plugins: [precompress()], build: { target: ['chrome111', 'safari16.4', 'firefox121'], modulePreload: { polyfill: false } } };\n";

const GREETING =
  "import { createElement } from 'react';\nimport { createRoot } from 'react-dom/client';\ncreateRoot(document.getElementById('root')!).render(createElement('h1', null, 'Hello, world'));\n";

/** What a list cannot do without: who is signed in is asked before the page is drawn, its rows then; a menu beside them. */
const LIST = `
import { createElement as h } from 'react';
import { createRoot } from 'react-dom/client';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { createRootRoute, createRoute, createRouter, Link, Outlet, RouterProvider } from '@tanstack/react-router';
const client = new QueryClient();
const ask = (name: string) => fetch('/' + name + '.json').then((answer) => answer.json());
const root = createRootRoute({ component: () => h('div', null, h(Menu), h('main', null, h(Outlet))) });
const page = createRoute({ path: '/', getParentRoute: () => root, component: List, beforeLoad: () => client.ensureQueryData({ queryKey: ['session'], queryFn: () => ask('session') }) });
function Menu() {
  return h('nav', null, Array.from({ length: 40 }, (_, place) => h(Link, { key: place, to: '/', search: { place } }, 'Place ' + place)));
}
function List() {
  const { data } = useQuery({ queryKey: ['list'], queryFn: () => ask('list') });
  return h('table', null, h('tbody', null, data?.map((row: string[], place: number) => h('tr', { key: place }, row.map((cell, each) => h('td', { key: each }, cell))))));
}
const router = createRouter({ routeTree: root.addChildren([page]) });
createRoot(document.getElementById('root')!).render(h(QueryClientProvider, { client }, h(RouterProvider, { router })));
`;

const LIST_ANSWERS: Record<string, unknown> = {
  '/session.json': { email: 'admin@minerx.test' },
  '/list.json': Array.from({ length: 50 }, (_, row) =>
    ['name', 'state', 'since', 'amount', 'by'].map((cell) => `${cell} ${row}`),
  ),
};

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'application/javascript; charset=utf-8',
};

const serve = async (answer: RequestListener): Promise<Served> => {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/** Builds a page in a folder below an app, so that it finds what the app is made of, and serves it compressed as ours is. */
const startPage = async (app: string, main: string, answers: Record<string, unknown> = {}): Promise<Served> => {
  const folder = join(ROOT, `apps/${app}/.data/page-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  const files = { 'index.html': PAGE, 'main.ts': main, 'vite.config.ts': VITE_CONFIG };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const vite = join(dirname(createRequire(join(WEB, 'package.json')).resolve('vite/package.json')), 'bin/vite.js');
  execFileSync(process.execPath, [vite, 'build'], { cwd: folder, stdio: 'pipe' });
  const served = await serve((request, response) => {
    const path = request.url === '/' ? '/index.html' : (request.url ?? '');
    if (path in answers) return void response.end(JSON.stringify(answers[path]));
    const file = join(folder, 'dist', `${path}.br`);
    if (path.includes('..') || !existsSync(file)) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'text/plain', 'content-encoding': 'br' });
    response.end(readFileSync(file));
  });
  const stop = async () => {
    await served.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { ...served, stop };
};

/** A page of two words without a script or a style: what no page at all goes below. */
export const startWords = (): Promise<Served> =>
  serve((_, response) => {
    response.writeHead(200, { 'content-type': TYPES['.html'] });
    response.end(PAGE.replace(/<script.*<\/script>/, '<h1>Hello, world</h1>'));
  });

/** A page that does nothing but greet, with React, built and compressed as our app is: what no app on React goes below. */
export const startHello = (): Promise<Served> => startPage('web', GREETING);

/** A bare list of fifty rows on React, with the router and the queries of the console, without a style: what no list on them goes below. */
export const startList = (): Promise<Served> => startPage('console', LIST, LIST_ANSWERS);
