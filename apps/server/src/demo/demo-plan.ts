import { packageTotalUnits } from '@minerx/rules/miner-package';
import { units, unitsOf } from '@minerx/rules/money';
import { sharesOf, splitPrice, X2_SHARES, type PaymentMethod } from '@minerx/rules/payment-method';
import { WALLET, walletByName, type WalletName } from '@minerx/rules/wallet';
import type { Context } from '../context.ts';
import { creditMember } from '../modules/member/adjustment.command.ts';
import { activateOrder } from '../modules/order/activation.command.ts';
import { cancelWaitingOrder } from '../modules/order/waiting-order.command.ts';
import { subscribeMiner } from '../modules/purchase/purchase.command.ts';
import { createVouchers } from '../modules/voucher/voucher-batch.command.ts';
import { redeemVoucher } from '../modules/voucher/voucher.command.ts';
import type { DemoMembers } from './demo-members.ts';
import type { Actor } from '../base/actor.ts';

/** Something that members or operators do at an hour of the demo's thirty days. */
export interface DemoEvent {
  /** Hours after the first midnight. */
  hour: number;
  run(): Promise<void>;
}

export const DEMO_ACTOR: Actor = 'operator:demo';
const REASON = 'Demo starting balance';
const AT = (day: number, hour: number): number => day * 24 + hour;
/** Redeemed at a small amount, so that its miner reaches the maximum profit within the thirty days. */
const SMALL_VOUCHER_USDT = '25';

/** Somebody keeps the only miner of an order down from some hours before the end on. */
type BreakDevice = (orderId: string) => Promise<void>;

/**
 * What happens in the thirty days, all of it through the real commands: it leaves the demo member with an order in every
 * status, and the team with orders of its own.
 */
export const planDemo = (context: Context, members: DemoMembers, breakDevice: BreakDevice): DemoEvent[] => {
  const act = actions(context);
  return [
    ...planDemoMember(context, act, members, breakDevice),
    ...planSecondMember(act, members),
    ...planSharedGroup(act, members),
    ...planTeam(act, members),
  ];
};

/** Own, broken, ended, X2, queued, waiting, cancelled and ready; the shared ones are bought with the group. */
const planDemoMember = (
  context: Context,
  { credit, buy, activate }: Actions,
  { demoId }: DemoMembers,
  breakDevice: BreakDevice,
): DemoEvent[] => [
  {
    hour: AT(0, 0),
    run: async () => {
      for (const [wallet, amount] of DEMO_FUNDS) await credit(demoId, wallet, amount);
    },
  },
  {
    hour: AT(0, 1),
    run: async () => {
      const [steady, broken] = await buy(demoId, 1, 3, 2);
      await activate(demoId, steady!);
      await activate(demoId, broken!);
      await breakDevice(broken!);
      const amountUnits = unitsOf(SMALL_VOUCHER_USDT);
      const input = { packageId: 3, amountUnits, count: 1, expiresAt: null, actor: DEMO_ACTOR, reason: 'Demo voucher' };
      const [code] = await createVouchers(context, input);
      await activate(demoId, (await redeemVoucher(context, demoId, code!, null)).orderId);
    },
  },
  { hour: AT(20, 6), run: async () => activate(demoId, (await buy(demoId, 5, 1))[0]!) },
  {
    hour: AT(28, 7),
    run: async () => {
      await buy(demoId, 2, 1);
      await buy(demoId, 5, 1);
      const [changedMind] = await buy(demoId, 5, 1);
      await context.funnel.run(cancelWaitingOrder(demoId, changedMind!, null));
      await buy(demoId, 1, 6);
    },
  },
];

const planSecondMember = ({ credit, buy, activate }: Actions, { usId }: DemoMembers): DemoEvent[] => [
  {
    hour: AT(24, 20),
    run: async () => {
      for (const [wallet, amount] of SECOND_FUNDS) await credit(usId, wallet, amount);
    },
  },
  { hour: AT(25, 2), run: async () => activate(usId, (await buy(usId, 1, 1, 2))[0]!) },
];

/** Seven of the team and three of the demo member make a group of ten. */
const planSharedGroup = (
  { buy, activate, teamBuys, teamActivates }: Actions,
  { demoId, teamIds }: DemoMembers,
): DemoEvent[] => {
  const partners = teamIds.slice(0, 7);
  const bought = new Map<bigint, string>();
  return [
    {
      hour: AT(1, 3),
      run: async () => {
        for (const memberId of partners) bought.set(memberId, await teamBuys(memberId, 2));
      },
    },
    {
      hour: AT(2, 4),
      run: async () => {
        for (const orderId of await buy(demoId, 2, 1, 3)) await activate(demoId, orderId);
        for (const [memberId, orderId] of bought) await teamActivates(memberId, orderId);
      },
    },
  ];
};

