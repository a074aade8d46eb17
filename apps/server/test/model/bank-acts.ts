import { NETWORK } from '@minerx/rules/network';
import { WALLET } from '@minerx/rules/wallet';
import { creditKeptDeposits } from '../../src/jobs/chain/deposits.ts';
import { createDepositScan, type DepositScan } from '../../src/modules/deposit/scan/deposit-scan.command.ts';
import { requireDepositAddress } from '../../src/modules/deposit/deposit-address.command.ts';
import { creditMember, debitMember } from '../../src/modules/member/adjustment.command.ts';
import { approveLiquidity, proposeLiquidity } from '../../src/modules/swap/liquidity.command.ts';
import { quoteSwap } from '../../src/modules/swap/swap-quote.command.ts';
import { swapWallets } from '../../src/modules/swap/swap.command.ts';
import { transferToMember } from '../../src/modules/transfer/transfer.command.ts';
import { askWithdrawal } from '../../src/modules/withdrawal/withdrawal.command.ts';
import {
  confirmSent,
  failWithoutSending,
  markErrored,
  markSent,
} from '../../src/modules/withdrawal/withdrawal-payout.command.ts';
import {
  approveWithdrawal,
  cancelWithdrawal,
  expireWithdrawal,
  rejectWithdrawal,
} from '../../src/modules/withdrawal/withdrawal-review.command.ts';
import type { Command } from '../../src/ledger/command.ts';
import { ChainState } from '../../../../simulators/src/chain/chain-state.ts';
import { DEPOSIT_DOLLAR as DOLLAR, DEPOSIT_KEYS } from '../chain/deposit-world.ts';
import { ADDRESS, freshHash, rightCode, saveAddress } from '../withdrawals.ts';
import type { MoneyHouse } from '../money-house.ts';
import { readerOf } from './chain.ts';
import { FINAL_AFTER, type DepositBooks } from './deposit-books.ts';
import type { MoveBooks } from './move-books.ts';
import type { Purses } from './purses.ts';
import type { StepOf } from './steps.ts';
import { nothing, one, type Outcome, type Teller } from './teller.ts';
import type { Ending, WithdrawalBooks } from './withdrawal-books.ts';

const by = (name: string) => ({ actor: `operator:${name}`, reason: 'model' }) as const;

interface BankBooks {
  readonly purses: Purses;
  readonly deposits: DepositBooks;
  readonly withdrawals: WithdrawalBooks;
  readonly moves: MoveBooks;
}

const SILENT = { warn: () => undefined, error: () => undefined } as never;

/** What comes in, goes out, and goes from one to the other, in the books and in the house. */
export class BankActs {
  readonly withdrawalIds: string[] = [];
  readonly #quotes: string[] = [];
  readonly #addresses: string[] = [];
  readonly #chain = new ChainState(31_337, FINAL_AFTER);
  readonly #house: MoneyHouse;
  readonly #teller: Teller;
  readonly #books: BankBooks;
  readonly #ids: readonly bigint[];
  #scan: DepositScan;

  constructor(house: MoneyHouse, teller: Teller, books: BankBooks, ids: readonly bigint[]) {
    this.#house = house;
    this.#teller = teller;
    this.#books = books;
    this.#ids = ids;
    this.#scan = this.#newScan();
  }

