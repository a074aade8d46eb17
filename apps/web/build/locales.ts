import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { brand } from '../src/base/brand/brand.ts';
import { LANGUAGE_CODES, type WireLanguage } from '@minerx/rules/wire-language';
import type { Words } from '@minerx/rules/words';

const folder = fileURLToPath(new URL('../src/i18n/locales', import.meta.url));
const words = fileURLToPath(new URL('../src/i18n/words', import.meta.url));

/** Texts of screens that few starts lead to: a file for each of these groups, which travels with the first of its screens. */
const FURTHER_AREAS = {
  /** The screens below `asset/spot` and `profile/nft`. */
  spot: ['deposit', 'nft', 'swap', 'transaction', 'transfer', 'unit', 'withdrawal'],
  /** Terms, privacy and risks, how to check us, notices, common questions, the devices that are signed in, the second factor, the account itself. */
  rare: ['account', 'check', 'device', 'factor', 'legal', 'notice', 'question'],
} as const;

type Part = 'main' | keyof typeof FURTHER_AREAS;

const partOf = (area: string): Part => {
  const found = Object.entries(FURTHER_AREAS).find(([, areas]) => (areas as readonly string[]).includes(area));
  return found === undefined ? 'main' : (found[0] as Part);
};

/** Every catalogue file of one language: one per area. */
const filesOf = (code: WireLanguage, part?: Part): string[] =>
  readdirSync(folder)
    .filter((area) => part === undefined || partOf(area) === part)
    .sort()
    .map((area) => join(folder, area, `${code}.json`))
    .filter((file) => existsSync(file));

const WORD_JOINER = '\u2060';

/** The texts of a language, whole words of a script without spaces tied together: browsers look words up, and do not know all. */
const tied = (code: WireLanguage, text: string): string => {
  const { whole = [] } = JSON.parse(readFileSync(join(words, `${code}.json`), 'utf8')) as Words;
  const letters = new Intl.Segmenter(code, { granularity: 'grapheme' });
  return whole.reduce(
    (all, word) => all.replaceAll(word, [...letters.segment(word)].map(({ segment }) => segment).join(WORD_JOINER)),
    text,
  );
};

/** Every text of a language as it is written; what it lacks is English (the check of the catalogues refuses such a gap). */
export const textsOf = (code: WireLanguage, part?: Part): Record<string, string> => {
  const files = code === 'en' ? filesOf('en', part) : [...filesOf('en', part), ...filesOf(code, part)];
  return Object.assign(
    {},
    ...files.map((file) => JSON.parse(tied(code, readFileSync(file, 'utf8'))) as Record<string, string>),
  ) as Record<string, string>;
};

const messagesOf = (code: WireLanguage, part: Part): Record<string, unknown> =>
  Object.fromEntries(Object.entries(textsOf(code, part)).map(([key, text]) => [key, compileMessageOrThrow(text)]));

const parts: Record<string, Part> = {
  'virtual:locale-files': 'main',
  'virtual:spot-files': 'spot',
  'virtual:rare-files': 'rare',
};

const hashed = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** Name and values of the language cookie, both hashed as the specification asks. */
export const languageCookie = (): { name: string; values: Record<WireLanguage, string> } => {
  const values = Object.fromEntries(LANGUAGE_CODES.map((code) => [code, hashed(code)])) as Record<WireLanguage, string>;
  return { name: hashed(`${brand.name}:language`), values };
};

/**
 * Turns the catalogues into one static JSON file per language, ICU already compiled, and gives the app their addresses
 * (`virtual:locale-files`, `virtual:spot-files` …) and the hashed cookie table (`virtual:language-cookie`). Texts are data: no script to run for them.
 */
export const locales = (): Plugin => {
  let building = false;
  return {
    name: 'minerx-locales',
    configResolved: (config) => {
      building = config.command === 'build';
    },
    resolveId: (id) => (Object.hasOwn(parts, id) || id === 'virtual:language-cookie' ? `\0${id}` : null),
    load(id) {
      if (id === '\0virtual:language-cookie') return `export default ${JSON.stringify(languageCookie())}`;
      const part = parts[id.slice(1)];
      if (!part) return null;
      const addresses = LANGUAGE_CODES.map((code) => {
        if (!building) return `${code}: '/@texts/${part}/${code}.json'`;
        const source = JSON.stringify(messagesOf(code, part));
        const name = `${part === 'main' ? 'texts' : part}-${code}.json`;
        const reference = this.emitFile({ type: 'asset', name, source });
        return `${code}: import.meta.ROLLUP_FILE_URL_${reference}`;
      });
      return `export default { ${addresses.join(', ')} }`;
    },
    /** The terms are no catalogue, and are read as one. */
    transform: (source, id) => {
      const [, code] = /\/legal\/texts\/(\w+)\.json$/.exec(id) ?? [];
      return code === undefined ? null : { code: tied(code as WireLanguage, source), map: null };
    },
    configureServer(server) {
      server.watcher.add(folder);
      server.watcher.on('change', (file) => {
        if (file.startsWith(folder)) server.ws.send({ type: 'full-reload' });
      });
      server.middlewares.use('/@texts/', (request, response) => {
        const [, part, code] = /^\/(\w+)\/(\w+)\.json/.exec(request.url ?? '') ?? [];
        response.setHeader('Content-Type', 'application/json');
        response.end(JSON.stringify(messagesOf(code as WireLanguage, part as Part)));
      });
    },
  };
};
