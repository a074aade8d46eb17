import { createRequire } from 'node:module';
import type * as Argon2 from '@node-rs/argon2';
import { afterAll, beforeAll } from 'vitest';

const real = createRequire(import.meta.url)('@node-rs/argon2') as typeof Argon2;

/** The least that the library takes: a hash says what it cost, so what compares need not be told. */
const LIGHT: Argon2.Options = { memoryCost: 8, timeCost: 1, parallelism: 1 };

let isFull = false;

/**
 * In the place of the library (vitest.config.ts): members and operators of tests are made by the dozen, and each password and PIN would cost
 * what it shall cost a thief. Programs that tests start hash in full.
 */
export const hash: typeof Argon2.hash = (secret, options, signal) =>
  real.hash(secret, isFull ? options : { ...options, ...LIGHT }, signal);

export const { verify } = real;

/** For files that test what a hash costs. */
export const hashInFull = (): void => {
  beforeAll(() => void (isFull = true));
  afterAll(() => void (isFull = false));
};
