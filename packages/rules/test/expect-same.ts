import { expect } from 'vitest';

/**
 * `expect(actual).toBe(expected)`, asked where it fails: a property is tried a hundred thousand times, and asking each time took as long as
 * all that was asked about.
 */
export const expectSame = <T>(actual: T, expected: T): void => {
  if (!Object.is(actual, expected)) expect(actual).toBe(expected);
};
