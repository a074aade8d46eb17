import { isVariantLanguage } from '@minerx/rules/wire-language';
import { refuse } from '../refusal.ts';

/** A text of operators: English, and the variants that they have written, by language code. */
export interface LanguageTexts {
  base: string;
  variants: Readonly<Record<string, string>>;
}

/** By language code, English under `en`. */
export const byLanguage = ({ base, variants }: LanguageTexts): Record<string, string> => ({ en: base, ...variants });

/** The texts trimmed, empty variants left out. Refuses a missing English text, a text that is too long, an unknown language. */
export const checkText = (field: string, { base, variants }: LanguageTexts, maxLength: number): LanguageTexts => {
  const kept = Object.entries(variants)
    .map(([code, text]) => [code, text.trim()] as const)
    .filter(([, text]) => text !== '');
  const text = base.trim();
  if (text === '') refuse('err_validation', { fields: { [field]: 'err_required' } });
  for (const [code, value] of [['', text] as const, ...kept]) {
    const name = code === '' ? field : `${field}_${code}`;
    if (code !== '' && !isVariantLanguage(code)) refuse('err_validation', { fields: { [name]: 'err_format' } });
    if (value.length > maxLength) refuse('err_validation', { fields: { [name]: 'err_too_long' } });
  }
  return { base: text, variants: Object.fromEntries(kept) };
};

/** As `checkText`, for plain text of one line. */
export const checkLine = (field: string, texts: LanguageTexts, maxLength: number): LanguageTexts => {
  const checked = checkText(field, texts, maxLength);
  for (const text of [checked.base, ...Object.values(checked.variants)]) {
    if (/\p{Cc}/u.test(text)) refuse('err_validation', { fields: { [field]: 'err_format' } });
  }
  return checked;
};

/** `{field, field_zh, …}` as the wire wants it. */
export const presentTexts = <Field extends string>(
  field: Field,
  base: string,
  variants: Readonly<Record<string, string>>,
): Record<Field, string> =>
  Object.fromEntries([
    [field, base],
    ...Object.entries(variants).map(([code, text]) => [`${field}_${code}`, text]),
  ]) as Record<Field, string>;
