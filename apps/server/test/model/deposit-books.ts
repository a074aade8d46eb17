import { UNIT } from '@minerx/rules/money';
import type { Purses } from './purses.ts';

/** Blocks behind the head that the chain calls final: none of them is taken back. */
export const FINAL_AFTER = 4;
const MINIMUM = UNIT;
/** Of the token's smallest unit in one of ours. */
const SCALE = 10n ** 10n;

interface BookDeposit {
  readonly member: number;
  readonly raw: bigint;
  /** Null: it waits to be mined. */
  block: number | null;
  credited: boolean;
}

/** What was paid to members' addresses on one chain, and where the chain has it. */
export class DepositBooks {
  readonly all: BookDeposit[] = [];
  #head = 0;
  readonly #purses: Purses;

  constructor(purses: Purses) {
    this.#purses = purses;
  }

  pay(member: number, raw: bigint): void {
    this.all.push({ member, raw, block: null, credited: false });
  }

  mine(): void {
    this.#head += 1;
    for (const each of this.all) each.block ??= this.#head;
  }

  /** Takes blocks back; what stood in them waits again, or is gone for good. The new branch begins with an empty block. */
  reorganise(depth: number, keep: boolean): void {
    const back = Math.min(depth, FINAL_AFTER - 1, this.#head);
    this.#head -= back;
    for (const each of this.all.filter(({ block }) => block !== null && block > this.#head))
      if (keep) each.block = null;
      else this.all.splice(this.all.indexOf(each), 1);
    this.#head += 1;
    for (let n = 0; n < back; n += 1) this.mine();
  }

  /** The scanner has read everything, and what is final and enough is credited. */
  read(): void {
    for (const [member, purse] of this.#purses.members.entries()) {
      const kept = this.all.filter(
        (each) =>
          each.member === member && !each.credited && each.block !== null && each.block <= this.#head - FINAL_AFTER,
      );
      const units = kept.reduce((sum, { raw }) => sum + raw / SCALE, 0n);
      if (units < MINIMUM) continue;
      for (const each of kept) each.credited = true;
      purse.USDT += units;
      this.#purses.house.deposits.USDT -= units;
    }
  }
}
