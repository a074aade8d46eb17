import { LANGUAGE_CODES } from '@minerx/rules/wire-language';

export const TITLE = 'under_maintenance_title';
export const MESSAGE = 'under_maintenance_message';
export const UNTIL = 'under_maintenance_until';

/** What is stored, by field and language. */
export const maintenanceTexts = (stored: Readonly<Record<string, unknown>>): Record<string, Record<string, string>> => {
  const textsOf = (field: string): Record<string, string> =>
    Object.fromEntries(
      LANGUAGE_CODES.flatMap((code) => {
        const text = stored[code === 'en' ? field : `${field}_${code}`];
        return typeof text === 'string' ? [[code, text]] : [];
      }),
    );
  return { title: textsOf(TITLE), message: textsOf(MESSAGE) };
};
