import { PAYOUT_STATUS } from '@minerx/rules/payout';
import type { Command } from '../../src/ledger/command.ts';
import { issueNft, releaseNft } from '../../src/modules/nft/nft-holding.command.ts';
import { approveNftWithdrawal, rejectNftWithdrawal } from '../../src/modules/nft/nft-review.command.ts';
import { failNftSending } from '../../src/modules/nft/nft-sending.command.ts';
import {
  cancelNftWithdrawal,
  expireNftWithdrawal,
  withdrawNft,
  type NftWithdrawalKeys,
} from '../../src/modules/nft/nft-withdrawal.command.ts';
import { withPayout } from '../../src/modules/payout/payout-end.command.ts';
import { queuePayouts } from '../../src/modules/payout/payout-round.command.ts';
import { endStake, stakeTokens } from '../../src/modules/staking/staking.command.ts';
import type { MoneyHouse } from '../money-house.ts';
import { ADDRESS } from '../withdrawals.ts';
import type { ItemBooks } from './item-books.ts';
import { nothing, one, type Outcome, type Teller } from './teller.ts';
import type { StepOf } from './steps.ts';

const by = (name: string) => ({ actor: `operator:${name}`, reason: 'model' }) as const;

/** NFTs on their way out, and stakes, in the books and in the house. */
export class ItemActs {
  readonly nftIds: string[] = [];
  readonly #tokens: number[] = [];
  readonly #withdrawals: NftWithdrawalKeys[] = [];
  readonly stakeIds: string[] = [];
  readonly #house: MoneyHouse;
  readonly #teller: Teller;
  readonly #books: ItemBooks;
  readonly #ids: readonly bigint[];

  constructor(house: MoneyHouse, teller: Teller, books: ItemBooks, ids: readonly bigint[]) {
    this.#house = house;
    this.#teller = teller;
    this.#books = books;
    this.#ids = ids;
  }

  async issue({ member, rarity }: StepOf<'issue'>): Promise<Outcome> {
    this.#books.issue(member, rarity);
    const { id, token } = await issueNft(this.#house, this.#ids[member]!, { category: rarity }, by('ana'));
    this.nftIds.push(id);
    this.#tokens.push(token);
    return nothing;
  }

  async askNft({ pick }: StepOf<'askNft'>): Promise<Outcome> {
    const { nfts } = this.#books;
    const nft = one(nfts, pick);
    if (nft === undefined) return nothing;
    const memberId = this.#ids[nft.member]!;
    const nftId = this.nftIds[nfts.indexOf(nft)]!;
    const expected = this.#books.ask(nft);
    const input = { nftId, address: ADDRESS, seenFeeUnits: null };
    const ids: string[] = [];
    const real = await this.#teller.keyed(
      (funnel, key) => funnel.run(withdrawNft(memberId, input, key)),
      ({ id }) => ids.push(id),
    );
    for (const id of ids) {
      const { rows } = await this.#house.pool.query<{ owner: bigint }>(
        'SELECT hold_owner_id AS owner FROM nft_withdrawal WHERE id = $1',
        [id],
      );
      this.#withdrawals.push({ id, nftId, memberId, holdOwnerId: rows[0]!.owner });
    }
    return { expected, real };
  }

  async approveNft({ pick, operator }: StepOf<'approveNft'>): Promise<Outcome> {
    const { withdrawals } = this.#books;
    const asked = one(withdrawals, pick);
    if (asked === undefined) return nothing;
    const keys = this.#withdrawals[withdrawals.indexOf(asked)]!;
    const expected = this.#books.approve(asked, operator);
    return { expected, real: await this.#teller.run(approveNftWithdrawal(keys, by(operator))) };
  }

  async endNft({ pick, how }: StepOf<'endNft'>): Promise<Outcome> {
    const { withdrawals } = this.#books;
    const asked = one(withdrawals, pick);
    if (asked === undefined) return nothing;
    const keys = this.#withdrawals[withdrawals.indexOf(asked)]!;
    switch (how) {
      case 'cancelled': {
        const expected = this.#books.giveBack(asked, 8);
        const take = cancelNftWithdrawal.bind(null, keys.memberId, keys);
        return { expected, real: await this.#teller.keyed((funnel, key) => funnel.run(take(key))) };
      }
      case 'expired': {
        const expected = this.#books.expire(asked);
        return { expected, real: await this.#teller.run(expireNftWithdrawal(keys)) };
      }
      case 'failed': {
        const expected = this.#books.fail(asked);
        return { expected, real: await this.#teller.run(await this.#failed(keys, expected === 'ok')) };
      }
      default: {
        const keepBack = how === 'kept';
        const expected = this.#books.giveBack(asked, 9, keepBack);
        const reject = rejectNftWithdrawal(keys, { ...by('ana'), cause: 'other', keepBack });
        return { expected, real: await this.#teller.run(reject) };
      }
    }
  }

  async releaseNft({ pick }: StepOf<'releaseNft'>): Promise<Outcome> {
    const { nfts } = this.#books;
    const nft = one(nfts, pick);
    if (nft === undefined) return nothing;
    const expected = this.#books.release(nft);
    const token = this.#tokens[nfts.indexOf(nft)]!;
    return { expected, real: await this.#teller.told(releaseNft(this.#house, token, by('ana'))) };
  }

  async stake({ member, amount, wrong }: StepOf<'stake'>): Promise<Outcome> {
    const beside = amount * 250n + wrong;
    const expected = this.#books.stake(member, amount, beside);
    const input = { typeId: 1, amountUnits: amount, amount2Units: beside };
    const real = await this.#teller.keyed(
      (funnel, key) => funnel.run(stakeTokens(this.#ids[member]!, input, key)),
      ({ stakeId }) => this.stakeIds.push(stakeId),
    );
    return { expected, real };
  }

  async endStake({ pick }: StepOf<'endStake'>): Promise<Outcome> {
    const { stakes } = this.#books;
    const stake = one(stakes, pick);
    if (stake === undefined) return nothing;
    const id = this.stakeIds[stakes.indexOf(stake)]!;
    const expected = this.#books.endStake(stake);
    return { expected, real: await this.#teller.run(endStake(this.#ids[stake.member]!, id)) };
  }

  /** As the sender ends it when the contract refuses the item: together with its payout. */
  async #failed(keys: NftWithdrawalKeys, isApproved: boolean): Promise<Command> {
    const command = failNftSending(keys, 'address');
    if (!isApproved) return command;
    const to = ADDRESS.toLowerCase();
    const tokenId = BigInt(this.#tokens[this.nftIds.indexOf(keys.nftId)]!);
    const intent = { kind: 'safeTransferFrom', contract: to, to, tokenId } as const;
    const payable = { id: keys.id, kind: 'nft', memberId: keys.memberId, networkId: 5, intent } as const;
    await queuePayouts(this.#house, [payable], { chainId: 56, sender: to });
    return withPayout(command, keys.id, PAYOUT_STATUS.FAILED, 'refused');
  }
}
