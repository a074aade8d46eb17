import { formatsOf, type WireLanguage } from '@minerx/rules/wire-language';

/** Decimal text as the language writes it, with all its decimals. */
export const figure = (amount: string, language: WireLanguage): string => {
  const digits = amount.split('.')[1]?.length ?? 0;
  const format = new Intl.NumberFormat(formatsOf(language), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return format.format(amount as Intl.StringNumericLiteral);
};
