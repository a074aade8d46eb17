import * as z from 'zod/mini';
import type { BlockRef, ChainLog, Hex } from './port.ts';

/** What TRON's nodes and TronGrid answer, checked: digits without `0x`, addresses in logs without the version byte. */

const digits = (bytes: number) =>
  z.pipe(
    z.string().check(z.regex(new RegExp(`^[0-9a-fA-F]{${bytes * 2}}$`))),
    z.transform((text): Hex => `0x${text.toLowerCase()}`),
  );
const hash = digits(32);
const whole = z.int().check(z.minimum(0));

/** Addresses of logs have no version byte, in some programs' answers they do. */
const address = z.pipe(
  z.string().check(z.regex(/^(41)?[0-9a-fA-F]{40}$/)),
  z.transform((text): Hex => `0x${text.slice(-40).toLowerCase()}`),
);

/** A block with what its transactions are called, where they were asked for. */
export type TronBlock = BlockRef & { readonly transactions: readonly Hex[] };

/** `{}` where there is none. What is zero is left out, and the first eight bytes of a block's id are its number. */
export const blockAnswer = z.pipe(
  z
    .object({
      blockID: z.optional(hash),
      block_header: z.optional(
        z.object({
          raw_data: z.object({
            number: z.optional(whole),
            parentHash: z.optional(hash),
            timestamp: z.optional(whole),
          }),
        }),
      ),
      transactions: z.optional(z.array(z.object({ txID: hash }))),
    })
    .check(
      z.refine(({ blockID, block_header }) => (blockID === undefined) === (block_header === undefined), {
        error: 'half a block',
      }),
      z.refine(
        ({ blockID, block_header }) =>
          blockID === undefined || Number(blockID.slice(0, 18)) === (block_header?.raw_data.number ?? 0),
        { error: 'the number in its id is another' },
      ),
    ),
  z.transform(({ blockID, block_header, transactions }): TronBlock | null => {
    if (blockID === undefined || block_header === undefined) return null;
    const { number = 0, parentHash, timestamp = 0 } = block_header.raw_data;
    const parent = parentHash ?? (`0x${'0'.repeat(64)}` as const);
    return {
      number,
      hash: blockID,
      parentHash: parent,
      at: timestamp,
      transactions: (transactions ?? []).map(({ txID }) => txID),
    };
  }),
);

/** What became of a transaction: everything but the hash of its block. */
export type TronOutcome = {
  readonly transactionHash: Hex;
  readonly blockNumber: number;
  readonly succeeded: boolean;
  readonly logs: readonly Pick<ChainLog, 'address' | 'topics' | 'data'>[];
};

const outcome = z.object({
  id: hash,
  blockNumber: whole,
  /** Left out where nothing went wrong. */
  result: z.optional(z.string()),
  receipt: z.optional(z.object({ result: z.optional(z.string()) })),
  log: z.optional(
    z.array(
      z.object({
        address,
        topics: z.optional(z.array(hash)),
        data: z.optional(z.string().check(z.regex(/^([0-9a-fA-F]{2})*$/))),
      }),
    ),
  ),
});

const outcomeOf = ({ id, blockNumber, result, receipt, log }: z.infer<typeof outcome>): TronOutcome => ({
  transactionHash: id,
  blockNumber,
  succeeded: result !== 'FAILED' && ['SUCCESS', undefined].includes(receipt?.result),
  logs: (log ?? []).map(({ address, topics, data }) => ({
    address,
    topics: topics ?? [],
    data: `0x${(data ?? '').toLowerCase()}`,
  })),
});

const nothing = z.strictObject({});

/** Of one transaction; `{}` where it stands in no block. */
export const outcomeAnswer = z.union([
  z.pipe(
    nothing,
    z.transform(() => null),
  ),
  z.pipe(outcome, z.transform(outcomeOf)),
]);

/** Of all transactions of a block. */
export const outcomesAnswer = z.union([
  z.pipe(
    nothing,
    z.transform((): TronOutcome[] => []),
  ),
  z.pipe(
    z.array(outcome),
    z.transform((all) => all.map(outcomeOf)),
  ),
]);

/** A transaction that is known, in a block or waiting for one; `{}` where it is not. */
export const knownAnswer = z.object({ txID: z.optional(hash) });

const coinTransfer = z.object({
  type: z.literal('TransferContract'),
  parameter: z.object({ value: z.object({ to_address: address }) }),
});

/** To whom a transaction brought TRX; null where it is another kind, or not known. */
export const coinReceiverAnswer = z.union([
  z.pipe(
    z.object({ raw_data: z.object({ contract: z.tuple([coinTransfer]) }) }),
    z.transform(({ raw_data: { contract } }): Hex | null => contract[0].parameter.value.to_address),
  ),
  z.pipe(
    z.object({}),
    z.transform(() => null),
  ),
]);

/** The one word that a call answers; what the contract refuses stands in `result` as a message. */
export const constantAnswer = z.pipe(
  z.object({
    result: z.object({ result: z.literal(true) }),
    constant_result: z.tuple([z.string().check(z.regex(/^[0-9a-fA-F]{64}$/))]),
  }),
  z.transform(({ constant_result: [word] }) => BigInt(`0x${word}`)),
);

/** One page of a contract's `Transfer` events, as TronGrid's index has them. */
export const eventsAnswer = z.object({
  success: z.literal(true),
  data: z.array(
    z.object({
      block_number: whole,
      transaction_id: hash,
      /** Its arguments by place and by name; addresses as twenty bytes behind `0x`. */
      result: z.record(z.string(), z.string()),
    }),
  ),
  meta: z.object({ fingerprint: z.optional(z.string()) }),
});
export type TronEvents = z.infer<typeof eventsAnswer>;
