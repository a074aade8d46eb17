import { normaliseMobile } from '@minerx/rules/member';

/** `60`, `+60` or `1-868` as it is shown before a number: `+60`, `+1868`. */
export const callingCodeText = (code: string): string => `+${code.replace(/\D/g, '')}`;

/**
 * A mobile number as it is sent: digits only, without the calling code of the chosen country where autofill or habit put it
 * (`+60 12-345 6789`, `0060123456789`). What was typed stays as it is on the screen.
 */
export function nationalMobile(typed: string, callingCode: string | undefined): string {
  const number = normaliseMobile(typed);
  if (!callingCode) return number;
  const digits = callingCode.replace(/\D/g, '');
  for (const prefix of [`+${digits}`, `00${digits}`]) if (number.startsWith(prefix)) return number.slice(prefix.length);
  return number;
}
