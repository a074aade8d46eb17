import { readFileSync } from 'node:fs';
import { refusalSentence, type RefusalCode } from '@minerx/contract/refusal';
import { languageFromHeader, VARIANT_CODES, type WireLanguage } from '@minerx/rules/wire-language';
import type { FastifyRequest } from 'fastify';

const FOLDER = new URL('../../../web/src/i18n/locales/refusal/', import.meta.url);

/** The app's own sentences, read once: a refusal is no time to open a file. */
const SENTENCES = new Map<WireLanguage, Readonly<Record<string, string>>>(
  VARIANT_CODES.map((code) => [
    code,
    JSON.parse(readFileSync(new URL(`${code}.json`, FOLDER), 'utf8')) as Readonly<Record<string, string>>,
  ]),
);

/** The language that the request asks for; null when it asks for none of ours. */
export const languageOf = (request: Pick<FastifyRequest, 'headers'>): WireLanguage | null =>
  languageFromHeader(request.headers['accept-language']);

/** What a sentence may name, in place of its mark. */
export interface RefusalValues {
  support: string;
}

/** What a refusal says in a language, English where it has no other. */
export const refusalText = (
  code: RefusalCode,
  language: WireLanguage | null,
  values: Partial<RefusalValues> = {},
): string =>
  ((language === null ? undefined : SENTENCES.get(language)?.[code]) ?? refusalSentence(code)).replace(
    '{support}',
    (mark) => values.support ?? mark,
  );
