import { expectedSeconds } from '../chain/block-time.ts';
import { HOUR_MS } from '../text/duration.ts';
import { DECIMALS, units, type Units } from '../wallet/money.ts';
import { networkById, NETWORKS, type NetworkId } from '../chain/network.ts';

/** States of a withdrawal (decisions section 6). Errored: nobody knows whether it left; only proof leads on from there. */
export const WITHDRAWAL_STATUS = {
  UNDER_REVIEW: 0,
  APPROVED: 1,
  SENT: 2,
  CONFIRMED: 3,
  ERRORED: 7,
  CANCELLED: 8,
  REJECTED: 9,
} as const;
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUS)[keyof typeof WITHDRAWAL_STATUS];

const { UNDER_REVIEW, APPROVED, SENT, CONFIRMED, ERRORED, CANCELLED, REJECTED } = WITHDRAWAL_STATUS;

/** Why a withdrawal was rejected, in words that a member is told in any language. */
export const WITHDRAWAL_CAUSES = ['address', 'account', 'network', 'other', 'expired'] as const;
export type WithdrawalCause = (typeof WITHDRAWAL_CAUSES)[number];

/** What a member is told by mail about a withdrawal. */
export type WithdrawalEvent = 'asked' | 'approved' | 'sent' | 'confirmed' | 'rejected' | 'cancelled' | 'errored';

/** A fee that was raised makes another transaction of it, hence sent to sent. */
const MOVES = {
  [UNDER_REVIEW]: [APPROVED, CANCELLED, REJECTED],
  [APPROVED]: [SENT, ERRORED, REJECTED],
  [SENT]: [SENT, CONFIRMED, ERRORED, REJECTED],
  [CONFIRMED]: [],
  [ERRORED]: [SENT, CONFIRMED, REJECTED],
  [CANCELLED]: [],
  [REJECTED]: [],
} as const satisfies Record<WithdrawalStatus, readonly WithdrawalStatus[]>;

const NAMES = {
  [UNDER_REVIEW]: 'review',
  [APPROVED]: 'approved',
  [SENT]: 'sent',
  [CONFIRMED]: 'confirmed',
  [ERRORED]: 'errored',
  [CANCELLED]: 'cancelled',
  [REJECTED]: 'rejected',
} as const satisfies Record<WithdrawalStatus, string>;

export type WithdrawalStatusName = (typeof NAMES)[WithdrawalStatus];
export const WITHDRAWAL_STATUS_NAMES: readonly WithdrawalStatusName[] = Object.values(NAMES);

interface InState {
  readonly status: number;
}

/** Whether a withdrawal may go from one state to the other. Everything that the table does not list is refused. */
export const canMoveWithdrawal = (from: WithdrawalStatus, to: WithdrawalStatus): boolean => {
  const moves: readonly WithdrawalStatus[] = MOVES[from];
  return moves.includes(to);
};

/** Key for texts and styles; a state that nobody knows counts as errored: somebody has to look. */
export const withdrawalStatusName = (status: number): WithdrawalStatusName =>
  NAMES[status as WithdrawalStatus] ?? 'errored';

/** Nobody has decided it: its member may take it back, operators approve or reject it. */
export const isUnderReview = ({ status }: InState): boolean => status === UNDER_REVIEW;
/** Approved, and nothing of it is on a chain yet. */
export const isReadyToSend = ({ status }: InState): boolean => status === APPROVED;
export const isErrored = ({ status }: InState): boolean => status === ERRORED;
/** Nothing happens to it any more. */
export const isOver = ({ status }: InState): boolean =>
  status === CONFIRMED || status === CANCELLED || status === REJECTED;

/** States in which it has gone back. */
export const RETURNED_STATUSES: readonly WithdrawalStatus[] = [CANCELLED, REJECTED];
/** Amount and fee are with the member again. */
export const isReturned = ({ status }: InState): boolean => (RETURNED_STATUSES as readonly number[]).includes(status);

/** States in which amount and fee stand in the hold. */
export const HELD_STATUSES: readonly WithdrawalStatus[] = [UNDER_REVIEW, APPROVED, SENT, ERRORED];

/** What nobody decides in so many days goes back by itself: a hold has a deadline (decisions section 4). */
export const WITHDRAWAL_REVIEW_DAYS = 14;

/** Networks without a worker of ours: an operator sends by hand and records the hash. */
export const isSentByOperators = (network: NetworkId): boolean => networkById(network).family !== 'evm';

