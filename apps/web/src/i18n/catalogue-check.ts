import { compileMessageOrThrow, type CompiledMessageToken } from '@lingui/message-utils/compileMessage';
import { LANGUAGE_CODES, localeOf, type WireLanguage } from '@minerx/rules/wire-language';
import type { Words } from '@minerx/rules/words';

/** Texts of one area: language → key → ICU text. */
export type Area = Record<WireLanguage, Record<string, string>>;

/** Texts that may read the same as in English: names, units, codes, and words that a language shares with it. */
const sameAsEnglish: readonly (string | RegExp)[] = [
  /^[\d\s\p{P}\p{S}]*$/u,
  /^(?:Dubai|Phuket)$/,
  /^(?:\{\w+\}|[\s\p{P}\p{S}\d])*$/u,
  /^(?:MinerX|X1|X2|MAX|USDT|BTC|CW|RW|AOGTD?|SHA-256|Th\/s|PIN|QR|Email|OK|TRC20|BEP20|BEP721|OMNI|BTA Pay(?: ID)?)(?:[\s/·]+(?:MAX|USDT|BTC|PIN))*$/,
];

type Settled = Pick<Words, 'likeEnglish'>;

const isShared = ({ likeEnglish }: Settled, key: string, text: string) =>
  likeEnglish.includes(key) ||
  sameAsEnglish.some((allowed) => (typeof allowed === 'string' ? allowed === text : allowed.test(text)));

type Choice = readonly [name: string, type: string, cases: Record<string, readonly CompiledMessageToken[]>];

const isChoice = (token: CompiledMessageToken): token is CompiledMessageToken & Choice =>
  Array.isArray(token) && /^(?:plural|selectordinal|select)$/.test(token[1] ?? '');

/** The branches of a choice; `offset` beside them is a number. */
const branches = (token: Choice) => Object.entries(token[2]).filter((entry) => Array.isArray(entry[1]));

/** Names of the values that a text takes, with the kind of each: `count:plural`. */
function placeholders(tokens: readonly CompiledMessageToken[], found = new Set<string>()): Set<string> {
  for (const token of tokens) {
    if (typeof token === 'string') continue;
    found.add(`${token[0]}:${token[1] ?? 'argument'}`);
    if (isChoice(token)) for (const [, inner] of branches(token)) placeholders(inner, found);
  }
  return found;
}

/** Plural categories that a choice must write out but does not. */
const missingCategories = (tokens: readonly CompiledMessageToken[], tag: string): string[] =>
  tokens.flatMap((token) => {
    if (!isChoice(token)) return [];
    const written = new Set(branches(token).map(([category]) => category));
    const inner = branches(token).flatMap(([, deeper]) => missingCategories(deeper, tag));
    if (token[1] === 'select') return inner;
    const type = token[1] === 'plural' ? 'cardinal' : 'ordinal';
    const needed = new Intl.PluralRules(tag, { type }).resolvedOptions().pluralCategories;
    return [
      ...inner,
      ...needed.filter((category) => !written.has(category)).map((category) => `${token[0]} lacks ${category}`),
    ];
  });

const shown = (names: Set<string>) => [...names].sort().join(', ') || 'none';

/** What is wrong with one text, beside its English twin. */
function faultsOfText(code: WireLanguage, words: Settled, key: string, text: string, english: string): string[] {
  if (text.trim() === '') return ['is empty'];
  let tokens: readonly CompiledMessageToken[];
  try {
    tokens = compileMessageOrThrow(text);
  } catch (error) {
    return [`is no ICU message: ${(error as Error).message}`];
  }
  const faults = missingCategories(tokens, localeOf(code));
  let expected: Set<string>;
  try {
    expected = placeholders(compileMessageOrThrow(english));
  } catch {
    return faults;
  }
  const got = placeholders(tokens);
  if (shown(got) !== shown(expected)) faults.push(`takes ${shown(got)}; English takes ${shown(expected)}`);
  if (code !== 'en' && text === english && !isShared(words, key, text)) faults.push('is still English');
  return faults;
}

/**
 * What is wrong with the catalogues, one line per fault: missing or surplus keys, empty texts, broken ICU, other placeholders than
 * English, plural categories that the language needs, text left in English, a key in two areas.
 */
export function faultsOf(areas: Record<string, Area>, words: Record<WireLanguage, Settled>): string[] {
  const faults: string[] = [];
  const home = new Map<string, string>();
  for (const [name, area] of Object.entries(areas)) {
    for (const key of Object.keys(area.en)) {
      const other = home.get(key);
      if (other) faults.push(`${key}: stands in ${other} and in ${name}`);
      home.set(key, name);
    }
    for (const code of LANGUAGE_CODES) {
      const texts = area[code];
      for (const key of Object.keys(texts))
        if (!(key in area.en)) faults.push(`${name}/${code} ${key}: English does not have it`);
      for (const [key, english] of Object.entries(area.en)) {
        const text = texts[key];
        if (text === undefined) faults.push(`${name}/${code} ${key}: is missing`);
        else
          faults.push(
            ...faultsOfText(code, words[code], key, text, english).map((fault) => `${name}/${code} ${key}: ${fault}`),
          );
      }
    }
  }
  return faults;
}
