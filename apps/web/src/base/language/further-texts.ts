import { i18n, type Messages } from '@lingui/core';
import rare from 'virtual:rare-files';
import spot from 'virtual:spot-files';
import { localeOf, type WireLanguage } from '@minerx/rules/wire-language';
import { withOwnWords } from '../../i18n/own-words.ts';
import { furtherTexts, texts } from '../../i18n/texts.ts';

const loadFrom = (files: Record<WireLanguage, string>) => async (language: WireLanguage) => {
  const answer = await fetch(files[language]);
  if (!answer.ok) throw new Error(`The texts of ${language} answered ${answer.status}`);
  return (await answer.json()) as Messages;
};

const groups = { spot: loadFrom(spot), rare: loadFrom(rare) };
export type TextGroup = keyof typeof groups;

/** Texts of a group of screens (`build/locales.ts`), at the first of them; a change of language brings them along from then on. */
export async function loadFurtherTexts(group: TextGroup): Promise<void> {
  const load = groups[group];
  if (furtherTexts.has(load)) return;
  const { language } = texts();
  i18n.load(localeOf(language), await withOwnWords(language, await load(language)));
  furtherTexts.add(load);
  // The language was changed while these were on their way.
  if (texts().language !== language) i18n.load(localeOf(texts().language), await load(texts().language));
}
