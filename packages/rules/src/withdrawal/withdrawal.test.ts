import { describe, expect, it } from 'vitest';
import { unitsOf } from '../wallet/money.ts';
import { expectedSeconds } from '../chain/block-time.ts';
import { NETWORK, NETWORKS } from '../chain/network.ts';
import {
  amountDecimals,
  canMoveWithdrawal,
  decideApproval,
  decideWithdrawal,
  expectedBy,
  findWithdrawalObstacle,
  HELD_STATUSES,
  isOver,
  mostWithdrawable,
  readTransactionHash,
  WITHDRAWAL_STATUS,
  withdrawalStatusName,
  type WithdrawalState,
  type WithdrawalStatus,
} from './withdrawal.ts';

const STATUSES = Object.values(WITHDRAWAL_STATUS);
const { UNDER_REVIEW, APPROVED, SENT, CONFIRMED, ERRORED, CANCELLED, REJECTED } = WITHDRAWAL_STATUS;
const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const NOW = Date.parse('2026-11-20T12:00:00Z');

const terms = {
  enabled: true,
  decimals: 6,
  minimumUnits: unitsOf('10'),
  feeUnits: unitsOf('1'),
  dailyLimitUnits: unitsOf('100'),
  twoOperatorsAboveUnits: unitsOf('50'),
};
const state: WithdrawalState = {
  terms,
  saved: { address: ADDRESS, usableFromMs: NOW },
  balanceUnits: unitsOf('1000'),
  usedUnits: 0n,
  nowMs: NOW,
};
const ask = (amount: string, more: Partial<WithdrawalState> = {}, seen: string | null = '1', address = ADDRESS) =>
  decideWithdrawal(
    { ...state, ...more },
    { amountUnits: unitsOf(amount), address, seenFeeUnits: seen === null ? null : unitsOf(seen) },
  );

// proves 5: Withdrawal: its states and what may follow each
describe('the states of a withdrawal', () => {
  it('have the numbers of the history, and go only these ways', () => {
    expect(STATUSES).toEqual([0, 1, 2, 3, 7, 8, 9]);
    const ways = STATUSES.flatMap((from) =>
      STATUSES.filter((to) => canMoveWithdrawal(from, to)).map((to) => `${from}>${to}`),
    );
    expect(ways).toEqual(['0>1', '0>8', '0>9', '1>2', '1>7', '1>9', '2>2', '2>3', '2>7', '2>9', '7>2', '7>3', '7>9']);
  });

  it('never lead out of an end, and never from an approval back to its member’s hands', () => {
    for (const status of STATUSES) {
      const goesOn = STATUSES.some((to) => canMoveWithdrawal(status, to));
      expect(goesOn).toBe(!isOver({ status }));
      expect(HELD_STATUSES.includes(status)).toBe(!isOver({ status }));
      if (status !== UNDER_REVIEW) expect(canMoveWithdrawal(status, CANCELLED)).toBe(false);
    }
    expect(withdrawalStatusName(5)).toBe('errored');
  });

  it('each but the ends have a time by which the next step is expected', () => {
    const by = (status: WithdrawalStatus, network: (typeof NETWORK)[keyof typeof NETWORK]) =>
      expectedBy({ status, network, sinceMs: NOW, confirmations: 15, simulated: false });
    expect(by(UNDER_REVIEW, NETWORK.BEP20)).toBe(NOW + 24 * 3_600_000);
    expect(by(APPROVED, NETWORK.BEP20)).toBe(NOW + 3_600_000);
    expect(by(APPROVED, NETWORK.TRC20)).toBe(NOW + 24 * 3_600_000);
    // By the same rule as a deposit, and one block more: the one that takes it in.
    for (const { id } of NETWORKS) expect(by(SENT, id)).toBe(NOW + 1000 * expectedSeconds(id, 16, false));
    expect(by(ERRORED, NETWORK.BEP20)).toBe(NOW + 48 * 3_600_000);
    for (const status of [CONFIRMED, CANCELLED, REJECTED]) expect(by(status, NETWORK.BEP20)).toBe(null);
  });
});

