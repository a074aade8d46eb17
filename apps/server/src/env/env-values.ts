import * as z from 'zod/mini';
import { addressesIn } from './env-sources.ts';

/** What the text of a variable may be, and what it is read as. */

export const wholeNumber = (from: number, to: number) =>
  z.pipe(
    z.string().check(
      z.refine((value) => /^\d{1,5}$/.test(value) && Number(value) >= from && Number(value) <= to, {
        error: `must be a whole number from ${from} to ${to}`,
      }),
    ),
    z.transform(Number),
  );
export const address = (...protocols: string[]) =>
  z.string().check(
    z.refine((value) => protocols.includes(URL.parse(value)?.protocol.slice(0, -1) ?? ''), {
      error: `must be an address that begins with ${protocols.map((protocol) => `${protocol}://`).join(' or ')}`,
    }),
  );
export const addresses = (...protocols: string[]) =>
  z
    .string()
    .check(
      z.refine(
        (value) => addressesIn(value).every((each) => protocols.includes(URL.parse(each)?.protocol.slice(0, -1) ?? '')),
        { error: `must be addresses that begin with ${protocols.join(':// or ')}://, with commas between` },
      ),
    );
export const bucket = z.refine<string>(
  (value) => {
    const { username, password, pathname = '' } = URL.parse(value) ?? {};
    return username !== '' && password !== '' && /^\/[\w.-]+\/?$/.test(pathname);
  },
  { error: 'must name key, secret and bucket: https://key:secret@host/bucket?region=…' },
);
export const extendedKey = z.string().check(
  z.regex(/^xpub[1-9A-HJ-NP-Za-km-z]{107}$/, {
    error: 'must be an extended public key (xpub and 107 more characters)',
  }),
);
export const listOf = <T extends string>(names: readonly T[]) =>
  z.pipe(
    z.string().check(
      z.refine((value) => value.split(',').every((name) => (names as readonly string[]).includes(name.trim())), {
        error: `must be a list of ${names.join(', ')}, with commas between`,
      }),
    ),
    z.transform((value): ReadonlySet<T> => new Set(value.split(',').map((name) => name.trim() as T))),
  );
export const share = z.pipe(
  z.string().check(z.regex(/^(?:0(?:\.\d{1,6})?|1)$/, { error: 'must be a number from 0 to 1' })),
  z.transform(Number),
);
export const secret = z.string().check(
  z.refine((value) => value.length >= 32 && new Set(value).size >= 10, {
    error: 'must be at least 32 random characters, for example from: openssl rand -base64 48',
  }),
);
/** Named where this product was planned, and no part of it: who sets it must not believe that it is in use. */
export const unused = (instead: string) => z.optional(z.never({ error: `is not used: ${instead}; unset it` }));
export const email = z.email({ error: 'must be an email address' });