/** Twenty own miners, the last four activated; four shared units in the queue; the last X2, and one who waits for the next. */
const planTeam = ({ credit, buy, teamBuys, teamActivates }: Actions, { teamIds }: DemoMembers): DemoEvent[] => [
  ...Array.from({ length: 20 }, (_, index) => ({
    hour: AT(8 + index, 9 + (index % 8)),
    run: async () => {
      const memberId = teamIds[10 + index * 3]!;
      const orderId = await teamBuys(memberId, 1);
      if (index >= 16) await teamActivates(memberId, orderId);
    },
  })),
  {
    hour: AT(26, 8),
    run: async () => {
      for (const memberId of teamIds.slice(100, 104)) await teamBuys(memberId, 2);
    },
  },
  {
    hour: AT(27, 5),
    run: async () => {
      for (const memberId of teamIds.slice(110, 112)) {
        await credit(memberId, 'USDT', '10000');
        await buy(memberId, 5, 1);
      }
    },
  },
];

const SECOND_FUNDS = [
  ['USDT', '2500'],
  ['CW', '3000'],
  ['RW', '200'],
  ['AOGTD', '100'],
] as const satisfies readonly (readonly [WalletName, string])[];

const DEMO_FUNDS = [
  ['USDT', '32500'],
  ['AOGTD', '1000'],
  ['CW', '12000'],
  ['RW', '1500'],
  ['AOG', '250'],
  ['AOGP', '500'],
] as const satisfies readonly (readonly [WalletName, string])[];

type Actions = ReturnType<typeof actions>;

/** What members do in the app, with the money that an operator gave them. */
const actions = (context: Context) => {
  const { funnel, pool } = context;
  const credit = async (memberId: bigint, wallet: WalletName, amount: string): Promise<void> => {
    const { id: walletId } = walletByName(wallet);
    const input = { memberId, walletId, amountUnits: unitsOf(amount), reason: REASON, actor: DEMO_ACTOR };
    await funnel.run(creditMember(input));
  };
  const activate = async (memberId: bigint, orderId: string): Promise<void> => {
    await funnel.run(activateOrder(memberId, orderId, null));
  };
  /** Buys as the purchase page does; units without stock wait for it. */
  const buy = async (memberId: bigint, packageId: 1 | 2 | 5, method: PaymentMethod, quantity = 1) => {
    const { price, packageQuantity, CW, RW, rwBalance } = await readTerms(pool, memberId, packageId);
    const totalUsdt = packageTotalUnits(price, packageQuantity, quantity);
    const shared = { packageId, quantity, acceptWaiting: true };
    const amounts = splitPrice({
      shares: packageId === 5 ? X2_SHARES : sharesOf(method),
      totalUsdt,
      prices: { [WALLET.CW]: units(CW), [WALLET.RW]: units(RW) },
      balances: { [WALLET.RW]: units(rwBalance) },
    });
    const input =
      packageId === 5
        ? { ...shared, amounts, page: 'x2' as const, walletType: WALLET.USDT }
        : { ...shared, amounts, page: 'x1' as const, method };
    return (await funnel.run(subscribeMiner(memberId, input, null))).orderIds;
  };
  return {
    credit,
    activate,
    buy,
    /** Buys one unit for somebody of the team, with the money for it. */
    teamBuys: async (memberId: bigint, packageId: 1 | 2): Promise<string> => {
      await credit(memberId, 'CW', '1000');
      return (await buy(memberId, packageId, 1))[0]!;
    },
    teamActivates: async (memberId: bigint, orderId: string): Promise<void> => {
      await credit(memberId, 'AOGTD', '20');
      await activate(memberId, orderId);
    },
  };
};

interface Terms {
  price: bigint;
  packageQuantity: number;
  CW: bigint;
  RW: bigint;
  rwBalance: bigint;
}

const readTerms = async (pool: Context['pool'], memberId: bigint, packageId: number): Promise<Terms> => {
  const { rows } = await pool.query<Terms>(
    `SELECT price_units AS price, quantity AS "packageQuantity", (SELECT price_units FROM wallet_type WHERE name = 'CW') AS "CW",
            (SELECT price_units FROM wallet_type WHERE name = 'RW') AS "RW",
            (SELECT balance FROM account WHERE id = account_of($2, ${WALLET.RW})) AS "rwBalance"
       FROM miner_package WHERE id = $1`,
    [packageId, memberId],
  );
  return rows[0]!;
};
