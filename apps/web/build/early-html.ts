import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transform } from 'lightningcss';
import type { Plugin, ResolvedConfig } from 'vite';
import { brand } from '../src/base/brand/brand.ts';
import { FIRST_ANSWERS_ID, FIRST_CALLS } from '@minerx/contract/first-calls';
import { dollarOf, formatsOf, LANGUAGE_CODES, localeOf } from '@minerx/rules/wire-language';
import { marksOf } from '@minerx/ui/amount-text';
import { bundled } from './bundled.ts';
import { languageCookie, textsOf } from './locales.ts';

const read = (name: string) => readFileSync(fileURLToPath(new URL(name, import.meta.url)), 'utf8');
const minified = (script: string) =>
  script
    .replace(/^\s*\/\/.*\n/gm, '')
    .replace(/\n\s*/g, '\n')
    .trim();
/** The mark without its wrapper's comment, for the shell. */
const mark = () =>
  readFileSync(fileURLToPath(new URL('../public/icon.svg', import.meta.url)), 'utf8')
    .replace('<svg', '<svg width="36" height="36"')
    .trim();

/** A picture of the home screen within the shell: a file of its own would come after the scripts. */
const picture = (name: string) => {
  const source = read(`../src/base/art/${name}.svg`).replace(/\s+/g, ' ').replaceAll('"', "'");
  return `data:image/svg+xml,${source.replace(/[%#<>&]/g, encodeURIComponent)}`;
};

/** The device's letters at the widths of ours: what the shell writes is as wide as what the app writes over it. */
const meanwhile = () =>
  [
    ...read('../../../packages/ui/src/theme/typeface.css').matchAll(/@font-face \{[^}]*'Product Meanwhile[^}]*\}/g),
  ].join('');

/** What the shell says, by screen. */
const SHELL_TEXTS: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>> = {
  // The longest line of sign-in, too.
  '/login': { title: 'common.title.login', lead: 'session.login.lead', what: 'session.login.what' },
  '/welcome': { title: 'session.welcome.title', lead: 'session.welcome.lead' },
  '/': {
    name: 'wallet.total',
    actions: ['home.orders', 'home.blessings', 'home.nft', 'home.redeem'],
    boosters: ['home.x1.text', 'home.x2.text'],
  },
  '/asset': {
    title: 'common.title.asset',
    name: 'wallet.total',
    actions: ['wallet.history', 'wallet.deposit', 'wallet.withdraw', 'wallet.transfer', 'wallet.swap'],
    list: 'wallet.list',
    called: 'miner.wallet',
  },
  // What the bar leads to; further in stands a neutral outline below the way back.
  '/dashboard': { title: 'common.title.dashboard' },
  '/miner': { title: 'common.title.miner' },
  '/order': { title: 'common.title.order' },
  '/profile': { title: 'common.title.profile' },
};

/** Titles further in that say nearly what stands above already: every page carries all of them. */
const TITLES = {
  '/asset/spot/transaction/all': 'wallet.history',
  '/asset/spot/transaction/statement': 'wallet.statement',
  '/asset/spot/deposit': 'deposit.title',
  '/asset/spot/withdraw': 'withdrawal.title',
  '/asset/spot/withdraw/history': 'withdrawal.history',
  '/asset/spot/transfer': 'transfer.title',
  '/asset/spot/swap': 'swap.title',
  '/profile/myteam': 'team.title',
  '/profile/myteam/details': 'team.details.title',
};

/** Per language and screen. */
const words = () =>
  Object.fromEntries(
    LANGUAGE_CODES.map((code) => {
      const texts = textsOf(code);
      const said = (keys: string | readonly string[]) =>
        typeof keys === 'string' ? (texts[keys] ?? '') : keys.map((key) => texts[key] ?? '');
      const screens = Object.entries(SHELL_TEXTS).map(([screen, named]) => [
        screen,
        Object.fromEntries(Object.entries(named).map(([name, keys]) => [name, said(keys)])),
      ]);
      return [code, { ...Object.fromEntries(screens), titles: said(Object.values(TITLES)) }];
    }),
  );

/** Per language how it writes amounts. */
const marks = () => Object.fromEntries(LANGUAGE_CODES.map((code) => [code, marksOf(formatsOf(code), dollarOf(code))]));

interface Chunk {
  type: string;
  fileName: string;
  code?: string;
  imports?: string[];
  facadeModuleId?: string | null;
  moduleIds?: string[];
}

/** Where screens and late parts are named, each with its file. */
const TABLES = ['app/router.tsx', 'app/asset-routes.tsx', 'screens/home.tsx', 'screens/profile/security.tsx'];
const NAMED =
  /(?:screen|lateFile)\(\s*'([^']+)',\s*(?:withTexts\('\w+',\s*)?\(\) => import\('(?:\.\.\/)+((?:screens|features)\/[\w/-]+\.tsx)'\)/gi;

/** So many fit beside what every page asks for. */
const FEW = 3;

