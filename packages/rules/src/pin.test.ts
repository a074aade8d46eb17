import { describe, expect, it } from 'vitest';
import { isValidPin, isWeakPin } from './pin.ts';

describe('the security PIN', () => {
  it('has exactly six ASCII digits', () => {
    expect(isValidPin('246810')).toBe(true);
    expect(isValidPin('000000')).toBe(true);
    for (const text of [
      '',
      '12345',
      '1234567',
      '12345a',
      ' 123456',
      '123456\n',
      '１２３４５６',
      '١٢٣٤٥٦',
      '-12345',
      '1e5000',
    ]) {
      expect(isValidPin(text)).toBe(false);
    }
  });

  it('may be advised against when it is among the first guesses', () => {
    for (const pin of ['000000', '123456', '654321', '890123', '121212', '123123']) expect(isWeakPin(pin)).toBe(true);
    for (const pin of ['246810', '135791', '123457', 'abc']) expect(isWeakPin(pin)).toBe(false);
  });
});
