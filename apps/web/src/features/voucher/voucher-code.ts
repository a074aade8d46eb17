/** Most letters and digits that the field takes; the contract allows 64 characters with its dashes. */
const MAX_LETTERS = 48;
const GROUP = 4;

/**
 * A voucher code as it is written: capitals and digits in groups of four. Spaces, dashes and anything else that came along
 * with a paste are dropped.
 */
export function groupedCode(typed: string): string {
  const letters = typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .slice(0, MAX_LETTERS);
  return letters.match(new RegExp(`.{1,${GROUP}}`, 'g'))?.join('-') ?? '';
}

/** Where the caret belongs after grouping: behind as many letters as stood before it. */
export function caretAfter(typed: string, caret: number, grouped: string): number {
  const before = typed
    .slice(0, caret)
    .normalize('NFKC')
    .replace(/[^0-9A-Za-z]/g, '').length;
  if (before === 0) return 0;
  return Math.min(grouped.length, before + Math.floor((before - 1) / GROUP));
}
