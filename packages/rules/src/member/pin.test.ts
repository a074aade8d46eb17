import { describe, expect, it } from 'vitest';
import { isValidPin, isWeakPin } from './pin.ts';

describe('the security PIN', () => {
  // proves 5: PIN: exactly six digits
  // proves 9: PIN of 6 digits
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

  // proves 5: PIN: the first guesses are weak
  it('is weak when it is among the first guesses: rows, repetitions, dates in every order, known ways over the keys', () => {
    for (const pin of [
      '000000',
      '123456',
      '654321',
      '890123',
      '121212',
      '123123',
      '112233',
      '123321',
      '100001',
      '147258',
    ])
      expect([pin, isWeakPin(pin)]).toEqual([pin, true]);
    for (const pin of ['311299', '123199', '991231', '290200', '010190', '900101'])
      expect([pin, isWeakPin(pin)]).toEqual([pin, true]);
    for (const pin of ['246810', '135791', '973157', '864213', '329964', 'abc', '12345'])
      expect([pin, isWeakPin(pin)]).toEqual([pin, false]);
  });

  it('leaves nine of ten PINs to choose from', () => {
    const weak = Array.from({ length: 1_000_000 }, (_, n) => String(n).padStart(6, '0')).filter(isWeakPin).length;
    expect(weak).toBeGreaterThan(80_000);
    expect(weak).toBeLessThan(110_000);
  });
});
