import { DAY_MS } from '@minerx/rules/duration';
import { UNIT } from '@minerx/rules/money';
import type { Purses } from './purses.ts';

const NFT_FEE = 5n * UNIT;
const TERM_MS = 28 * DAY_MS;
const REVIEW_MS = 14 * DAY_MS;
const BESIDE = 250n;
const MOST = 10_000n * UNIT;
const CENT = UNIT / 100n;

interface BookNft {
  readonly member: number;
  readonly rarity: 'rare' | 'legendary';
  status: 1 | 2 | 3 | 9;
}
interface BookNftWithdrawal {
  readonly nft: BookNft;
  readonly askedAt: number;
  status: 0 | 1 | 8 | 9;
  first: string | null;
}
interface BookStake {
  readonly member: number;
  readonly amount: bigint;
  readonly endsAt: number;
  ended: boolean;
}

/** NFTs on their way out, and stakes. */
export class ItemBooks {
  readonly nfts: BookNft[] = [];
  readonly withdrawals: BookNftWithdrawal[] = [];
  readonly stakes: BookStake[] = [];
  readonly #purses: Purses;

  constructor(purses: Purses) {
    this.#purses = purses;
  }

  issue(member: number, rarity: 'rare' | 'legendary'): void {
    this.nfts.push({ member, rarity, status: 1 });
  }

  ask(nft: BookNft): string {
    if (nft.status !== 1) return 'err_nft_status';
    if (!this.#purses.hold(nft.member, 'USDT', NFT_FEE)) return 'err_insufficient_balance';
    nft.status = 2;
    this.withdrawals.push({ nft, askedAt: this.#purses.now, status: 0, first: null });
    return 'ok';
  }

  approve(each: BookNftWithdrawal, operator: string): string {
    if (each.status !== 0) return 'err_nft_status';
    if (each.first === operator) return 'err_second_operator';
    if (each.nft.rarity === 'legendary' && each.first === null) {
      each.first = operator;
      return 'ok';
    }
    each.status = 1;
    each.nft.status = 3;
    this.#purses.take('nftFees', 'USDT', NFT_FEE);
    return 'ok';
  }

  /** Taken back by its member, or rejected; kept back, the item cannot be asked for again. */
  giveBack(each: BookNftWithdrawal, status: 8 | 9, keepBack = false): string {
    if (each.status !== 0) return 'err_nft_status';
    each.status = status;
    each.nft.status = keepBack ? 9 : 1;
    this.#purses.giveBack(each.nft.member, 'USDT', NFT_FEE);
    return 'ok';
  }

  expire(each: BookNftWithdrawal): string {
    return this.#purses.now < each.askedAt + REVIEW_MS ? 'err_nft_status' : this.giveBack(each, 9);
  }

  /** What was kept back may be asked for again. */
  release(nft: BookNft): string {
    if (nft.status !== 9) return 'err_nft_status';
    nft.status = 1;
    return 'ok';
  }

  /** It is proved that it did not leave: the house gives the fee back. */
  fail(each: BookNftWithdrawal): string {
    if (each.status !== 1) return 'err_nft_status';
    each.status = 9;
    each.nft.status = 1;
    this.#purses.house.nftFees.USDT -= NFT_FEE;
    this.#purses.members[each.nft.member]!.USDT += NFT_FEE;
    return 'ok';
  }

  stake(member: number, amount: bigint, beside: bigint): string {
    const purse = this.#purses.members[member]!;
    if (amount < UNIT || amount > MOST || amount % CENT !== 0n) return 'err_staking_amount';
    if (beside !== amount * BESIDE) return 'err_amount_changed';
    if (purse.AOGP < amount || purse.GBPT < beside) return 'err_insufficient_balance';
    this.#purses.hold(member, 'AOGP', amount);
    this.#purses.hold(member, 'GBPT', beside);
    this.stakes.push({ member, amount, endsAt: this.#purses.now + TERM_MS, ended: false });
    return 'ok';
  }

  endStake(stake: BookStake): string {
    if (stake.ended || this.#purses.now < stake.endsAt) return 'err_conflict';
    stake.ended = true;
    this.#purses.giveBack(stake.member, 'AOGP', stake.amount);
    this.#purses.giveBack(stake.member, 'GBPT', stake.amount * BESIDE);
    return 'ok';
  }
}
