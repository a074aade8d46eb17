import { crockford } from '../base/ids.ts';
import type { Random } from '../ports.ts';

const CODES = 10;
/** 50 random bits. */
const LENGTH = 10;

/** One-use codes for whoever has lost the authenticator, as they are shown: `ABCDE-FGHJK`. */
export const newRecoveryCodes = (random: Random): string[] =>
  Array.from({ length: CODES }, () => crockford(random, LENGTH).replace(/(?<=^.{5})/, '-'));

/** A recovery code in its one spelling, however it was typed. */
export const tidyRecoveryCode = (typed: string): string => typed.replaceAll(/[\s-]/g, '').toUpperCase();
