import { describe, expect, it } from 'vitest';
import { COMMON_PASSWORDS } from './common-passwords.ts';
import { isValidPassword, PASSWORD_CHECKS, passwordChecks, PASSWORD_SPECIALS } from './password.ts';

const failing = (text: string) => PASSWORD_CHECKS.filter((check) => !passwordChecks(text)[check]);

describe('the password rule', () => {
  it('accepts the demo password', () => {
    expect(isValidPassword('Demo#2026')).toBe(true);
  });

  // proves 5: password: 8 characters, capital, digit, special
  it('names what is missing, one hint each', () => {
    expect(failing('')).toEqual(['length', 'upper', 'digit', 'special']);
    expect(failing('Ab1#xyz')).toEqual(['length']);
    expect(failing('quiet-river-7')).toEqual(['upper']);
    expect(failing('Quiet-River')).toEqual(['digit']);
    expect(failing('QuietRiver7')).toEqual(['special']);
    expect(failing('P@ssw0rd')).toEqual(['notCommon']);
  });

  // proves 5: password: the special characters
  it('counts each special character of the rule, and no other', () => {
    for (const special of PASSWORD_SPECIALS) expect(failing(`QuietRiver7${special}`)).toEqual([]);
    for (const other of [' ', '"', '<', '|', '¿', '§', '；'])
      expect(failing(`QuietRiver7${other}`)).toEqual(['special']);
  });

  // proves 9: password at least 8 characters
  it('takes 8 to 128 characters, however many bytes they have', () => {
    expect(failing(`Aa1#${'x'.repeat(4)}`)).toEqual([]);
    expect(failing(`Aa1#${'x'.repeat(124)}`)).toEqual([]);
    expect(failing(`Aa1#${'x'.repeat(125)}`)).toEqual(['length']);
    expect(failing(`Aa1#${'🐉'.repeat(124)}`)).toEqual([]);
    expect(failing(`Aa1#${'🐉'.repeat(3)}`)).toEqual(['length']);
    expect(failing('Aa1#'.repeat(100_000))).toEqual(['length']);
  });

  it('counts ASCII digits only, and capitals of every alphabet', () => {
    expect(failing('Quiet-River-٧')).toEqual(['digit']);
    expect(failing('Đường-số-7')).toEqual([]);
  });

  it('refuses the common ones in any mixture of capitals', () => {
    expect(failing('PASSWORD@123')).toEqual(['notCommon']);
    expect(failing('Admin@123')).toEqual(['notCommon']);
  });

  it('has a list that is lower case, and matters: many of its entries pass every other check', () => {
    expect(COMMON_PASSWORDS.size).toBeGreaterThan(200);
    for (const common of COMMON_PASSWORDS) expect(common).toBe(common.toLowerCase());
    const capitalised = [...COMMON_PASSWORDS].map((common) => common[0]?.toUpperCase() + common.slice(1));
    expect(capitalised.filter((text) => failing(text).join() === 'notCommon').length).toBeGreaterThan(100);
  });
});
