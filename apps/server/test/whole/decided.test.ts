import { readFileSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { refusals, type RefusalCode } from '@minerx/contract/refusal';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../../..');

/** The codes that these files name in this way. */
const codesIn = (files: string[], way: RegExp): RefusalCode[] => {
  const texts = files.map((file) => readFileSync(join(ROOT, file), 'utf8'));
  return [...new Set(texts.flatMap((text) => [...text.matchAll(way)].map(([, code]) => code as RefusalCode)))];
};

const sources = (pattern: string): string[] =>
  globSync(pattern, { cwd: ROOT }).filter((file) => !file.endsWith('.test.ts'));

const otherThan = (decided: string, codes: RefusalCode[]): RefusalCode[] =>
  codes.filter((code) => refusals[code][1] !== decided);

describe('what a refusal decides, by where the server gives it', () => {
  it('a decision that was taken behind the key decides', () => {
    const commands = codesIn(sources('apps/server/src/modules/**/*.command.ts'), /\bno\('(err_\w+)'/g);
    const rules = codesIn(sources('packages/rules/src/**/*.ts'), /(?:refuse\(|refusal: )'(err_\w+)'/g);
    expect(commands.length).toBeGreaterThanOrEqual(8);
    expect(rules.length).toBeGreaterThanOrEqual(8);
    expect(otherThan('yes', [...commands, ...rules])).toEqual([]);
  });

  it('what stands before the key decides nothing', () => {
    const gates = [
      'http/route.ts',
      'http/limit.ts',
      'http/maintenance.ts',
      'http/security.ts',
      'modules/pin/pin.gate.ts',
    ];
    const codes = codesIn(
      gates.map((file) => `apps/server/src/${file}`),
      /(?:refuse|new Refusal)\(\s*'(err_\w+)'/g,
    );
    expect(codes.length).toBeGreaterThan(7);
    expect(otherThan('gate', codes)).toEqual([]);
  });

  it('a fault leaves it unknown', () => {
    const codes = codesIn(
      ['apps/server/src/ledger/funnel.ts', 'apps/server/src/http/answer.ts'],
      /'(err_(?:unavailable|internal))'/g,
    );
    expect(codes.toSorted()).toEqual(['err_internal', 'err_unavailable']);
    expect(otherThan('unknown', codes)).toEqual([]);
  });
});
