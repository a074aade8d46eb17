import { readFileSync } from 'node:fs';
import { LANGUAGE_CODES, type WireLanguage } from '@minerx/rules/wire-language';

/** What support says again and again, by what it is about. */
export const READY_REPLIES = ['received', 'picture', 'deposit', 'address', 'reset', 'secrets', 'solved'] as const;
type ReadyReply = (typeof READY_REPLIES)[number];

const FOLDER = new URL('./replies/', import.meta.url);

const read = (language: WireLanguage): Readonly<Record<ReadyReply, string>> =>
  JSON.parse(readFileSync(new URL(`${language}.json`, FOLDER), 'utf8')) as Record<ReadyReply, string>;

/** In each of the ten languages: a member is answered in their own. */
export const READY_REPLY_TEXTS = Object.fromEntries(
  LANGUAGE_CODES.map((language) => [language, read(language)]),
) as Readonly<Record<WireLanguage, Readonly<Record<ReadyReply, string>>>>;
