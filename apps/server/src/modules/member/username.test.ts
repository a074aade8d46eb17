import { describe, expect, it } from 'vitest';
import { usernameOf } from './signup.command.ts';

describe('a username', () => {
  it.each([
    ['李小龍', 'lixiaolong'],
    ['王小明', 'wangxiaoming'],
    ['Иван Петров', 'ivanpetrov'],
    ['김민수', 'gimminsu'],
    ['Γιώργος Παπαδόπουλος', 'giorgospapadopoylos'],
    ['Đặng Thị Hoa', 'dangthihoa'],
    ['Jürgen Groß', 'jurgengross'],
    ['Aisyah Tan', 'aisyahtan'],
  ])('of %s is %s', (name, username) => {
    expect(usernameOf(name, 0)).toBe(username);
  });

  // proves 7: user names of names in other scripts
  it.each(['عمر خيام', 'สมชาย ใจดี', 'दिलीप कुमार', 'יוסף כהן', 'さくら たなか'])(
    'of %s tells its member from others',
    (name) => {
      expect(usernameOf(name, 0)).toMatch(/^(?!member)[a-z0-9]{4,24}$/);
    },
  );

  it('has 4 to 24 letters and digits whatever is typed, and a number where it is taken', () => {
    for (const name of ['😀'.repeat(40), '漢'.repeat(80), '李', '', '\u{10ffff}'.repeat(30), 'ﷺ'.repeat(80)]) {
      for (const attempt of [0, 7, 12_345]) expect(usernameOf(name, attempt)).toMatch(/^[a-z0-9]{4,24}$/);
    }
    expect(usernameOf('李小龍', 3)).toBe('lixiaolong3');
    expect([0, 1].map((attempt) => usernameOf('李', attempt))).toEqual(['li01', 'li02']);
  });
});