/** Networks on which the worker sends. */
export const SENT_BY_WORKER: readonly NetworkId[] = NETWORKS.map(({ id }) => id).filter((id) => !isSentByOperators(id));

/** In which a request is usually looked at, in hours. */
export const WITHDRAWAL_USUAL_HOURS = 24;
/** Until an approved one is usually sent, in hours: by a worker, by a person. */
const SENDING_HOURS = { worker: 1, person: 24 };
/** In which an unknown outcome is usually cleared, in hours. */
export const CLEARING_HOURS = 48;
/** Blocks until the network has put it into one at all. */
const INCLUSION_BLOCKS = 1;

interface WithdrawalProgress {
  readonly status: number;
  readonly network: NetworkId;
  /** When it came into this state, in milliseconds. */
  readonly sinceMs: number;
  /** Blocks that make a transaction final there. */
  readonly confirmations: number;
  /** Whether the chain is a simulated one, whose blocks come by a time of their own. */
  readonly simulated: boolean;
}

/** By when the next step is usually done, in milliseconds; null when there is none. */
export const expectedBy = (progress: WithdrawalProgress): number | null => {
  const { status, network, sinceMs, confirmations, simulated } = progress;
  switch (status) {
    case UNDER_REVIEW:
      return sinceMs + WITHDRAWAL_USUAL_HOURS * HOUR_MS;
    case APPROVED:
      return sinceMs + SENDING_HOURS[isSentByOperators(network) ? 'person' : 'worker'] * HOUR_MS;
    case SENT:
      return sinceMs + expectedSeconds(network, INCLUSION_BLOCKS + confirmations, simulated) * 1000;
    case ERRORED:
      return sinceMs + CLEARING_HOURS * HOUR_MS;
    default:
      return null;
  }
};

/** On which terms a coin leaves on a network. */
export interface WithdrawalTerms {
  /** Both the network and the coin on it are switched on, and what is approved there can be paid. */
  readonly enabled: boolean;
  /** Of the token there. */
  readonly decimals: number;
  readonly minimumUnits: bigint;
  readonly feeUnits: bigint;
  /** Of one member, coin and UTC day, over all its networks. */
  readonly dailyLimitUnits: bigint;
  /** More than this needs two operators. */
  readonly twoOperatorsAboveUnits: bigint;
}

/** Decimals that an amount may have: those of the ledger, as far as the token has them. */
export const amountDecimals = ({ decimals }: Pick<WithdrawalTerms, 'decimals'>): number => Math.min(DECIMALS, decimals);

/** What leaves the wallet so that the amount arrives: the fee comes on top. */
export const takenUnits = (amountUnits: bigint, feeUnits: bigint): Units => units(amountUnits + feeUnits);

/** What is left of the day's limit. */
export const limitLeft = ({ dailyLimitUnits }: Pick<WithdrawalTerms, 'dailyLimitUnits'>, usedUnits: bigint): Units =>
  units(dailyLimitUnits > usedUnits ? dailyLimitUnits - usedUnits : 0n);

/** The most that can arrive now: what balance less fee and the day's limit allow, in the token's decimals; zero when nothing can. */
export const mostWithdrawable = (
  terms: Pick<WithdrawalTerms, 'feeUnits' | 'dailyLimitUnits' | 'decimals'>,
  { balanceUnits, usedUnits }: { readonly balanceUnits: bigint; readonly usedUnits: bigint },
): Units => {
  const payable = balanceUnits > terms.feeUnits ? balanceUnits - terms.feeUnits : 0n;
  const left = limitLeft(terms, usedUnits);
  const most = payable < left ? payable : left;
  return units(most - (most % stepOf(terms)));
};

/** The smallest amount of the ledger that the token can show. */
const stepOf = (terms: Pick<WithdrawalTerms, 'decimals'>): bigint => 10n ** BigInt(DECIMALS - amountDecimals(terms));

/** The address that counts for the coin and network now. */
export interface SavedAddress {
  readonly address: string;
  /** In milliseconds, with what a reset adds. */
  readonly usableFromMs: number;
}

export interface WithdrawalInput {
  readonly amountUnits: bigint;
  /** That the member was shown. */
  readonly address: string;
  /** That the member was shown; null when the client does not say. */
  readonly seenFeeUnits: bigint | null;
}

