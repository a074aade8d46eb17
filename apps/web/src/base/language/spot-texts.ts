import { i18n, type Messages } from '@lingui/core';
import files from 'virtual:spot-files';
import { localeOf, type WireLanguage } from '@minerx/rules/wire-language';
import { withOwnWords } from '../../i18n/own-words.ts';
import { furtherTexts, texts } from '../../i18n/texts.ts';

async function load(language: WireLanguage): Promise<Messages> {
  const answer = await fetch(files[language]);
  if (!answer.ok) throw new Error(`The texts of ${language} answered ${answer.status}`);
  return (await answer.json()) as Messages;
}

/** Texts of the screens below `asset/spot`, at the first of them; a change of language brings them along from then on. */
export async function loadSpotTexts(): Promise<void> {
  if (furtherTexts.has(load)) return;
  const { language } = texts();
  i18n.load(localeOf(language), await withOwnWords(language, await load(language)));
  furtherTexts.add(load);
  // The language was changed while these were on their way.
  if (texts().language !== language) i18n.load(localeOf(texts().language), await load(texts().language));
}
