import type { systemTranslations } from '@minerx/contract/system';
import { keepOwnWords } from '../../i18n/own-words.ts';
import { activateLanguage, texts } from '../../i18n/texts.ts';
import { callOf, request } from '../api.ts';

const translations = callOf<typeof systemTranslations>('GET', 'system/translations', 'public');

/** Shows what operators have said otherwise since the last start. Without an answer the words that are there stay. */
export async function refreshOwnWords(): Promise<void> {
  const words = await request(translations, {}).catch(() => null);
  if (words !== null && keepOwnWords(words)) await activateLanguage(texts().language);
}
