import { unitsOf } from '@minerx/rules/money';
import { stakingAmount2 } from '@minerx/rules/staking';
import { walletByName, type WalletName } from '@minerx/rules/wallet';
import type { Context } from '../context.ts';
import { endDueStakes } from '../jobs/due.ts';
import { creditMember } from '../modules/member/adjustment.command.ts';
import { stakeTokens } from '../modules/staking/staking.command.ts';
import { setStakingAvailable } from '../modules/staking/staking-offer.command.ts';
import { DEMO_ACTOR, type DemoEvent } from './demo-plan.ts';

const AT = (day: number, hour: number): number => day * 24 + hour;

/** AOGP is among the demo member's other funds. */
const FUNDS = [
  ['GBPT', '7500'],
  ['RSP', '5000'],
] as const satisfies readonly (readonly [WalletName, string])[];

/** The demo member stakes twice while it is on: four weeks, which are over, and twelve, which are not. Then it is off. */
export const planStaking = (context: Context, memberId: bigint): DemoEvent[] => {
  const switchTo = (available: boolean) =>
    setStakingAvailable(context, { available, actor: DEMO_ACTOR, reason: 'Demo' });
  const stake = async (typeId: number, amount: string): Promise<void> => {
    const amountUnits = unitsOf(amount);
    const input = { typeId, amountUnits, amount2Units: stakingAmount2(amountUnits) };
    await context.funnel.run(stakeTokens(memberId, input, null));
  };
  return [
    {
      hour: AT(0, 2),
      run: async () => {
        for (const [wallet, amount] of FUNDS) {
          const { id: walletId } = walletByName(wallet);
          const reason = 'Demo starting balance';
          await context.funnel.run(
            creditMember({ memberId, walletId, amountUnits: unitsOf(amount), reason, actor: DEMO_ACTOR }),
          );
        }
        await switchTo(true);
        await stake(1, '20');
      },
    },
    { hour: AT(12, 9), run: () => stake(2, '12.5') },
    { hour: AT(13, 8), run: () => switchTo(false) },
    {
      hour: AT(28, 3),
      run: async () => {
        await endDueStakes(context);
      },
    },
  ];
};
