import { expect, it } from 'vitest';
import { findLong } from './lengths.ts';

const lines = (count: number): string => 'x;\n'.repeat(count);

it.each(['apps/server/src/a.ts', 'apps/server/src/a.test.ts', 'packages/ui/src/a.module.css', 'e2e/a.spec.ts'])(
  '%s may have four hundred lines and not one more, blank ones and comments counted',
  (path) => {
    expect(findLong([{ path, text: lines(400) }])).toEqual([]);
    expect(findLong([{ path, text: `${lines(399)}\n// why\n` }])).toEqual([
      `${path} has 401 lines of 400: it wants two files`,
    ]);
  },
);

it('leaves what is no code alone', () => {
  expect(findLong([{ path: 'apps/server/src/db/migrations/001-foundation.sql', text: lines(500) }])).toEqual([]);
});
