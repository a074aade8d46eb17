import { BLESSING_CARDS } from '@minerx/rules/blessing';
import { UNIT } from '@minerx/rules/money';
import fc from 'fast-check';
import { SWAPS } from './move-books.ts';
import { METHODS } from './shop-books.ts';
import { ENDINGS } from './withdrawal-books.ts';

/** Members of one history. */
export const MEMBERS = 3;

const member = fc.nat(MEMBERS - 1);
/** Which of those there are. */
const pick = fc.nat(60);
const operator = fc.constantFrom('ana', 'ben');
const isTrue = fc.boolean();
const units = (...amounts: string[]) =>
  fc.constantFrom(...amounts.map((amount) => (BigInt(amount.replace('.', '')) * UNIT) / places(amount)));
const places = (amount: string): bigint => 10n ** BigInt(amount.split('.')[1]?.length ?? 0);
const coins = ['USDT', 'AOGTD', 'CW', 'RW', 'AOGP', 'GBPT'] as const;

const weighted = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary });
const step = <K extends string, T extends object>(
  weight: number,
  name: K,
  fields: { [P in keyof T]: fc.Arbitrary<T[P]> },
) => weighted(weight, fc.record({ do: fc.constant(name), ...fields } as never) as fc.Arbitrary<{ do: K } & T>);

const SHOP = [
  step(6, 'buy', {
    member,
    packageId: fc.constantFrom(1 as const, 2 as const, 2 as const, 5 as const),
    quantity: fc.integer({ min: 1, max: 7 }),
    method: fc.constantFrom(...METHODS),
    wait: isTrue,
  }),
  step(2, 'voucher', {
    packageId: fc.constantFrom(3 as const, 4 as const),
    amount: fc.integer({ min: 25, max: 2000 }),
  }),
  step(2, 'redeem', { member, pick }),
  step(4, 'activate', { pick }),
  step(2, 'cancel', { pick }),
  step(1, 'expire', { pick }),
  step(3, 'reward', { pick, percent: fc.constantFrom(1, 40, 100, 100, 300) }),
  step(2, 'devices', {
    line: fc.constantFrom('x1' as const, 'x1' as const, 'x2' as const),
    count: fc.integer({ min: 1, max: 25 }),
  }),
  step(3, 'pick', { pick, index: fc.nat(BLESSING_CARDS - 1) }),
  step(2, 'place', { line: fc.constantFrom('x1' as const, 'x2' as const) }),
] as const;

/** Whole cents, as wallets show them, and a few that are none. */
const amount = fc.oneof(
  units('0.99', '1', '2.5', '10.001', '250'),
  fc.bigInt(1n, 200_000n).map((cents) => (cents * UNIT) / 100n),
);

const BANK = [
  step(2, 'credit', { member, coin: fc.constantFrom(...coins), amount: fc.bigInt(1n, 5000n * UNIT) }),
  step(1, 'debit', { member, coin: fc.constantFrom(...coins), amount: fc.bigInt(1n, 5000n * UNIT) }),
  step(3, 'deposit', { member, raw: fc.oneof(fc.bigInt(1n, 10n ** 18n), fc.bigInt(10n ** 18n, 10n ** 21n)) }),
  step(3, 'mine', { blocks: fc.integer({ min: 1, max: 5 }) }),
  step(1, 'reorganise', { depth: fc.nat(3), keep: isTrue }),
  step(3, 'scan', {}),
  step(4, 'withdraw', {
    member,
    amount: fc.oneof(
      units('9.99999999', '10', '250.5', '1000', '1000.00000001', '4000', '9990'),
      fc.bigInt(1n, 2000n * UNIT),
    ),
  }),
  step(5, 'approve', { pick, operator, stale: fc.constantFrom(false, false, false, true) }),
  step(7, 'end', { pick, how: fc.constantFrom(...ENDINGS), hash: isTrue }),
  step(4, 'send', {
    member,
    to: member,
    coin: fc.constantFrom('USDT' as const, 'CW' as const, 'RW' as const, 'AOGTD' as const),
    amount,
  }),
  step(3, 'fund', {
    coin: fc.constantFrom('USDT' as const, 'CW' as const, 'AOGTD' as const, 'BTC' as const),
    amount: fc.bigInt(-1500n * UNIT, 3000n * UNIT),
    second: fc.constantFrom(true, true, true, false),
  }),
  step(4, 'quote', {
    member,
    pair: fc.constantFrom(...SWAPS),
    amount: fc.oneof(amount, units('1.01', '123.45', '0.00012345')),
  }),
  step(4, 'swap', { pick }),
  step(2, 'issue', { member, rarity: fc.constantFrom('rare' as const, 'legendary' as const) }),
  step(3, 'askNft', { pick }),
  step(3, 'approveNft', { pick, operator }),
  step(2, 'endNft', {
    pick,
    how: fc.constantFrom(
      'cancelled' as const,
      'rejected' as const,
      'kept' as const,
      'failed' as const,
      'expired' as const,
    ),
  }),
  step(1, 'releaseNft', { pick }),
  step(2, 'stake', {
    member,
    amount: units('0.99', '1', '2.5', '10.001', '40'),
    wrong: fc.constantFrom(0n, 0n, 0n, 1n),
  }),
  step(2, 'endStake', { pick }),
] as const;

const WORLD = [
  step(2, 'pass', { seconds: fc.constantFrom(5, 20, 40_000, 1_300_000, 2_500_000) }),
  step(3, 'replay', { pick }),
  step(1, 'restart', { during: isTrue }),
] as const;

export const anyStep = fc.oneof(...SHOP, ...BANK, ...WORLD);
export type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never;
/** The step of a name. */
export type StepOf<K extends Step['do']> = Extract<Step, { do: K }>;

/** The history of a number: the same number is the same history. */
export const historyOf = (seed: number, commands: number): Step[] =>
  fc.sample(fc.array(anyStep, { minLength: commands, maxLength: commands }), { seed, numRuns: 1 })[0]!;
