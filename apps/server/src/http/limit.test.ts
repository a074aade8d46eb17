import { describe, expect, it } from 'vitest';
import { testClock } from '../../test/app.ts';
import { createLimiter, createVisitorLimiter, perMinute } from './limit.ts';

const passes = (call: () => void): boolean => {
  try {
    call();
    return true;
  } catch {
    return false;
  }
};
const passed = (addresses: Iterable<string>, allow: (address: string) => void): number =>
  [...addresses].filter((address) => passes(() => allow(address))).length;

const hosts = function* (count: number, of: (index: number) => string) {
  for (let index = 0; index < count; index += 1) yield of(index);
};

describe('the limit of visitors', () => {
  it('counts all addresses of one IPv6 line as one, and all lines of a site up to ten times that', () => {
    const allow = createVisitorLimiter(perMinute(6), testClock());
    expect(
      passed(
        hosts(40, (index) => `2001:db8:1:1::${index.toString(16)}`),
        allow,
      ),
    ).toBe(6);
    expect(
      passed(
        hosts(400, (index) => `2001:db8:2:${index.toString(16)}::1`),
        allow,
      ),
    ).toBe(60);
    expect(passed(['2001:db8:3::1'], allow)).toBe(1);
  });

  it('has an end for everybody together', () => {
    const allow = createVisitorLimiter(perMinute(1), testClock());
    expect(
      passed(
        hosts(300, (index) => `203.0.${Math.floor(index / 250)}.${index % 250}`),
        allow,
      ),
    ).toBe(100);
  });

  it('lets a line’s first calls through, and a site’s, when others have used up what all have together', () => {
    const allow = createVisitorLimiter(perMinute(30), testClock());
    const crowd = [...hosts(200, (index) => `203.0.113.${index}`)];
    // Three of each are first calls; of all the others there is an end.
    expect(
      passed(
        crowd.flatMap((address) => Array.from({ length: 30 }, () => address)),
        allow,
      ),
    ).toBe(200 * 3 + 3000);
    expect(passed(Array(10).fill('198.51.100.1'), allow)).toBe(3);
    expect(
      passed(
        hosts(10, (index) => `2001:db8:4:${index}::1`),
        allow,
      ),
    ).toBe(3);
    // First calls have an end as well: as many again.
    expect(
      passed(
        hosts(5000, (index) => `198.18.${Math.floor(index / 250)}.${index % 250}`),
        allow,
      ),
    ).toBe(3000 - 606);
  });

  it('does not let who is refused use up what is left for the others', () => {
    const allow = createVisitorLimiter(perMinute(1), testClock());
    expect(
      passed(
        hosts(1000, () => '203.0.113.9'),
        allow,
      ),
    ).toBe(1);
    expect(
      passed(
        hosts(99, (index) => `198.51.100.${index}`),
        allow,
      ),
    ).toBe(99);
  });

  it('takes whatever is no address for one visitor', () => {
    const allow = createVisitorLimiter(perMinute(3), testClock());
    expect(
      passed(
        hosts(50, (index) => `x${index}`),
        allow,
      ),
    ).toBe(3);
  });

  it('begins anew with the next window, and after the clock was set back', () => {
    const clock = testClock();
    const allow = createLimiter(perMinute(1), clock);
    expect(passed(['m1', 'm1'], allow)).toBe(1);
    clock.advance(60_000);
    expect(passed(['m1'], allow)).toBe(1);
    clock.advance(-3_600_000);
    expect(passed(['m1'], allow)).toBe(1);
  });
});
