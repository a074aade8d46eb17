import { describe, expect, it } from 'vitest';
import { callingCodeText, nationalMobile } from './mobile.ts';

describe('a mobile number', () => {
  it('loses the calling code that autofill wrote before it', () => {
    expect(nationalMobile('+60 12-345 6789', '60')).toBe('123456789');
    expect(nationalMobile('0060123456789', '+60')).toBe('123456789');
    expect(nationalMobile('+1 868 555 0100', '1-868')).toBe('5550100');
  });

  it('keeps digits that only look like a calling code', () => {
    expect(nationalMobile('60 123 456', '60')).toBe('60123456');
    expect(nationalMobile('012-345 6789', '60')).toBe('0123456789');
  });

  it('keeps the plus of another country, so that the rule refuses it', () => {
    expect(nationalMobile('+49 151 1234', '60')).toBe('+491511234');
    expect(nationalMobile('+49 151 1234', undefined)).toBe('+491511234');
  });

  it('shows a calling code in one way', () => {
    expect(['60', '+60', '1-868'].map(callingCodeText)).toEqual(['+60', '+60', '+1868']);
  });
});
