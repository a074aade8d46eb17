export type WireLanguage = 'en' | 'zh' | 'ch' | 'kr' | 'vi' | 'th' | 'pt' | 'my' | 'es' | 'gr';

export interface LanguageFacts {
  readonly code: WireLanguage;
  /** BCP 47 tag for `lang`, `Intl` and `Accept-Language`. */
  readonly locale: string;
  /** The language's name in itself. */
  readonly label: string;
}

/** The ten languages in the order of the picker. The codes are the specification's, the tags are decisions §2. */
export const LANGUAGES = {
  en: { code: 'en', locale: 'en', label: 'English' },
  zh: { code: 'zh', locale: 'zh-Hans', label: '简体中文' },
  ch: { code: 'ch', locale: 'zh-Hant', label: '繁體中文' },
  kr: { code: 'kr', locale: 'ko', label: '한국어' },
  vi: { code: 'vi', locale: 'vi', label: 'Tiếng Việt' },
  th: { code: 'th', locale: 'th', label: 'ไทย' },
  pt: { code: 'pt', locale: 'pt', label: 'Português' },
  my: { code: 'my', locale: 'ms', label: 'Bahasa Melayu' },
  es: { code: 'es', locale: 'es', label: 'Español' },
  gr: { code: 'gr', locale: 'de', label: 'Deutsch' },
} as const satisfies { readonly [Code in WireLanguage]: LanguageFacts & { readonly code: Code } };

export const WIRE_LANGUAGES: readonly LanguageFacts[] = Object.values(LANGUAGES);
export const DEFAULT_LANGUAGE: WireLanguage = 'en';

export function isWireLanguage(text: string): text is WireLanguage {
  return Object.hasOwn(LANGUAGES, text);
}

/** The tag for `lang`, `Intl` and `Accept-Language`. */
export function localeOf(language: WireLanguage): string {
  return LANGUAGES[language].locale;
}

/**
 * A record's text in a language: `field_{code}`, or the base field (English) where the variant is missing or empty.
 * A missing base gives the empty string.
 */
export function variant(record: object, field: string, language: WireLanguage): string {
  const texts = record as Readonly<Record<string, unknown>>;
  const translated = language === 'en' ? undefined : texts[`${field}_${language}`];
  if (typeof translated === 'string' && translated.trim() !== '') return translated;
  const base = texts[field];
  return typeof base === 'string' ? base : '';
}
