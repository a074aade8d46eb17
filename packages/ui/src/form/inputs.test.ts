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
    expect(amountOf('12,5', 2)).toBe('12.5');
    expect(amountOf('12.5', 2)).toBe('12.5');
    expect(amountOf('.5', 2)).toBe('0.5');
    expect(amountOf('007', 2)).toBe('7');
    expect(amountOf('12.', 2)).toBe('12');
  });

  it('does not take a lone separator, a second one, or nothing', () => {
    expect(amountOf(',', 2)).toBeNull();
    expect(amountOf('1.2.3', 2)).toBeNull();
    expect(amountOf('', 2)).toBeNull();
  });

  it('does not take more decimals than the asset has', () => {
    expect(amountOf('1.005', 2)).toBeNull();
    expect(amountOf('1.005', 4)).toBe('1.005');
    expect(amountOf('1.0', 0)).toBeNull();
  });
});

describe('pasted amounts', () => {
  it('understands grouping of either kind', () => {
    expect(pastedAmount('1,234.50')).toBe('1234.50');
    expect(pastedAmount('1.234,50')).toBe('1234.50');
    expect(pastedAmount('1 234,5')).toBe('1234.5');
    expect(pastedAmount('1,234,567')).toBe('1234567');
  });

  it('keeps every decimal rather than cutting some, and reads nothing into other texts', () => {
    expect(pastedAmount('1.2345')).toBe('1.2345');
    expect(pastedAmount('-5')).toBeNull();
    expect(pastedAmount('1e5')).toBeNull();
  });
});
