import type { Ranking } from '@minerx/contract/ranking';
import type { LanguageCode } from '../i18n/languages.ts';

/** A rank's name in a language; the base name where operators have not written that variant. */
export function rankName(ranking: Ranking, language: LanguageCode): string {
  const own = language === 'en' ? undefined : ranking[`ranking_name_${language}`];
  return own?.trim() ? own : ranking.ranking_name;
}
