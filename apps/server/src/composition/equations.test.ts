import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EQUATIONS } from './equations.ts';
import type { Equation } from '../ledger/equation.ts';

const SOURCE = join(import.meta.dirname, '..');
const files = globSync('**/*.equations.ts', { cwd: SOURCE });

describe('the equations', () => {
  it('are found at all', () => {
    expect(files.length).toBeGreaterThan(15);
  });

  it.each(files)('of %s are all in the list', async (file) => {
    const brought = Object.entries((await import(join(SOURCE, file))) as Record<string, unknown>)
      .filter(([name]) => name.endsWith('_EQUATIONS'))
      .flatMap(([, equations]) => equations as Equation[]);
    expect(brought.length).toBeGreaterThan(0);
    expect(brought.filter((equation) => !EQUATIONS.includes(equation)).map(({ name }) => name)).toEqual([]);
  });

  it('have a name each', () => {
    const names = EQUATIONS.map(({ name }) => name);
    expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
  });
});
