/**
 * The product's ten language codes with their BCP 47 tags and their names in themselves. The codes are the specification's and
 * collide with ISO ones (`my` would be Burmese): never hand a code to Intl or to `lang`, always its tag.
 */
export const languages = {
  en: { tag: 'en', name: 'English' },
  zh: { tag: 'zh-Hans', name: '简体中文' },
  ch: { tag: 'zh-Hant', name: '繁體中文' },
  kr: { tag: 'ko', name: '한국어' },
  vi: { tag: 'vi', name: 'Tiếng Việt' },
  th: { tag: 'th', name: 'ไทย' },
  pt: { tag: 'pt', name: 'Português' },
  my: { tag: 'ms', name: 'Bahasa Melayu' },
  es: { tag: 'es', name: 'Español' },
  gr: { tag: 'de', name: 'Deutsch' },
} as const;

export type LanguageCode = keyof typeof languages;

export const languageCodes = Object.keys(languages) as LanguageCode[];

export const languageTags = Object.fromEntries(languageCodes.map((code) => [code, languages[code].tag])) as Record<
  LanguageCode,
  string
>;
