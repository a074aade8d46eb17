import { DECIMALS, UNIT, units, type Units } from './money.ts';

/**
 * States of an incoming deposit. Kept: final, and waiting until what came to the address reaches the minimum. Orphaned: its
 * block is no part of the chain any more; such a deposit was never credited.
 */
export const DEPOSIT_STATUS = { SEEN: 0, KEPT: 1, CREDITED: 3, ORPHANED: 9 } as const;
export type DepositStatus = (typeof DEPOSIT_STATUS)[keyof typeof DEPOSIT_STATUS];

/** The words for the states that operators read and ask for. */
export const DEPOSIT_STATUS_NAMES = {
  [DEPOSIT_STATUS.SEEN]: 'seen',
  [DEPOSIT_STATUS.KEPT]: 'kept',
  [DEPOSIT_STATUS.CREDITED]: 'credited',
  [DEPOSIT_STATUS.ORPHANED]: 'orphaned',
} as const satisfies Record<DepositStatus, string>;

/** null: no such word. */
export const findDepositStatus = (name: string): DepositStatus | null =>
  Object.values(DEPOSIT_STATUS).find((status) => DEPOSIT_STATUS_NAMES[status] === name) ?? null;

/** How many blocks stand on a block, its own included; none while the chain ends before it. */
export const confirmationsOf = (blockNumber: number, head: number): number => Math.max(0, head - blockNumber + 1);

/** A token's smallest units as ours, rounded down; what is less than one of ours stays on the chain and is nobody's. */
export const unitsOfToken = (raw: bigint, decimals: number): Units =>
  units(decimals >= DECIMALS ? raw / 10n ** BigInt(decimals - DECIMALS) : raw * 10n ** BigInt(DECIMALS - decimals));

/** Our units as a token's smallest; a token with fewer decimals than ours takes whole ones only, rounded down. */
export const tokenOfUnits = (amount: bigint, decimals: number): bigint =>
  decimals >= DECIMALS ? amount * 10n ** BigInt(decimals - DECIMALS) : amount / 10n ** BigInt(DECIMALS - decimals);

/** Small deposits wait for each other: together they are credited as soon as they reach the minimum. */
export const reachesMinimum = (kept: readonly bigint[], minimum: bigint): boolean => {
  const sum = kept.reduce((a, b) => a + b, 0n);
  return sum > 0n && sum >= minimum;
};

/** What a faucet gives at once, in the coin: enough for a first miner and what starts it. */
export const FAUCET_UNITS = units(2000n * UNIT);