/** Per path of the route table and per late part: the script files that it needs, so that they travel together. */
const preloads = (bundle: Record<string, Chunk>, html: string): Record<string, string[]> => {
  const routes = TABLES.flatMap((file) => [...read(`../src/${file}`).matchAll(NAMED)]);
  const chunkOf = (module: string) =>
    Object.values(bundle).find((chunk) => chunk.moduleIds?.some((id) => id.endsWith(`/src/${module}`)));
  const collect = (chunk: Chunk | undefined, into: Set<string>) => {
    if (!chunk || into.has(chunk.fileName)) return;
    into.add(chunk.fileName);
    for (const name of chunk.imports ?? []) collect(bundle[name], into);
  };
  const sizeOf = (file: string) => bundle[file]?.code?.length ?? 0;
  return Object.fromEntries(
    routes.map(([, path = '', screen = '']) => {
      const own = chunkOf(screen);
      const files = new Set<string>();
      collect(own, files);
      files.delete(own?.fileName ?? '');
      // Over HTTP/1.1 a browser asks for six at once: of few the small ones go first and are soon out of the way, of many the large ones, which travel longest.
      const wanted = [...files].filter((file) => !html.includes(`/${file}`));
      const way = wanted.length > FEW ? -1 : 1;
      const sorted = wanted.sort((a, b) => way * (sizeOf(a) - sizeOf(b))).concat(own?.fileName ?? []);
      return [path, sorted.map((file) => `/${file}`)];
    }),
  );
};

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Hashes of the inline blocks, for a Content-Security-Policy without 'unsafe-inline'. */
const inlineHashes = (html: string): { script: string[]; style: string[] } => {
  const blocks = (tag: string) =>
    [...html.matchAll(new RegExp(`<${tag}([^>]*)>([^]*?)</${tag}>`, 'g'))]
      .filter(([, attributes, body]) => !/\ssrc=/.test(attributes ?? '') && body !== '')
      .map(([, , body]) => hashOf(body ?? ''));
  return { script: blocks('script'), style: blocks('style') };
};

/**
 * Puts into index.html what must happen before the scripts arrive: language and theme, the static shell with its styles,
 * and the download of the chosen language. Afterwards writes `csp.json` with the hashes of the inline blocks.
 */
export const earlyHtml = (): Plugin => {
  let outDir = 'dist';
  let target: ResolvedConfig['build']['target'];
  return {
    name: 'minerx-early-html',
    configResolved: (config) => {
      outDir = resolve(config.root, config.build.outDir);
      target = config.build.target;
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        const files: Record<string, string> = {};
        for (const chunk of Object.values(bundle ?? {})) {
          const code = /texts-(\w+?)-[\w-]+\.json$/.exec(chunk.fileName)?.[1];
          if (code) files[code] = `/${chunk.fileName}`;
        }
        const script = minified(read('./early.js'))
          .replace('__COOKIE__', JSON.stringify(languageCookie()))
          .replace(
            '__TAGS__',
            JSON.stringify(Object.fromEntries(LANGUAGE_CODES.map((code) => [code, localeOf(code)]))),
          );
        const asks = minified(read('./early-asks.js'))
          .replace('__FIRST__', JSON.stringify(FIRST_CALLS))
          .replace('__ANSWERS__', FIRST_ANSWERS_ID)
          .replace('__FILES__', JSON.stringify(files))
          .replace(
            '__SCREENS__',
            JSON.stringify(bundle ? preloads(bundle as unknown as Record<string, Chunk>, html) : {}),
          );
        const wordScript = minified(read('./early-words.js'))
          .replace('__WORDS__', JSON.stringify(words()))
          .replace('__TITLED__', JSON.stringify(Object.keys(TITLES)))
          .replace('__PICTURES__', JSON.stringify(['miner-x1', 'miner-x2'].map(picture)));
        const figures = await bundled('src/app/early-figures.ts', target, { MARKS: marks() });
        const shell = read('./early-shell.html')
          .replaceAll('%MARK%', mark())
          .replaceAll('%BRAND%', brand.name)
          .replace(/\n\s*/g, '');
        const style = transform({
          filename: 'early.css',
          code: Buffer.from(meanwhile() + read('./early.css') + read('./early-wallets.css')),
          minify: true,
          targets: { chrome: 111 << 16, safari: (16 << 16) | (4 << 8), firefox: 121 << 16 },
        }).code.toString();
        // The big stylesheet stands after the shell: it holds up what follows it, not the shell's own first paint.
        const sheets = html.match(/^\s*<link rel="stylesheet"[^>]*>\n?/gm) ?? [];
        return (
          sheets
            .reduce((rest, sheet) => rest.replace(sheet, ''), html)
            .replace('<!--late-styles-->', () => sheets.join('').trim())
            .replaceAll('%BRAND%', brand.name)
            .replace('<!--early-style-->', () => `<style>${style}</style>`)
            .replace('<!--early-script-->', () => `<script>${script}</script>`)
            .replace('<!--early-shell-->', () => shell)
            // One piece: between two a slow phone would paint what is not written yet, and begin with what waits for the paint.
            .replace('<!--early-words-->', () => `<script>${asks}\n${wordScript}\n${figures}</script>`)
        );
      },
    },
    writeBundle: {
      order: 'post',
      handler() {
        const html = readFileSync(join(outDir, 'index.html'), 'utf8');
        writeFileSync(join(outDir, 'csp.json'), JSON.stringify(inlineHashes(html)));
      },
    },
  };
};
