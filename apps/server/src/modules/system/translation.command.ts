import { valuesIn } from '@minerx/rules/text-values';
import { isWireLanguage, type WireLanguage } from '@minerx/rules/wire-language';
import type { Pool } from 'pg';
import type { Bus } from '../../bus/bus.ts';
import type { Clock } from '../../ports.ts';
import { refuse } from '../../refusal.ts';
import type { Catalogues } from '../setting/setting.ts';
import { changeSetting } from '../setting/setting.step.ts';
import { readCatalogues, translationSubject } from './catalogue.query.ts';
import type { Actor } from '../../base/actor.ts';

interface TranslationInput {
  key: string;
  /** By language. Null takes the operators' word back: the text of the file shows again. */
  texts: Readonly<Record<string, string | null>>;
  actor: Actor;
  reason: string;
}

const MAX_TEXT = 2_000;
/**
 * Puts operators' words over a text of the app, or takes them back, in several languages at once. Gives the texts that members see after it.
 * @throws err_validation for an unknown language or key, a text that is empty, too long, or puts in other values than the
 * app's own, named as `text_<language>`; err_not_found when there is nothing to take back.
 */
export const setTranslation = async (
  context: { pool: Pool; clock: Clock; bus: Bus },
  { key, texts, actor, reason }: TranslationInput,
): Promise<Record<string, string>> => {
  const files = await readCatalogues();
  const changes = Object.entries(texts).map(([language, text]) => {
    if (!isWireLanguage(language)) return refuse('err_validation', { fields: { language: 'err_format' } });
    const original = files[language]?.[key] ?? refuse('err_validation', { fields: { key: 'err_format' } });
    if (text !== null) requireText(`text_${language}`, text, original);
    return { language, text, original };
  });
  if (changes.length === 0) return refuse('err_validation', { fields: { text: 'err_required' } });
  await changeSetting(context, 'translations', {
    change: (before) => changes.reduce((all, { language, text }) => withText(all, language, key, text), before),
    told: (before) => ({
      key,
      before: Object.fromEntries(changes.map(({ language }) => [language, before[language]?.[key] ?? null])),
      after: Object.fromEntries(changes.map(({ language, text }) => [language, text])),
    }),
    actor,
    action: changes.every(({ text }) => text === null) ? 'translation.remove' : 'translation.set',
    subject: translationSubject(key),
    reason,
  });
  return Object.fromEntries(changes.map(({ language, text, original }) => [language, text ?? original]));
};

const requireText = (field: string, text: string, original: string): void => {
  const wrong = (code: 'err_required' | 'err_too_long' | 'err_format') =>
    refuse('err_validation', { fields: { [field]: code } });
  if (text.trim() === '') wrong('err_required');
  if (text.length > MAX_TEXT) wrong('err_too_long');
  if (valuesIn(text) !== valuesIn(original)) wrong('err_format');
};

const withText = (all: Catalogues, language: WireLanguage, key: string, text: string | null): Catalogues => {
  const { [key]: old, ...others } = all[language] ?? {};
  if (text === null && old === undefined) return refuse('err_not_found');
  const own = text === null ? others : { ...others, [key]: text };
  const { [language]: _, ...rest } = all;
  return Object.keys(own).length === 0 ? rest : { ...rest, [language]: own };
};
