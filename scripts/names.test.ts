import { expect, test } from 'vitest';
import { namesRefused } from './names.ts';

test.each([
  ['apps/server/src/a.ts', 'const lockLetter = 1;', 'lockLetter: say mail'],
  ['apps/server/src/a.ts', 'class Hub { #readers = 1; }', 'readers: say connections'],
  ['apps/web/src/a.tsx', 'const a = <B wish={1} />;', 'wish: say input'],
  ['bench/src/a.ts', 'const LAST_DUTY = 1;', 'LAST_DUTY: say lease'],
  ['apps/server/src/a.ts', 'type Needs = { a: 1 };', 'Needs: say dependencies'],
])('%s may not say %s', (file, text, said) => {
  expect(namesRefused(file, text)).toEqual([expect.stringContaining(said)]);
});

test('words stay free where they mean something else, and in comments and texts', () => {
  expect(namesRefused('packages/rules/src/a.ts', 'const letters = 1;')).toEqual([]);
  expect(
    namesRefused('apps/server/src/a.ts', "// a wish\nconst wished = 'the duty'; const needsFulfilment = 1;"),
  ).toEqual([]);
});
