import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import {
  addressPauseS,
  isValidBtapayId,
  isValidEmail,
  isValidFullName,
  isValidMobile,
  isValidReferralCode,
  isValidVerificationCode,
  normaliseEmail,
  normaliseFullName,
  normaliseMobile,
  normaliseReferralCode,
  passwordPauseS,
  pinLockMinutes,
  usernameFrom,
} from './member.ts';

describe('a username from a full name', () => {
  it('keeps letters and digits, without accents and capitals', () => {
    expect(usernameFrom('Ana María Núñez', 0)).toBe('anamarianunez');
    expect(usernameFrom('Đặng Thị Hoa', 0)).toBe('dangthihoa');
    expect(usernameFrom('Jürgen Groß 3', 0)).toBe('jurgengross3');
    expect(usernameFrom("O'Brien-Smith", 0)).toBe('obriensmith');
  });

  it('keeps a short name and counts from one', () => {
    expect([0, 1, 98, 99].map((attempt) => usernameFrom('Bo', attempt))).toEqual(['bo01', 'bo02', 'bo99', 'bo100']);
    expect([0, 9].map((attempt) => usernameFrom('Ann', attempt))).toEqual(['ann1', 'ann10']);
    expect(usernameFrom('Ö', 0)).toBe('o001');
    expect(usernameFrom('Anna', 0)).toBe('anna');
  });

  it('falls back where the name has none of them', () => {
    for (const name of ['王小明', '김민수', 'สมชาย', '']) expect(usernameFrom(name, 0)).toBe('member');
  });

  it('appends the number of the attempt inside 24 characters', () => {
    expect(usernameFrom('Ana María', 2)).toBe('anamaria2');
    expect(usernameFrom('王小明', 17)).toBe('member17');
    expect(usernameFrom('a'.repeat(80), 1234)).toBe(`${'a'.repeat(20)}1234`);
  });

  it('always has 4 to 24 lower case letters and digits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 90 }), fc.nat(), (name, attempt) => {
        return /^[a-z0-9]{4,24}$/.test(usernameFrom(name, attempt));
      }),
      { numRuns: 20_000 },
    );
  });
});

describe('email', () => {
  it('has one spelling for each address', () => {
    expect(normaliseEmail('  Demo@MinerX.Test ')).toBe('demo@minerx.test');
    expect(normaliseEmail('ｄｅｍｏ@minerx.test')).toBe('demo@minerx.test');
  });

  // proves 5: email must be valid
  it.each([
    'demo@minerx.test',
    'a@b.co',
    'first.last+tag@sub.domain.example',
    "o'brien_1@x-y.org",
    `${'a'.repeat(64)}@b.io`,
  ])('accepts %s', (email) => {
    expect(isValidEmail(email)).toBe(true);
  });

  it.each([
    '',
    '@',
    'a',
    'a@',
    '@b.co',
    'a@b',
    'a@@b.co',
    'a@b@c.co',
    '.a@b.co',
    'a.@b.co',
    'a..b@c.co',
    'a@.b.co',
    'a@b..co',
    'a@b.co.',
    'a@-b.co',
    'a@b-.co',
    'a@b_c.co',
    'a b@c.co',
    'a@b.co\n',
    'a@b.co\r\nBcc: x@y.zz',
    '"a b"@c.co',
    'a@[1.2.3.4]',
    'a@1.2.3.4',
    'ä@b.co',
    'a@bücher.de',
    'a,b@c.co',
    '<a@b.co>',
    `${'a'.repeat(65)}@b.io`,
    `a@${'b'.repeat(64)}.io`,
    `a@${'b.'.repeat(130)}io`,
  ])('refuses %j', (email) => {
    expect(isValidEmail(email)).toBe(false);
  });

  it('judges long nonsense at once', () => {
    // What tries again at every character would take hours.
    const start = Date.now();
    for (const text of ['a.'.repeat(500_000), `a@${'a-'.repeat(500_000)}`, '@'.repeat(1_000_000)]) isValidEmail(text);
    expect(Date.now() - start).toBeLessThan(10_000);
  });
});

describe('other details of a member', () => {
  it('take a full name of 2 to 80 characters that somebody can read', () => {
    for (const name of ['Li', '王明', 'Ana María Núñez', "Seán O'Brien-Smith Jr.", 'x'.repeat(80), 'สมชาย ใจดี']) {
      expect(isValidFullName(name)).toBe(true);
    }
    for (const name of [
      '',
      'A',
      'x'.repeat(81),
      '12',
      '--',
      'Ana\nMaria',
      'Ana\u0000',
      'Ana\u202egro.evil',
      'Ana\u2028',
    ]) {
      expect(isValidFullName(name)).toBe(false);
    }
    expect(normaliseFullName('  Ana   Mari\u0301a ')).toBe('Ana María');
  });

  it('take a mobile number of 5 to 15 digits', () => {
    expect(['12345', '123456789012345', '+60123456789'].every(isValidMobile)).toBe(true);
    expect(['1234', '1234567890123456', '12 345', '１２３４５'].some(isValidMobile)).toBe(false);
    expect(normaliseMobile('(012) 345-67.89')).toBe('0123456789');
  });

  it('take a referral code in any case', () => {
    expect(isValidReferralCode(normaliseReferralCode(' demo2026 '))).toBe(true);
    expect(['DEMO2', 'DEMO20262026X', 'DEMO-2026', 'demo2026', ''].some(isValidReferralCode)).toBe(false);
  });

  it('take six digits as an emailed code, and 4 to 64 plain characters as a BTA Pay id', () => {
    expect(isValidVerificationCode('012345')).toBe(true);
    expect(['12345', '1234567', '12345x', ''].some(isValidVerificationCode)).toBe(false);
    expect(['demo', 'a.b-c_d@e', 'x'.repeat(64)].every(isValidBtapayId)).toBe(true);
    expect(['abc', 'x'.repeat(65), 'a b c', 'a/b/c'].some(isValidBtapayId)).toBe(false);
  });

  it('lock PIN actions twice as long each time, but never for more than a day', () => {
    expect([1, 2, 3, 4, 50].map(pinLockMinutes)).toEqual([15, 30, 60, 120, 1440]);
    expect([1, 4, 5, 6, 9].map(passwordPauseS)).toEqual([0, 0, 2, 4, 32]);
    expect([1, 49, 50, 60, 99].map(addressPauseS)).toEqual([0, 0, 1, 2, 5]);
  });
});
