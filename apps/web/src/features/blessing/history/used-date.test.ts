import { describe, expect, it } from 'vitest';
import { usedDate } from './used-date.ts';

/** 9:05 in the evening here, whatever zone the test runs in. */
const evening = new Date(2026, 10, 20, 21, 5);

/** Some versions of Intl put a narrow space before am and pm. */
const english = (time: Date) => usedDate('en-GB', time).replaceAll('\u202f', ' ');

describe('the date of a pick', () => {
  // proves 9: Raya: the date of a pick, day month year - hour:minute am/pm
  it('reads day month year - hour:minute am/pm', () => {
    expect(english(evening)).toBe('20 Nov 2026 - 09:05 pm');
    expect(english(new Date(2026, 0, 3, 0, 7))).toBe('3 Jan 2026 - 12:07 am');
  });

  it('follows the language, by its own clock', () => {
    expect(usedDate('de', evening)).toMatch(/^20\. Nov\.? 2026 - 21:05$/);
    expect(usedDate('zh-Hans', evening)).toBe('2026年11月20日 - 21:05');
    expect(usedDate('ms', evening)).toBe('20 Nov 2026 - 09:05 PTG');
    expect(usedDate('th-u-ca-gregory', evening)).toBe('20 พ.ย. 2026 - 21:05');
  });
});
