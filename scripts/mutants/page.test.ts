import { expect, it } from 'vitest';
import { AREAS } from './areas.ts';
import { pageOf, withCounts } from './page.ts';

const all = Object.entries(AREAS).flatMap(([area, mutants]) =>
  mutants.map((mutant) => ({ area, mutant, killed: true })),
);

it('the page of mutants is held to the list by areas and numbers, and says of which commit the rest is', () => {
  const page = pageOf(all.slice(1), '2026-01-01, abc1234');
  expect(withCounts(page)).toBe(page);
  expect(page).toContain(`| all | ${all.length} |\n`);
  expect(page).toContain(`Run at 2026-01-01, abc1234.`);
  expect(page).toContain(`| all | ${all.length - 1} | ${all.length - 1} | 100 % |`);
  for (const wrong of [
    page.replace('| passkey |', '| other |'),
    page.replace(`| all | ${all.length} |`, '| all | 314 |'),
  ]) {
    expect(wrong).not.toBe(page);
    expect(withCounts(wrong)).toBe(page);
  }
  expect(() => withCounts('# Mutants\n')).toThrow('no table');
});
