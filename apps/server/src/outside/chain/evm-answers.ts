import * as z from 'zod/mini';
import { TRANSFER_TOPIC } from './abi.ts';
import type { BlockRef, ChainLog, Hex, Receipt, TokenTransfer } from './port.ts';

/** What nodes answer, checked: shapes of Ethereum's JSON-RPC, small letters throughout. */

const bytes = (length?: number) =>
  z.pipe(
    z.string().check(z.regex(length === undefined ? /^0x[0-9a-fA-F]*$/ : new RegExp(`^0x[0-9a-fA-F]{${length * 2}}$`))),
    z.transform((text) => text.toLowerCase() as Hex),
  );

export const hexBytes = bytes();
export const hash = bytes(32);
const address = bytes(20);

const quantityText = z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/));
export const quantity = z.pipe(
  quantityText,
  z.transform((text) => BigInt(text)),
);
export const wholeNumber = z.pipe(
  quantityText.check(z.refine((text) => BigInt(text) <= BigInt(Number.MAX_SAFE_INTEGER))),
  z.transform((text) => Number(text)),
);

export const blockAnswer = z.nullable(
  z.pipe(
    z.object({
      number: wholeNumber,
      hash,
      parentHash: hash,
      timestamp: wholeNumber,
      baseFeePerGas: z.optional(quantity),
    }),
    z.transform(({ number, hash, parentHash, timestamp, baseFeePerGas }): BlockRef & { baseWei: bigint } => ({
      number,
      hash,
      parentHash,
      at: timestamp * 1000,
      baseWei: baseFeePerGas ?? 0n,
    })),
  ),
);

const logAnswer = z.pipe(
  z.object({
    address,
    topics: z.array(hash),
    data: hexBytes,
    blockNumber: wholeNumber,
    blockHash: hash,
    transactionHash: hash,
    logIndex: wholeNumber,
  }),
  z.transform((log): ChainLog => log),
);
export const logsAnswer = z.array(logAnswer);

export const receiptAnswer = z.nullable(
  z.pipe(
    z.object({
      transactionHash: hash,
      blockNumber: wholeNumber,
      blockHash: hash,
      status: wholeNumber,
      from: address,
      to: z.nullish(address),
      gasUsed: quantity,
      effectiveGasPrice: z.optional(quantity),
      logs: logsAnswer,
    }),
    z.transform(({ status, to, effectiveGasPrice, ...rest }): Receipt => ({
      ...rest,
      succeeded: status === 1,
      to: to ?? null,
      gasPriceWei: effectiveGasPrice ?? 0n,
    })),
  ),
);

/** A transaction that is known, in a block or waiting for one; null where it is not. */
export const transactionAnswer = z.nullable(z.object({ hash, to: z.nullish(address), value: quantity }));

/** A block with its transactions, or null. */
export const fullBlockAnswer = z.nullable(
  z.object({
    number: wholeNumber,
    transactions: z.array(
      z.object({ hash, from: address, to: z.nullish(address), input: hexBytes, nonce: wholeNumber }),
    ),
  }),
);

/** null for a log that moved no ERC-20 token: an NFT's has the same first topic and one more of them. */
export const transferOf = (log: ChainLog): TokenTransfer | null => {
  const [kind, from, to] = log.topics;
  if (log.topics.length !== 3 || kind !== TRANSFER_TOPIC || log.data.length !== 66) return null;
  return {
    token: log.address,
    from: `0x${from!.slice(26)}`,
    to: `0x${to!.slice(26)}`,
    amount: BigInt(log.data),
    blockNumber: log.blockNumber,
    blockHash: log.blockHash,
    transactionHash: log.transactionHash,
    logIndex: log.logIndex,
  };
};
