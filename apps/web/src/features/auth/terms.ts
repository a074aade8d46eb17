import type { LanguageCode } from '../../i18n/languages.ts';

export interface TermsSection {
  title: string;
  text: string[];
}

/** Terms and conditions in each language, fetched when they are opened. `{name}` and `{email}` are the brand's. */
export const terms = {
  en: () => import('./terms/en.json'),
  zh: () => import('./terms/zh.json'),
  ch: () => import('./terms/ch.json'),
  kr: () => import('./terms/kr.json'),
  vi: () => import('./terms/vi.json'),
  th: () => import('./terms/th.json'),
  pt: () => import('./terms/pt.json'),
  my: () => import('./terms/my.json'),
  es: () => import('./terms/es.json'),
  gr: () => import('./terms/gr.json'),
} as const satisfies Record<LanguageCode, () => Promise<{ default: TermsSection[] }>>;
