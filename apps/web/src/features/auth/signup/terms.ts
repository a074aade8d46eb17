import type { WireLanguage } from '@minerx/rules/wire-language';

export interface TermsSection {
  title: string;
  text: string[];
}

const files = import.meta.glob<TermsSection[]>('./terms/*.json', { import: 'default' });

/** Terms and conditions in a language, fetched when they are opened. `{name}` and `{email}` are the brand's. */
export const termsIn = (language: WireLanguage): Promise<TermsSection[]> => files[`./terms/${language}.json`]!();
