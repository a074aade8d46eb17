/**
 * The languages in the order of the picker: this table, and a text file of that name in every folder of texts, is all there is
 * to one. The codes are the specification's and collide with ISO ones (`my` would be Burmese): never hand a code to `lang` or
 * `Intl`, always its locale.
 */
export const LANGUAGES = {
  en: { locale: 'en', formats: 'en-GB', label: 'English', dollar: '$' },
  zh: { locale: 'zh-Hans', label: '简体中文', dollar: 'US$' },
  ch: { locale: 'zh-Hant', label: '繁體中文', dollar: 'US$' },
  kr: { locale: 'ko', label: '한국어', dollar: 'US$' },
  vi: { locale: 'vi', label: 'Tiếng Việt', dollar: '$' },
  th: { locale: 'th', formats: 'th-u-ca-gregory', label: 'ไทย', dollar: '$' },
  pt: { locale: 'pt', label: 'Português', dollar: 'US$' },
  my: { locale: 'ms', label: 'Bahasa Melayu', dollar: '$' },
  es: { locale: 'es', label: 'Español', dollar: 'US$' },
  gr: { locale: 'de', label: 'Deutsch', dollar: '$' },
} as const satisfies Readonly<Record<string, LanguageFacts>>;

interface LanguageFacts {
  /** BCP 47 tag for `lang` and `Accept-Language`. */
  readonly locale: string;
  /** The tag for dates, numbers and amounts where it is another one. */
  readonly formats?: string;
  /** The language's name in itself. */
  readonly label: string;
  /** A bare $ is a peso, a real or another dollar to who reads some of them. */
  readonly dollar: '$' | 'US$';
}

export type WireLanguage = keyof typeof LANGUAGES;
export const LANGUAGE_CODES = Object.keys(LANGUAGES) as WireLanguage[];

export const DEFAULT_LANGUAGE = 'en' satisfies WireLanguage;
/** What a text of operators is translated into; its base field is English. */
export type VariantLanguage = Exclude<WireLanguage, typeof DEFAULT_LANGUAGE>;
export const VARIANT_CODES = LANGUAGE_CODES.filter((code): code is VariantLanguage => code !== DEFAULT_LANGUAGE);

export const isWireLanguage = (text: string): text is WireLanguage => Object.hasOwn(LANGUAGES, text);

export const isVariantLanguage = (text: string): text is VariantLanguage =>
  isWireLanguage(text) && text !== DEFAULT_LANGUAGE;

/** The tag for `lang` and `Accept-Language`. */
export const localeOf = (language: WireLanguage): string => LANGUAGES[language].locale;

/** How a dollar is written. */
export const dollarOf = (language: WireLanguage): '$' | 'US$' => LANGUAGES[language].dollar;

/**
 * The tag for `Intl`. English dates are written as most of the world writes them, the day first; Thai ones in the years of the
 * Gregorian calendar, as receipts, proofs and files count them.
 */
export const formatsOf = (language: WireLanguage): string => {
  const { formats, locale }: LanguageFacts = LANGUAGES[language];
  return formats ?? locale;
};

/**
 * A record's text in a language: `field_{code}`, or the base field (English) where the variant is missing or empty.
 * A missing base gives the empty string.
 */
export const variant = <Field extends string>(
  record: { readonly [Base in Field]?: unknown },
  field: Field,
  language: WireLanguage,
): string => {
  const texts = record as Readonly<Record<string, unknown>>;
  const isText = (text: unknown): text is string => typeof text === 'string' && text.trim() !== '';
  return [texts[`${field}_${language}`], texts[field]].find(isText) ?? '';
};

/** Chinese by its script, or by where it is written that way. */
const TRADITIONAL = /-(?:hant|tw|hk|mo)\b/i;

const languageOfTag = (tag: string): WireLanguage | null => {
  const primary = tag.split('-')[0]?.toLowerCase() ?? '';
  if (primary === 'zh') return TRADITIONAL.test(tag) ? 'ch' : 'zh';
  return LANGUAGE_CODES.find((code) => LANGUAGES[code].locale === primary) ?? null;
};

/** Headers of browsers have a handful of tags; more is somebody playing. */
const MOST_TAGS = 20;

/**
 * The best of the ten languages by an `Accept-Language` header (RFC 9110 §12.5.4): the highest quality first, the earlier one
 * of equals. Null when it names none of them.
 */
export const languageFromHeader = (header: string | undefined): WireLanguage | null => {
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
};
