import { codeText } from '../refusal.ts';
import { isTextKey, type Translate } from '../../i18n/texts.ts';

/**
 * The sentence under a field. Forms keep codes, not sentences, so that a change of language writes them anew.
 * @param code `err_…` or the id of a text of ours
 */
export function fieldText(t: Translate, code: string | undefined): string | undefined {
  if (!code) return undefined;
  return isTextKey(code) ? t(code) : codeText(t, code);
}
