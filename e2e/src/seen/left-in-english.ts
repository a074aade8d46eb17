import type { WireLanguage } from '@minerx/rules/wire-language';
import { catalogue } from '../words.ts';

/** Names, units, codes, files and how to run them, the same in every language; addresses and hashes, whole or in groups of four. */
const NAMES =
  /\S+@\S+|\bnode\b|\b[\w-]+\.(?:mjs|json)\b|\bChrome · Linux\b|https?:\S+|\b[A-Z0-9]{2,}(?:-[A-Z0-9]+)+\b|\b0x[0-9a-fA-F]{40}\b|\b[0-9a-fA-F]{4}\b|\b[0-9a-f]{8}\b|\b[A-Z]{2,5}\b|\b[A-Z0-9]{12}\b|\b(MinerX|X1|X2|MAX|USDT|USD|AOGTD|AOG|BTC|Bitcoin|CW|RW|SHA|PIN|UTC|GMT|Th\/s|sat|bits)\b|\b[A-Z]*\d[A-Z0-9]*\b/g;

/** An English text of the catalogue as a pattern; null when it has plurals or hardly any words of its own. */
const patternOf = (text: string): RegExp | null => {
  if (/\{\w+,/.test(text)) return null;
  const parts = text.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return parts.join('').replace(/[^a-z]/gi, '').length < 3 ? null : new RegExp(`^${parts.join('.+')}$`);
};

const SCRIPTS: Partial<Record<WireLanguage, RegExp>> = { th: /\p{Script=Thai}/u, zh: /\p{Script=Han}/u };

interface Texts {
  ownTexts: ReadonlySet<string>;
  /** English texts that read otherwise in the language. */
  patterns: readonly RegExp[];
}

/** By language: a thousand patterns are made once, not for each screen. */
const made = new Map<WireLanguage, Texts>();

const textsOf = (language: WireLanguage): Texts => {
  const known = made.get(language);
  if (known !== undefined) return known;
  const own = catalogue(language);
  const english = Object.entries(catalogue('en')).filter(([key, text]) => own[key] !== text);
  const patterns = english.map(([, text]) => patternOf(text)).filter((pattern) => pattern !== null);
  const texts = { ownTexts: new Set(Object.values(own)), patterns };
  made.set(language, texts);
  return texts;
};

/**
 * Which of the seen texts are English although the app is in another language: texts of the English catalogue that read
 * otherwise in this one, keys, and, where the language has a script of its own, Latin words that are no names.
 * @param names what members and operators wrote, such as usernames
 */
export const leftInEnglish = (seen: string[], language: WireLanguage, names: string[]): string[] => {
  const { ownTexts, patterns } = textsOf(language);
  const script = SCRIPTS[language];
  return seen.filter((text) => {
    if (ownTexts.has(text) || names.includes(text)) return false;
    if (/^[a-z]+(?:\.(?!json$|mjs$)[a-zA-Z0-9]+)+$/.test(text) || text.startsWith('err_')) return true;
    if (patterns.some((pattern) => pattern.test(text))) return true;
    const rest = names.reduce((left, name) => left.replaceAll(name, ''), text).replace(NAMES, '');
    return script !== undefined && !script.test(text) && /[A-Za-z]{3,}/.test(rest);
  });
};