export interface WithdrawalState {
  /** Null when the coin does not leave on this network. */
  readonly terms: WithdrawalTerms | null;
  readonly saved: SavedAddress | null;
  readonly balanceUnits: bigint;
  /** Of this coin and UTC day so far, without what came back. */
  readonly usedUnits: bigint;
  readonly nowMs: number;
}

export type WithdrawalRefusal =
  | 'err_network_closed'
  | 'err_address_not_saved'
  | 'err_address_wait'
  | 'err_amount_changed'
  | 'err_amount_decimals'
  | 'err_withdrawal_minimum'
  | 'err_withdrawal_limit'
  | 'err_insufficient_balance';

/** What stands in the way of any withdrawal of this coin on this network now, whatever the amount; null when nothing does. */
export const findWithdrawalObstacle = ({
  terms,
  saved,
  usedUnits,
  nowMs,
}: Omit<WithdrawalState, 'balanceUnits'>): WithdrawalRefusal | null => {
  if (terms === null || !terms.enabled) return 'err_network_closed';
  if (saved === null) return 'err_address_not_saved';
  if (saved.usableFromMs > nowMs) return 'err_address_wait';
  return limitLeft(terms, usedUnits) < terms.minimumUnits ? 'err_withdrawal_limit' : null;
};

/** Decides a member's request; what is asked for is what arrives, and the fee comes on top. */
export const decideWithdrawal = (
  state: WithdrawalState,
  { amountUnits, address, seenFeeUnits }: WithdrawalInput,
):
  | { readonly ok: true; readonly takenUnits: Units; readonly twoOperators: boolean }
  | { readonly ok: false; readonly refusal: WithdrawalRefusal } => {
  const { terms, saved, balanceUnits, usedUnits } = state;
  const no = (refusal: WithdrawalRefusal) => ({ ok: false, refusal }) as const;
  const obstacle = findWithdrawalObstacle(state);
  if (terms === null || saved === null) return no(obstacle ?? 'err_network_closed');
  if (obstacle !== null && obstacle !== 'err_withdrawal_limit') return no(obstacle);
  if (saved.address !== address) return no('err_address_not_saved');
  if (seenFeeUnits !== null && seenFeeUnits !== terms.feeUnits) return no('err_amount_changed');
  if (amountUnits <= 0n || amountUnits < terms.minimumUnits) return no('err_withdrawal_minimum');
  if (amountUnits % stepOf(terms) !== 0n) return no('err_amount_decimals');
  if (amountUnits > limitLeft(terms, usedUnits)) return no('err_withdrawal_limit');
  const taken = takenUnits(amountUnits, terms.feeUnits);
  if (taken > balanceUnits) return no('err_insufficient_balance');
  return { ok: true, takenUnits: taken, twoOperators: amountUnits > terms.twoOperatorsAboveUnits };
};

interface ApprovalState {
  readonly status: WithdrawalStatus;
  /** Grows with every change of what an operator sees. */
  readonly revision: number;
  /** Its amount needs two, by the terms of when it was asked for or of now. */
  readonly twoOperators: boolean;
  /** Who approved it first; null when nobody has. */
  readonly firstApprover: string | null;
}

type ApprovalRefusal = 'err_withdrawal_status' | 'err_conflict' | 'err_second_operator';

/** What an operator's yes to a revision does: it is the first of two, or the one that counts. The same person is never both. */
export const decideApproval = (
  { status, revision, twoOperators, firstApprover }: ApprovalState,
  input: { readonly operator: string; readonly revision: number },
): { readonly ok: true; readonly final: boolean } | { readonly ok: false; readonly refusal: ApprovalRefusal } => {
  if (!canMoveWithdrawal(status, APPROVED)) return { ok: false, refusal: 'err_withdrawal_status' };
  if (firstApprover === input.operator) return { ok: false, refusal: 'err_second_operator' };
  if (revision !== input.revision) return { ok: false, refusal: 'err_conflict' };
  return { ok: true, final: !twoOperators || firstApprover !== null };
};

const HASH = { tron: /^[0-9a-f]{64}$/, evm: /^0x[0-9a-f]{64}$/, bitcoin: /^[0-9a-f]{64}$/ };

/** The one spelling of a transaction's hash on a network, in lower case; null when it is none. */
export const readTransactionHash = (network: NetworkId, text: string): string | null => {
  const hash = text.trim().toLowerCase();
  return HASH[networkById(network).family].test(hash) ? hash : null;
};
