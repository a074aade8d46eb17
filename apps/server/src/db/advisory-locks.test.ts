import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ADVISORY_LOCK } from './advisory-locks.ts';

const SOURCE = join(import.meta.dirname, '..');

describe('the advisory locks', () => {
  it('have a number each', () => {
    const numbers = Object.values(ADVISORY_LOCK);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it('are written down here and nowhere else in the code', () => {
    const elsewhere = globSync('**/*.ts', { cwd: SOURCE })
      .filter((file) => !file.endsWith('.test.ts') && file !== 'db/advisory-locks.ts')
      .filter((file) => {
        const text = readFileSync(join(SOURCE, file), 'utf8');
        return /pg_\w*advisory/.test(text) || /\b7_?[0-9]{3}_?[0-9]{3}\b/.test(text);
      });
    expect(elsewhere).toEqual([]);
  });
});
