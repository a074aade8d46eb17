import { expect, it } from 'vitest';
import { expectedSeconds, lookEveryMs } from './block-time.ts';
import { NETWORK } from './network.ts';

it('the time until something is booked follows from the blocks that it waits for', () => {
  expect(expectedSeconds(NETWORK.BEP20, 15, false)).toBe(9);
  expect(expectedSeconds(NETWORK.BEP20, 15, true)).toBe(17);
  expect(expectedSeconds(NETWORK.TRC20, 20, false)).toBe(62);
  expect(expectedSeconds(NETWORK.OMNI, 3, false)).toBe(1802);
});

it('nothing is expected before its chain calls it final', () => {
  expect(expectedSeconds(NETWORK.ARBITRUM_ONE, 20, false)).toBe(902);
  expect(expectedSeconds(NETWORK.ARBITRUM_ONE, 20, true)).toBe(22);
  expect(expectedSeconds(NETWORK.TRC20, 1, false)).toBe(59);
});

it('a chain is looked at as its blocks come, and no oftener than twice a second', () => {
  expect(lookEveryMs(NETWORK.TRC20, false)).toBe(3000);
  expect(lookEveryMs(NETWORK.TRC20, true)).toBe(500);
  expect(lookEveryMs(NETWORK.ARBITRUM_ONE, false)).toBe(500);
});
