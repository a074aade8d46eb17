import { describe, expect, it } from 'vitest';
import { makeAttempts } from './attempt.ts';

const counted = () => {
  let count = 0;
  return makeAttempts(() => `key-${++count}`);
};

describe('the keys of a form', () => {
  it('asks for a lost answer with the same key', () => {
    const attempts = counted();
    expect(attempts.keyFor({ email: 'a@b.test' })).toBe('key-1');
    expect(attempts.keyFor({ email: 'a@b.test' })).toBe('key-1');
  });

  it('makes a new key when something was changed in between', () => {
    const attempts = counted();
    attempts.keyFor({ email: 'a@b.test' });
    expect(attempts.keyFor({ email: 'c@b.test' })).toBe('key-2');
  });

  it('makes a new key once the server has answered', () => {
    const attempts = counted();
    attempts.keyFor({ email: 'a@b.test' });
    attempts.decided();
    expect(attempts.keyFor({ email: 'a@b.test' })).toBe('key-2');
  });
});
