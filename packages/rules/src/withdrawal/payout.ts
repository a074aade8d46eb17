/**
 * States of what leaves for a chain. It waits; it has a number of the hot wallet; its signed transaction is kept and may be known
 * to the chain; then it took place, did not take place, or nobody can say. From there only proof leads on.
 */
export const PAYOUT_STATUS = { WAITING: 0, NUMBERED: 1, SENT: 2, CONFIRMED: 3, ERRORED: 7, FAILED: 9 } as const;
export type PayoutStatus = (typeof PAYOUT_STATUS)[keyof typeof PAYOUT_STATUS];

const { WAITING, NUMBERED, SENT, CONFIRMED, ERRORED, FAILED } = PAYOUT_STATUS;

const MOVES = {
  [WAITING]: [NUMBERED, FAILED],
  // A number that nothing was signed with is given back.
  [NUMBERED]: [SENT, WAITING, ERRORED],
  [SENT]: [CONFIRMED, FAILED, ERRORED],
  [CONFIRMED]: [],
  [ERRORED]: [CONFIRMED, FAILED],
  [FAILED]: [],
} as const satisfies Record<PayoutStatus, readonly PayoutStatus[]>;

const NAMES = {
  [WAITING]: 'waiting',
  [NUMBERED]: 'numbered',
  [SENT]: 'sent',
  [CONFIRMED]: 'confirmed',
  [ERRORED]: 'errored',
  [FAILED]: 'failed',
} as const satisfies Record<PayoutStatus, string>;

/** Nothing leaves on a network whose books were not held against its chain for so long: nobody would see what is gone. */
export const COMPARED_WITHIN_MINUTES = 15;

/** Whether a payout may go from one state to the other. Everything that the table does not list is refused. */
export const canMovePayout = (from: PayoutStatus, to: PayoutStatus): boolean => {
  const moves: readonly PayoutStatus[] = MOVES[from];
  return moves.includes(to);
};

/** The word for a state that operators read. */
export const payoutStatusName = (status: number): string => NAMES[status as PayoutStatus] ?? 'unknown';

/** Wei for a unit of gas: the most that is paid, and what of it goes to the block's maker. */
export interface Fees {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

/** Room for the base fee to double before the transaction has to be replaced. */
export const feesFor = ({ baseWei, priorityWei }: { baseWei: bigint; priorityWei: bigint }): Fees => {
  const maxPriorityFeePerGas = priorityWei > 0n ? priorityWei : 1n;
  return { maxFeePerGas: baseWei * 2n + maxPriorityFeePerGas, maxPriorityFeePerGas };
};

/** An eighth more, rounded up: nodes of the geth family demand a tenth more on both, and not all that ours are asked are of it. */
const bumped = (fee: bigint): bigint => fee + (fee + 7n) / 8n;

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** Fees of a transaction that takes the place of another: at least 12.5 % more on both, and not less than a new one would pay. */
export const replacementFees = (last: Fees, now: Fees): Fees => ({
  maxFeePerGas: larger(bumped(last.maxFeePerGas), now.maxFeePerGas),
  maxPriorityFeePerGas: larger(bumped(last.maxPriorityFeePerGas), now.maxPriorityFeePerGas),
});

/** What a withdrawal's row tells of the worker's transaction. */
interface SentWithdrawal {
  readonly payoutStatus: PayoutStatus | null;
  readonly confirmed: number | null;
  readonly confirmations: number;
}

/** How the worker's transaction stands: told and not final yet, final, or nobody can say; null where it has sent none, or none took place. */
export const sendingOf = ({
  payoutStatus,
}: Pick<SentWithdrawal, 'payoutStatus'>): 'sent' | 'final' | 'errored' | null => {
  if (payoutStatus === SENT) return 'sent';
  if (payoutStatus === CONFIRMED) return 'final';
  return payoutStatus === ERRORED ? 'errored' : null;
};

/** Blocks on the worker's transaction, at most as many as are needed; null where it has sent none, or nobody can say what became of it. */
export const confirmedOf = ({ payoutStatus, confirmed, confirmations }: SentWithdrawal): number | null => {
  if (payoutStatus === CONFIRMED) return confirmations;
  return payoutStatus === SENT ? Math.min(confirmed ?? 0, confirmations) : null;
};
