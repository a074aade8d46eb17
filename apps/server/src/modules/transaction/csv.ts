/** What a spreadsheet takes for the beginning of a formula; the wide signs are those that Chinese and Korean keyboards write. */
const FORMULA = /^[\s\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;
/** The same where semicolons separate: there a cell begins behind each, whatever is quoted here. */
const FORMULA_BEHIND = /;(?=[\s\p{Cf}"]*[=+\-@＝＋－＠])/gu;
const QUOTED = /[",\r\n]/;

/** A text cell: harmless to a spreadsheet, quoted where RFC 4180 asks for it. */
export const textCell = (text: string): string => {
  const safe = (FORMULA.test(text) ? `'${text}` : text).replaceAll(FORMULA_BEHIND, ";'");
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Cells that need no quoting, or are quoted; ended as RFC 4180 asks. */
export const csvLine = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;
