import { describe, expect, it } from 'vitest';
import { caretAfter, groupedCode } from './voucher-code.ts';

describe('a voucher code', () => {
  it('is written in capitals and groups of four while it is typed', () => {
    expect(groupedCode('ab12c')).toBe('AB12-C');
    expect(groupedCode('')).toBe('');
  });

  it('is picked out of a paste with spaces, dashes and line ends', () => {
    expect(groupedCode(' ab12 cd34\nef56 – gh78 ')).toBe('AB12-CD34-EF56-GH78');
    expect(groupedCode('ＡＢ１２')).toBe('AB12');
  });

  it('keeps the caret behind the letter that was typed', () => {
    expect(caretAfter('AB12C', 5, 'AB12-C')).toBe(6);
    expect(caretAfter('AXB12-C', 2, 'AXB1-2C')).toBe(2);
    expect(caretAfter('-AB', 0, 'AB')).toBe(0);
  });
});