describe('a request to withdraw', () => {
  it('takes the fee on top of what arrives', () => {
    expect(ask('10')).toEqual({ ok: true, takenUnits: unitsOf('11'), twoOperators: false });
    expect(ask('50')).toMatchObject({ twoOperators: false });
    expect(ask('50.000001')).toMatchObject({ twoOperators: true });
    expect(ask('10', { terms: { ...terms, feeUnits: 0n } }, null)).toMatchObject({ takenUnits: unitsOf('10') });
  });

  it.each([
    ['the network is switched off', 'err_network_closed', ask('10', { terms: { ...terms, enabled: false } })],
    ['the coin does not go there', 'err_network_closed', ask('10', { terms: null })],
    ['no address is saved', 'err_address_not_saved', ask('10', { saved: null })],
    ['another address was shown', 'err_address_not_saved', ask('10', {}, '1', ADDRESS.toLowerCase())],
    ['the address waits', 'err_address_wait', ask('10', { saved: { address: ADDRESS, usableFromMs: NOW + 1 } })],
    ['another fee was shown', 'err_amount_changed', ask('10', {}, '0.5')],
    ['it is nothing', 'err_withdrawal_minimum', ask('0', { terms: { ...terms, minimumUnits: 0n } })],
    ['it is too little', 'err_withdrawal_minimum', ask('9.999999')],
    ['the token cannot show it', 'err_amount_decimals', ask('10.0000001')],
    ['it is over the day’s limit', 'err_withdrawal_limit', ask('100.000001')],
    ['others of the day used the limit', 'err_withdrawal_limit', ask('50', { usedUnits: unitsOf('50.000001') })],
    ['the fee is not covered', 'err_insufficient_balance', ask('10', { balanceUnits: unitsOf('10.99999999') })],
  ] as const)('is refused when %s', (_, refusal, decision) => {
    expect(decision).toEqual({ ok: false, refusal });
  });

  it('can be for the most that is said to be possible, and for no step more', () => {
    for (const balance of ['11', '11.00000099', '57.123456789'.slice(0, 11), '100', '101', '5000'])
      for (const used of ['0', '12.5', '89.9999', '90'])
        for (const decimals of [0, 6, 18]) {
          const these = { ...terms, decimals };
          const [balanceUnits, usedUnits] = [unitsOf(balance), unitsOf(used)];
          const most = mostWithdrawable(these, { balanceUnits, usedUnits });
          const at = (amountUnits: bigint) =>
            decideWithdrawal(
              { ...state, terms: these, balanceUnits, usedUnits },
              { amountUnits, address: ADDRESS, seenFeeUnits: null },
            );
          if (most >= terms.minimumUnits) expect(at(most).ok).toBe(true);
          expect(at(most + 10n ** BigInt(8 - amountDecimals(these))).ok).toBe(false);
        }
    expect(mostWithdrawable(terms, { balanceUnits: unitsOf('0.5'), usedUnits: 0n })).toBe(0n);
  });

  it('has obstacles that are known before an amount is', () => {
    expect(findWithdrawalObstacle(state)).toBe(null);
    expect(findWithdrawalObstacle({ ...state, usedUnits: unitsOf('90.000001') })).toBe('err_withdrawal_limit');
    expect(findWithdrawalObstacle({ ...state, saved: null })).toBe('err_address_not_saved');
  });
});

describe('an approval', () => {
  const asked = { status: UNDER_REVIEW, revision: 1, twoOperators: true, firstApprover: null } as const;

  it('counts at once, or is the first of two different people', () => {
    expect(decideApproval({ ...asked, twoOperators: false }, { operator: 'ann', revision: 1 })).toEqual({
      ok: true,
      final: true,
    });
    expect(decideApproval(asked, { operator: 'ann', revision: 1 })).toEqual({ ok: true, final: false });
    const half = { ...asked, revision: 2, firstApprover: 'ann' };
    expect(decideApproval(half, { operator: 'bob', revision: 2 })).toEqual({ ok: true, final: true });
    expect(decideApproval(half, { operator: 'ann', revision: 2 })).toEqual({
      ok: false,
      refusal: 'err_second_operator',
    });
  });

  it('is of a revision: who saw an older one looks again', () => {
    expect(decideApproval({ ...asked, revision: 3 }, { operator: 'bob', revision: 2 })).toEqual({
      ok: false,
      refusal: 'err_conflict',
    });
  });

  it('is of what is under review', () => {
    for (const status of STATUSES)
      expect(decideApproval({ ...asked, status }, { operator: 'ann', revision: 1 }).ok).toBe(status === UNDER_REVIEW);
  });
});

describe('the hash of a transaction', () => {
  it('has one spelling on each network', () => {
    const digits = 'AB'.repeat(32);
    expect(readTransactionHash(NETWORK.BEP20, ` 0x${digits} `)).toBe(`0x${'ab'.repeat(32)}`);
    expect(readTransactionHash(NETWORK.TRC20, digits)).toBe('ab'.repeat(32));
    expect(readTransactionHash(NETWORK.BEP20, digits)).toBe(null);
    expect(readTransactionHash(NETWORK.OMNI, `0x${digits}`)).toBe(null);
    expect(readTransactionHash(NETWORK.OMNI, 'nothing')).toBe(null);
  });
});
