import { expect, it } from 'vitest';
import { waitingEndsAt } from './terms.ts';

it('an order waits for its machines ninety days, then it is refunded', () => {
  expect(waitingEndsAt(new Date('2026-11-28T13:00:00Z'))).toEqual(new Date('2027-02-26T13:00:00Z'));
});
