import type { LanguageCode } from '../i18n/languages.ts';

/** A field in one language; English where operators have not written that variant. */
export function inLanguage<Field extends string>(
  record: Readonly<Record<Field, string>>,
  field: Field,
  language: LanguageCode,
): string {
  const own = (record as Readonly<Record<string, unknown>>)[`${field}_${language}`];
  return typeof own === 'string' && own.trim() !== '' ? own : record[field];
}
