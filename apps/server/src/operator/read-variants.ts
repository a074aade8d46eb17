import { isVariantLanguage, VARIANT_CODES } from '@minerx/rules/wire-language';
import { OperatorProblem } from './command.ts';

/** The variants of a text: JSON of language codes and texts, each with something in it. */
export const readVariants = (flag: string, text: string): Record<string, string> => {
  const problem = new OperatorProblem(
    `--${flag} is JSON of language codes (${VARIANT_CODES.join(', ')}) and texts such as '{"zh":"…"}'`,
    flag,
  );
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw problem;
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read)) throw problem;
  const isVariant = ([code, value]: [string, unknown]) =>
    isVariantLanguage(code) && typeof value === 'string' && value.trim() !== '';
  if (!Object.entries(read).every(isVariant)) throw problem;
  return read as Record<string, string>;
};
