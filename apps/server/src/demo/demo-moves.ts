import { usernameFrom } from '@minerx/rules/member';
import { unitsOf } from '@minerx/rules/money';
import { maskedName } from '@minerx/rules/transfer';
import { WALLET, type WalletName } from '@minerx/rules/wallet';
import type { Context } from '../context.ts';
import { creditMember } from '../modules/member/adjustment.command.ts';
import { approveLiquidity, proposeLiquidity } from '../modules/swap/liquidity.command.ts';
import { quoteSwap } from '../modules/swap/swap-quote.command.ts';
import { swapWallets } from '../modules/swap/swap.command.ts';
import { transferToMember } from '../modules/transfer/transfer.command.ts';
import type { DemoMembers } from './demo-members.ts';
import { DEMO_ACTOR, type DemoEvent } from './demo-plan.ts';

const AT = (day: number, hour: number): number => day * 24 + hour;

/** What the house gives in swaps: enough for many newcomers. */
const LIQUIDITY = [
  ['CW', '500000'],
  ['AOGTD', '200000'],
  ['USDT', '100000'],
  ['BTC', '1'],
] as const satisfies readonly (readonly [WalletName, string])[];

/** Two operators fund the liquidity; the two demo members send each other something, and one swaps. */
export const planMoves = (context: Context, { demoId, usId }: DemoMembers): DemoEvent[] => {
  const { funnel } = context;
  const send = (from: bigint, to: bigint, name: string, amount: string, note: string) =>
    funnel.run(
      transferToMember(
        from,
        to,
        {
          recipient: usernameFrom(name, 0),
          recipientName: maskedName(name),
          walletId: WALLET.USDT,
          amountUnits: unitsOf(amount),
          note,
        },
        note,
      ),
    );
  return [
    {
      hour: AT(0, 0),
      run: async () => {
        for (const [wallet, amount] of LIQUIDITY) {
          const walletId = WALLET[wallet];
          const change = { walletId, units: unitsOf(amount), actor: DEMO_ACTOR, reason: 'Demo' };
          const id = await proposeLiquidity(context, change);
          const second = { actor: 'operator:demo-second', reason: 'Demo' } as const;
          await funnel.run(approveLiquidity({ id, walletId }, second));
        }
      },
    },
    {
      hour: AT(9, 10),
      run: async () => {
        const credit = { walletId: WALLET.USDT, reason: 'Demo starting balance', actor: DEMO_ACTOR };
        await funnel.run(creditMember({ memberId: demoId, amountUnits: unitsOf('300'), ...credit }));
        await send(demoId, usId, 'Jordan Demo', '40', 'Dinner in Kuala Lumpur');
      },
    },
    { hour: AT(11, 9), run: async () => void (await send(usId, demoId, 'Aisyah Demo', '15', 'My half')) },
    {
      hour: AT(15, 14),
      run: async () => {
        const input = { from: WALLET.USDT, to: WALLET.CW, amountUnits: unitsOf('200') };
        const { id } = await quoteSwap(context, demoId, input);
        await funnel.run(swapWallets({ id, memberId: demoId, from: input.from, to: input.to }, null));
      },
    },
  ];
};