  /** The chain is watched, and every member has an address to deposit to and one to withdraw to. */
  async open(): Promise<void> {
    await this.#scan.step();
    const { pool, clock } = this.#house;
    const dependencies = { pool, clock, env: { depositKeys: DEPOSIT_KEYS } as never };
    for (const id of this.#ids) {
      await saveAddress(this.#house, id);
      const coin = { walletId: WALLET.USDT, network: NETWORK.BEP20 };
      this.#addresses.push((await requireDepositAddress(dependencies, id, coin)).toLowerCase());
    }
  }

  /** Another worker goes on from what is in the database. */
  restart(): void {
    this.#scan = this.#newScan();
  }

  async credit({ member, coin, amount }: StepOf<'credit'>): Promise<Outcome> {
    const input = { memberId: this.#ids[member]!, walletId: WALLET[coin], amountUnits: amount, ...by('ana') };
    return {
      expected: this.#books.purses.credit(member, coin, amount),
      real: await this.#teller.keyed((funnel, key) => funnel.run(creditMember(input, key))),
    };
  }

  async debit({ member, coin, amount }: StepOf<'debit'>): Promise<Outcome> {
    const input = { memberId: this.#ids[member]!, walletId: WALLET[coin], amountUnits: amount, ...by('ana') };
    return {
      expected: this.#books.purses.debit(member, coin, amount),
      real: await this.#teller.keyed((funnel, key) => funnel.run(debitMember(input, key))),
    };
  }

  async deposit({ member, raw }: StepOf<'deposit'>): Promise<Outcome> {
    this.#books.deposits.pay(member, raw);
    this.#chain.pay(DOLLAR, this.#addresses[member]!, raw);
    return nothing;
  }

  async mine({ blocks }: StepOf<'mine'>): Promise<Outcome> {
    for (let n = 0; n < blocks; n += 1) {
      this.#books.deposits.mine();
      this.#chain.mine();
    }
    return nothing;
  }

  async reorganise({ depth, keep }: StepOf<'reorganise'>): Promise<Outcome> {
    this.#books.deposits.reorganise(depth, keep);
    this.#chain.reorganise(depth, () => keep);
    return nothing;
  }

  async scan(): Promise<Outcome> {
    while (await this.#scan.step());
    const { pool, clock } = this.#house;
    const { funnel } = this.#teller;
    const crediting = { pool, clock, log: SILENT, funnel, depositKeys: DEPOSIT_KEYS, doubted: new Map() };
    await creditKeptDeposits(crediting, readerOf(this.#chain));
    this.#books.deposits.read();
    return nothing;
  }

  async withdraw({ member, amount }: StepOf<'withdraw'>): Promise<Outcome> {
    const expected = this.#books.withdrawals.ask(member, amount);
    const codeId = await rightCode(this.#house);
    const request = { walletId: WALLET.USDT, networkId: NETWORK.BEP20, address: ADDRESS, amountUnits: amount };
    const now = new Date(this.#house.clock.now());
    const real = await this.#teller.keyed(
      (funnel, key) =>
        funnel.run(askWithdrawal(this.#ids[member]!, { ...request, seenFeeUnits: null }, codeId, key, now)),
      ({ id }) => this.withdrawalIds.push(id),
    );
    return { expected, real };
  }

  async approve({ pick, operator, stale }: StepOf<'approve'>): Promise<Outcome> {
    const { all } = this.#books.withdrawals;
    const asked = one(all, pick);
    if (asked === undefined) return nothing;
    const seen = asked.revision - (stale ? 1 : 0);
    const expected = this.#books.withdrawals.approve(asked, operator, seen);
    const id = this.withdrawalIds[all.indexOf(asked)]!;
    return { expected, real: await this.#teller.run(approveWithdrawal(id, seen, by(operator))) };
  }

  async end({ pick, how, hash }: StepOf<'end'>): Promise<Outcome> {
    const { all } = this.#books.withdrawals;
    const asked = one(all, pick);
    if (asked === undefined) return nothing;
    const told = hash || how === 'sent' ? freshHash() : null;
    const expected = this.#books.withdrawals.end(asked, how, told);
    const id = this.withdrawalIds[all.indexOf(asked)]!;
    if (how !== 'cancelled') return { expected, real: await this.#teller.run(ENDED_BY[how](id, told)) };
    const owner = this.#ids[asked.member]!;
    const real = await this.#teller.keyed((funnel, key) => funnel.run(cancelWithdrawal(owner, id, key)));
    return { expected, real };
  }

  async send({ member, to, coin, amount }: StepOf<'send'>): Promise<Outcome> {
    const input = { recipient: 'x', recipientName: 'x', walletId: WALLET[coin], amountUnits: amount, note: null };
    const [sender, receiver] = [this.#ids[member]!, this.#ids[to]!];
    return {
      expected: this.#books.moves.send(member, to, coin, amount),
      real: await this.#teller.keyed((funnel, key) => funnel.run(transferToMember(sender, receiver, input, key))),
    };
  }

  async fund({ coin, amount, second }: StepOf<'fund'>): Promise<Outcome> {
    if (amount === 0n) return nothing;
    const expected = this.#books.moves.fund(coin, amount, second);
    const walletId = WALLET[coin];
    const id = await proposeLiquidity(this.#house, { walletId, units: amount, ...by('ana') });
    return { expected, real: await this.#teller.run(approveLiquidity({ id, walletId }, by(second ? 'ben' : 'ana'))) };
  }

  async quote({ member, pair: [from, to], amount }: StepOf<'quote'>): Promise<Outcome> {
    const expected = this.#books.moves.quote(member, from, to, amount);
    const input = { from: WALLET[from], to: WALLET[to], amountUnits: amount };
    const asked = quoteSwap(this.#house, this.#ids[member]!, input);
    const real = await this.#teller.told(asked.then(({ id }) => this.#quotes.push(id)));
    return { expected, real };
  }

  async swap({ pick }: StepOf<'swap'>): Promise<Outcome> {
    const { quotes } = this.#books.moves;
    const quote = one(quotes, pick);
    if (quote === undefined) return nothing;
    const { member, from, to } = quote;
    const id = this.#quotes[quotes.indexOf(quote)]!;
    const keys = { id, memberId: this.#ids[member]!, from: WALLET[from], to: WALLET[to] };
    const expected = this.#books.moves.swap(quote);
    return { expected, real: await this.#teller.keyed((funnel, key) => funnel.run(swapWallets(keys, key))) };
  }

  #newScan(): DepositScan {
    const { pool, clock, random } = this.#house;
    return createDepositScan({ pool, clock, random, log: SILENT }, readerOf(this.#chain));
  }
}

const ENDED_BY: Readonly<Record<Exclude<Ending, 'cancelled'>, (id: string, hash: string | null) => Command>> = {
  sent: (id, hash) => markSent(id, hash!, by('cy')),
  confirmed: (id, hash) => confirmSent(id, by('cy'), hash),
  errored: (id) => markErrored(id, by('cy')),
  failed: (id) => failWithoutSending(id, 'network', by('cy')),
  rejected: (id) => rejectWithdrawal(id, 'other', by('cy')),
  expired: (id) => expireWithdrawal(id),
};

/** What operators have set before: the coin's contract, and fees of swaps. */
export const swapFee = { from: WALLET.USDT, to: WALLET.CW, feePpm: 3000, ...by('ana') };
