import type { HoldReason } from '@minerx/rules/hold-reason';
import { formatUnits } from '@minerx/rules/money';
import { canEndStake, decideStake, STAKE_ACTIVE, STAKE_ENDED } from '@minerx/rules/staking';
import type { StakingRefused } from '@minerx/rules/staking';
import { walletById, WALLETS } from '@minerx/rules/wallet';
import { accountId, OWNER_NUMBERS } from '../../ledger/account.ts';
import type { Command, Decision, Posting } from '../../ledger/command.ts';
import { no } from '../../ledger/command.ts';
import { fingerprintOf } from '../../ledger/fingerprint.ts';
import { members } from '../member/member.ledger.ts';
import { settingIn, settings } from '../setting/setting.ledger.ts';
import { stakes, stakingTypes, type LedgerStake } from './staking.ledger.ts';

interface StakeInput {
  readonly typeId: number;
  readonly amountUnits: bigint;
  /** What the member saw; the server's own must be the same. */
  readonly amount2Units: bigint;
}

/** Why the hold is there. */
const STAKE_HOLD = 'staking' satisfies HoldReason;

/** The operator's switch. */
const STAKING_AVAILABLE = 'staking_available';

type Staked = { readonly stakeId: string };

/** Answers are kept under it. */
const fingerprintOfStake = ({ typeId, amountUnits, amount2Units }: StakeInput): Buffer =>
  fingerprintOf({ typeId, amountUnits, amount2Units });

/** Stakes: both amounts leave the member's wallets for a hold of their own, until the type's term is over. */
export const stakeTokens = (memberId: bigint, input: StakeInput, key: string | null): Command<Staked> => ({
  name: 'stake',
  actor: `member:${memberId}`,
  idempotency: key === null ? null : { key, fingerprint: fingerprintOfStake(input) },
  keys: {
    // Which two of them is known only when the type is read.
    accounts: WALLETS.map(({ id }) => accountId(memberId, id)),
    rows: [members.key(memberId), stakingTypes.key(input.typeId), settings.key(STAKING_AVAILABLE)],
    numbers: [{ sequence: OWNER_NUMBERS, count: 1 }],
  },
  decide: (view, make) => {
    const member = view.get(members, memberId);
    if (member === null) return no('err_not_found');
    if (member.frozen) return no('err_account_frozen');
    const available = settingIn(view, STAKING_AVAILABLE);
    const type = view.get(stakingTypes, input.typeId);
    const decision = decideStake({ available, type, balances: view.balancesOf(memberId), now: make.now }, input);
    if (!decision.ok) return refusedStake(decision);
    const [first, second] = decision.payments;
    const stake: LedgerStake = {
      id: make.id(),
      memberId,
      typeId: input.typeId,
      status: STAKE_ACTIVE,
      walletId: first.walletId,
      wallet2Id: second.walletId,
      amountUnits: first.units,
      amount2Units: second.units,
      holdOwnerId: make.number(OWNER_NUMBERS),
      endsAt: decision.endsAt,
    };
    return {
      ok: true,
      result: { stakeId: stake.id },
      changes: {
        rows: [stakes.add(stake)],
        newHolds: [{ ownerId: stake.holdOwnerId, memberId, reason: STAKE_HOLD, deadlineAt: stake.endsAt }],
        transfers: [
          {
            id: make.id(),
            kind: 'stake',
            memberId,
            orderId: stake.id,
            postings: stakePostings(stake, memberId, stake.holdOwnerId),
          },
        ],
      },
    };
  },
});

/** Ends a stake whose term is over: exactly what was staked comes back. Refuses with err_conflict when it is not over. */
export const endStake = (memberId: bigint, stakeId: string): Command<Record<never, never>> => ({
  name: 'end_stake',
  actor: 'job:staking-end',
  idempotency: null,
  keys: { rows: [stakes.key(stakeId)], accounts: WALLETS.map(({ id }) => accountId(memberId, id)) },
  decide: (view, make) => {
    const stake = view.get(stakes, stakeId);
    if (stake === null || stake.memberId !== memberId) return no('err_not_found');
    if (!canEndStake(stake.status, stake.endsAt, make.now)) return no('err_conflict');
    return {
      ok: true,
      result: {},
      changes: {
        rows: [stakes.set(stakeId, { status: STAKE_ENDED })],
        closedHolds: [{ ownerId: stake.holdOwnerId, state: 'returned' }],
        transfers: [
          {
            id: make.id(),
            kind: 'unstake',
            memberId,
            orderId: stakeId,
            postings: stakePostings(stake, stake.holdOwnerId, memberId),
          },
        ],
      },
    };
  },
});

const stakePostings = (
  { walletId, wallet2Id, amountUnits, amount2Units }: LedgerStake,
  source: bigint,
  destination: bigint,
): Posting[] =>
  (
    [
      [walletId, amountUnits],
      [wallet2Id, amount2Units],
    ] as const
  ).map(([wallet, amount]) => ({
    walletId: wallet,
    source: accountId(source, wallet),
    destination: accountId(destination, wallet),
    amount,
  }));

/** A refusal of the rules with the facts that the client needs to go on. */
const refusedStake = ({ refusal, amount2Units, bounds, shortage }: StakingRefused): Decision<never> => {
  if (amount2Units !== undefined) return no(refusal, { details: { amount2: formatUnits(amount2Units) } });
  if (bounds !== undefined) {
    const details = { minimum: formatUnits(bounds.minUnits), maximum: formatUnits(bounds.maxUnits) };
    return no(refusal, { fields: { amount: refusal }, details });
  }
  if (shortage === undefined) return no(refusal);
  const { walletId, neededUnits, balanceUnits } = shortage;
  const wallet = walletById(walletId).name;
  return no(refusal, { details: { wallet, needed: formatUnits(neededUnits), balance: formatUnits(balanceUnits) } });
};
