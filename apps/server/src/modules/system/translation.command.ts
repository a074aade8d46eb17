import { isWireLanguage, type WireLanguage } from '@minerx/rules/wire-language';
import type { Pool } from 'pg';
import type { Bus } from '../../bus/bus.ts';
import type { Clock } from '../../ports.ts';
import { refuse } from '../../refusal.ts';
import type { Catalogues } from '../setting/setting.ts';
import { changeSetting } from '../setting/setting.step.ts';
import { readCatalogues } from './catalogue.query.ts';
import type { Actor } from '../../base/actor.ts';

interface TranslationInput {
  language: string;
  key: string;
  /** Null takes the operators' word back: the text of the file shows again. */
  text: string | null;
  actor: Actor;
  reason: string;
}

const MAX_TEXT = 2_000;
/** What is put into a text when it is shown, `{amount}` or `{count, plural, …}`: names in the outermost braces, null when braces do not match. */
const placeholders = (text: string): string | null => {
  const names: string[] = [];
  let depth = 0;
  for (const [token, name] of text.matchAll(/\{\s*(\w*)|\}/g)) {
    if (token !== '}' && depth === 0) names.push(name ?? '');
    depth += token === '}' ? -1 : 1;
    if (depth < 0) return null;
  }
  return depth === 0 ? names.sort().join() : null;
};

/**
 * Puts an operators' word over a text of the app, or takes it back. Gives the text that members see after it.
 * @throws err_validation for an unknown language or key, a text that is empty, too long, or puts in other values than the
 * app's own; err_not_found when there is nothing to take back.
 */
export const setTranslation = async (
  context: { pool: Pool; clock: Clock; bus: Bus },
  { language, key, text, actor, reason }: TranslationInput,
): Promise<string> => {
  if (!isWireLanguage(language)) return refuse('err_validation', { fields: { language: 'err_format' } });
  const original = (await readCatalogues())[language]?.[key];
  if (original === undefined) return refuse('err_validation', { fields: { key: 'err_format' } });
  if (text !== null) requireText(text, original);
  await changeSetting(context, 'translations', {
    change: (before) => withText(before, language, key, text),
    told: (before) => ({
      language,
      key,
      before: before[language]?.[key] ?? null,
      after: text,
    }),
    actor,
    action: text === null ? 'translation.remove' : 'translation.set',
    reason,
  });
  return text ?? original;
};

const requireText = (text: string, original: string): void => {
  const wrong = (code: 'err_required' | 'err_too_long' | 'err_format') =>
    refuse('err_validation', { fields: { text: code } });
  if (text.trim() === '') wrong('err_required');
  if (text.length > MAX_TEXT) wrong('err_too_long');
  if (placeholders(text) !== placeholders(original)) wrong('err_format');
};

const withText = (all: Catalogues, language: WireLanguage, key: string, text: string | null): Catalogues => {
  const { [key]: old, ...others } = all[language] ?? {};
  if (text === null && old === undefined) return refuse('err_not_found');
  const own = text === null ? others : { ...others, [key]: text };
  const { [language]: _, ...rest } = all;
  return Object.keys(own).length === 0 ? rest : { ...rest, [language]: own };
};
