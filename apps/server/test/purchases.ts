import { unitsOf } from '@minerx/rules/money';
import { WALLET } from '@minerx/rules/wallet';
import { subscribeMiner } from '../src/modules/purchase/purchase.command.ts';

/** One X1 from CW: a machine of one's own (1) or ten shares (2). */
export const buy = (member: bigint, packageId: 1 | 2, acceptWaiting = false) =>
  subscribeMiner(
    member,
    {
      page: 'x1',
      packageId,
      method: 1,
      quantity: 1,
      acceptWaiting,
      amounts: { [WALLET.CW]: unitsOf('1000') },
    },
    null,
  );

/** One X2 from USDT. */
export const buyX2 = (member: bigint) =>
  subscribeMiner(
    member,
    {
      page: 'x2',
      packageId: 5,
      walletType: 1,
      quantity: 1,
      acceptWaiting: false,
      amounts: { [WALLET.USDT]: unitsOf('10000') },
    },
    null,
  );
