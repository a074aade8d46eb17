import type { systemTerms } from '@minerx/contract/terms';
import type { WireLanguage } from '@minerx/rules/wire-language';
import { queryOptions } from '@tanstack/react-query';
import { callOf, request } from '../api.ts';
import { loadFurtherTexts } from '../language/further-texts.ts';
import { legalTextsIn } from './legal-texts.ts';

const terms = callOf<typeof systemTerms>('GET', 'system/terms', 'public');

/** Terms, privacy and risks of a language with what they leave open, fetched when they are opened. */
export const legalQuery = (language: WireLanguage) =>
  queryOptions({
    queryKey: ['legal', language],
    queryFn: async ({ signal }) => {
      const [texts, inForce] = await Promise.all([
        legalTextsIn(language),
        request(terms, { signal }),
        loadFurtherTexts('rare'),
      ]);
      return { texts, inForce };
    },
    // The text of another language must not stand in while this one loads.
    placeholderData: undefined,
  });
