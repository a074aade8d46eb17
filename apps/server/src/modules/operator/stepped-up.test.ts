import { MINUTE_MS } from '@minerx/rules/duration';
import { expect, it } from 'vitest';
import { steppedUpUntil } from './operator-sign-in.command.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const from = (ms: number) => steppedUpUntil({ steppedUpAt: new Date(NOW + ms) }, NOW);

it('a second factor shown a moment ago opens money for a while, one of an hour ago or still to come does not', () => {
  expect(from(-1000)?.getTime()).toBeGreaterThan(NOW);
  expect([from(-60 * MINUTE_MS), from(MINUTE_MS), from(60 * MINUTE_MS)]).toEqual([null, null, null]);
});
