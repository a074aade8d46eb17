import { createHmac } from 'node:crypto';

const MISREAD: Record<string, string> = { O: '0', I: '1', L: '1' };

/** Capital letters and digits of Crockford's alphabet; spaces and dashes do not count, O reads as 0, I and L as 1. */
export const normaliseVoucherCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/[OIL]/g, (letter) => MISREAD[letter]!);

/** What is stored of a code: who reads the table cannot redeem, nor try codes out without the pepper. */
export const voucherCodeHash = (pepper: string, code: string): Buffer =>
  createHmac('sha256', pepper)
    .update(`voucher:${normaliseVoucherCode(code)}`)
    .digest();
