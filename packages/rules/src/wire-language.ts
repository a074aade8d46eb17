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

/** Chinese by its script, or by where it is written that way. */
const TRADITIONAL = /-(?:hant|tw|hk|mo)\b/i;

const languageOfTag = (tag: string): WireLanguage | null => {
  const primary = tag.split('-')[0]?.toLowerCase() ?? '';
  if (primary === 'zh') return TRADITIONAL.test(tag) ? 'ch' : 'zh';
  return WIRE_LANGUAGES.find(({ locale }) => locale === primary)?.code ?? null;
};

/** Headers of browsers have a handful of tags; more is somebody playing. */
const MOST_TAGS = 20;

/**
 * The best of the ten languages by an `Accept-Language` header (RFC 9110 §12.5.4): the highest quality first, the earlier one
 * of equals. Null when it names none of them.
 */
export function languageFromHeader(header: string | undefined): WireLanguage | null {
  const wanted = (header ?? '').slice(0, 500).split(',').slice(0, MOST_TAGS);
  let best: { language: WireLanguage; quality: number } | null = null;
  for (const each of wanted) {
    const [tag = '', ...parameters] = each.trim().split(';');
    const given = parameters.map((parameter) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/i.exec(parameter)?.[1]).find(Boolean);
    const quality = given === undefined ? 1 : Number(given);
    const language = languageOfTag(tag.trim());
    if (language !== null && quality > (best?.quality ?? 0)) best = { language, quality };
  }
  return best?.language ?? null;
}
