import { codeText } from '../refusal.ts';
import { isTextKey, type Translate } from '../../i18n/texts.ts';

/**
 * The sentence under a field. Forms keep codes, not sentences, so that a change of language writes them anew.
 * @param code `err_…` or the id of a text of ours
 * @param field what it is called: one that was left empty says so
 */
export function fieldText(t: Translate, code: string | undefined, field?: string): string | undefined {
  if (!code) return undefined;
  if (code === 'err_required' && field !== undefined) return t('session.required', { field });
  return codeText(t, code, isTextKey(code) ? t(code) : '');
}
