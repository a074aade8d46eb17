import { describe, expect, it } from 'vitest';
import { amountOf, pastedAmount } from './amount-input.tsx';
import { digitsOf } from '../text/digits.tsx';
import { wholeNumberIn } from './stepper.tsx';

describe('digits', () => {
  it('picks a code out of a pasted sentence', () => {
    expect(digitsOf('Code: 98 76-54')).toBe('987654');
  });

  it('reads Thai and full-width digits', () => {
    expect(digitsOf('๑๒๓')).toBe('123');
    expect(digitsOf('４５６')).toBe('456');
  });
});

describe('typed whole numbers', () => {
  it('count within their range, in digits of any script', () => {
    expect(wholeNumberIn('7', 1, 100)).toBe(7);
    expect(wholeNumberIn(' 100 ', 1, 100)).toBe(100);
    expect(wholeNumberIn('๑๒', 1, 100)).toBe(12);
  });

  it('are none outside of it, and nothing is read into other texts', () => {
    for (const text of ['', '0', '101', '999', '1.5', '-5', '1e1', 'two'])
      expect(wholeNumberIn(text, 1, 100)).toBeNull();
  });
});

describe('typed amounts', () => {
  it('takes comma and point alike', () => {
    expect(amountOf('12,5')).toBe('12.5');
    expect(amountOf('12.5')).toBe('12.5');
    expect(amountOf('.5')).toBe('0.5');
    expect(amountOf('007')).toBe('7');
    expect(amountOf('12.')).toBe('12');
  });

  it('does not take a lone separator, a second one, or nothing', () => {
    expect(amountOf(',')).toBeNull();
    expect(amountOf('1.2.3')).toBeNull();
    expect(amountOf('')).toBeNull();
  });
});

describe('pasted amounts', () => {
  it('understands grouping of either kind', () => {
    expect(pastedAmount('1,234.50', 2)).toBe('1234.50');
    expect(pastedAmount('1.234,50', 2)).toBe('1234.50');
    expect(pastedAmount('1 234,5', 2)).toBe('1234.5');
    expect(pastedAmount('1,234,567', 2)).toBe('1234567');
  });

  it('refuses more decimals than the asset has rather than cutting them', () => {
    expect(pastedAmount('1.2345', 2)).toBeNull();
    expect(pastedAmount('-5', 2)).toBeNull();
    expect(pastedAmount('1e5', 2)).toBeNull();
  });
});
