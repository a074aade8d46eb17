import * as z from 'zod/mini';
import type { SigningIntent } from '../../outside/signer/port.ts';

const address = z.string().check(z.regex(/^0x[0-9a-f]{40}$/));
const amount = z.pipe(
  z.string().check(z.regex(/^\d{1,78}$/)),
  z.transform((text) => BigInt(text)),
);

const intent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('transfer'), contract: address, to: address, amount }),
  z.object({ kind: z.literal('safeTransferFrom'), contract: address, to: address, tokenId: amount }),
  z.object({ kind: z.literal('sweep'), contract: address, index: z.int(), amount }),
  z.object({ kind: z.literal('topUp'), index: z.int(), value: amount }),
  z.object({ kind: z.literal('fill') }),
]) satisfies z.ZodMiniType<SigningIntent>;

/** An intent as its row keeps it: JSON, amounts as decimal text. */
export const writeIntent = (value: SigningIntent): string =>
  JSON.stringify(value, (_, field: unknown) => (typeof field === 'bigint' ? field.toString() : field));

/** @throws Error when the row holds none: nobody but us writes it. */
export const readIntent = (row: unknown): SigningIntent => z.parse(intent, row);
