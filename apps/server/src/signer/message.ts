import * as z from 'zod/mini';
import type { SigningIntent, SigningRequest } from '../outside/signer/port.ts';

/** One line, one message: longer ones are nobody's of ours. */
export const LONGEST_LINE = 4096;

const address = z.string().check(z.regex(/^0x[0-9a-f]{40}$/));
/** Below 2^256. */
const amount = z.pipe(
  z.string().check(
    z.regex(/^(0|[1-9]\d{0,77})$/),
    z.refine((text) => BigInt(text) < 2n ** 256n),
  ),
  z.transform((text) => BigInt(text)),
);
const index = z.int().check(z.minimum(0), z.maximum(2 ** 31 - 1));

const intent = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('transfer'), contract: address, to: address, amount }),
  z.strictObject({ kind: z.literal('safeTransferFrom'), contract: address, to: address, tokenId: amount }),
  z.strictObject({ kind: z.literal('sweep'), contract: address, index, amount }),
  z.strictObject({ kind: z.literal('topUp'), index, value: amount }),
  z.strictObject({ kind: z.literal('fill') }),
]) satisfies z.ZodMiniType<SigningIntent>;

const sign = z.strictObject({
  requestId: z.string().check(z.regex(/^[\w:.-]{1,80}$/)),
  chainId: z.int().check(z.minimum(1)),
  nonce: z.int().check(z.minimum(0)),
  intent,
  gas: amount,
  maxFeePerGas: amount,
  maxPriorityFeePerGas: amount,
}) satisfies z.ZodMiniType<SigningRequest>;

const message = z.union([
  z.strictObject({ id: z.int(), sign }),
  z.strictObject({ id: z.int(), describe: z.literal(true) }),
]);
export type Message = z.infer<typeof message>;

/** Null when the text is none of our messages. */
export const readMessage = (line: string): Message | null => {
  try {
    const outcome = z.safeParse(message, JSON.parse(line));
    return outcome.success ? outcome.data : null;
  } catch {
    return null;
  }
};
