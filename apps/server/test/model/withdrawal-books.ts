import { DAY_MS } from '@minerx/rules/duration';
import { UNIT } from '@minerx/rules/money';
import type { Purses } from './purses.ts';

const FEE = UNIT;
const MINIMUM = 10n * UNIT;
const DAILY = 10_000n * UNIT;
const ALONE = 1000n * UNIT;
const REVIEW_MS = 14 * DAY_MS;

interface BookWithdrawal {
  readonly member: number;
  readonly amount: bigint;
  readonly askedAt: number;
  status: 0 | 1 | 2 | 3 | 7 | 8 | 9;
  revision: number;
  first: string | null;
  hash: string | null;
}

/** From which states each ending leads (decisions, section 6). */
const ENDS = {
  sent: [1, 2, 7],
  confirmed: [2, 7],
  errored: [1, 2],
  failed: [1, 2, 7],
  rejected: [0],
  cancelled: [0],
  expired: [0],
} as const;
export type Ending = keyof typeof ENDS;
export const ENDINGS = Object.keys(ENDS) as Ending[];

/** Withdrawals of USDT on one network. */
export class WithdrawalBooks {
  readonly all: BookWithdrawal[] = [];
  readonly #purses: Purses;

  constructor(purses: Purses) {
    this.#purses = purses;
  }

  ask(member: number, amount: bigint): string {
    const purses = this.#purses;
    const today = Math.floor(purses.now / DAY_MS);
    const used = this.all
      .filter((each) => each.member === member && each.status < 8 && Math.floor(each.askedAt / DAY_MS) === today)
      .reduce((sum, each) => sum + each.amount, 0n);
    if (amount < MINIMUM) return 'err_withdrawal_minimum';
    if (used + amount > DAILY) return 'err_withdrawal_limit';
    if (!purses.hold(member, 'USDT', amount + FEE)) return 'err_insufficient_balance';
    this.all.push({ member, amount, askedAt: purses.now, status: 0, revision: 1, first: null, hash: null });
    return 'ok';
  }

  /** @param seen the revision that the operator has looked at */
  approve(each: BookWithdrawal, operator: string, seen: number): string {
    if (each.status !== 0) return 'err_withdrawal_status';
    if (each.first === operator) return 'err_second_operator';
    if (each.revision !== seen) return 'err_conflict';
    if (each.first !== null || each.amount <= ALONE) each.status = 1;
    each.first ??= operator;
    each.revision += 1;
    return 'ok';
  }

  end(each: BookWithdrawal, how: Ending, hash: string | null): string {
    const purses = this.#purses;
    const from: readonly number[] = ENDS[how];
    if (!from.includes(each.status)) return 'err_withdrawal_status';
    if (how === 'confirmed' && hash === null && each.hash === null) return 'err_withdrawal_status';
    if (how === 'expired' && purses.now < each.askedAt + REVIEW_MS) return 'err_withdrawal_status';
    each.revision += 1;
    switch (how) {
      case 'sent':
        each.status = 2;
        each.hash = hash;
        return 'ok';
      case 'errored':
        each.status = 7;
        return 'ok';
      case 'confirmed':
        each.status = 3;
        each.hash = hash ?? each.hash;
        purses.take('hot', 'USDT', each.amount);
        purses.take('withdrawalFees', 'USDT', FEE);
        return 'ok';
      default:
        each.status = how === 'cancelled' ? 8 : 9;
        purses.giveBack(each.member, 'USDT', each.amount + FEE);
        return 'ok';
    }
  }
}
