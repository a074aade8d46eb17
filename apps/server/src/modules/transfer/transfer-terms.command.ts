import { formatUnits, type Units } from '@minerx/rules/money';
import { transferableWallets } from '@minerx/rules/transfer';
import { walletById, type ByWallet, type WalletId } from '@minerx/rules/wallet';
import type { Actor } from '../../base/actor.ts';
import type { Context } from '../../context.ts';
import { changeSetting } from '../setting/setting.step.ts';

const asStored = (minimums: ByWallet): Record<string, string> =>
  Object.fromEntries(transferableWallets(minimums).map((id) => [walletById(id).name, formatUnits(minimums[id] ?? 0n)]));

/** Lets members send a wallet from a least amount on, or no more (null). Gives what may be sent now. */
export const setTransferMinimums = async (
  context: Pick<Context, 'pool' | 'clock' | 'bus'>,
  { walletId, minimum, actor, reason }: { walletId: WalletId; minimum: Units | null; actor: Actor; reason: string },
): Promise<ByWallet> => {
  let after: ByWallet = {};
  await changeSetting(context, 'transfer_minimums', {
    actor,
    action: 'transfer.minimums',
    reason,
    change: (before) => {
      const { [walletId]: _, ...others } = before;
      after = minimum === null ? others : { ...others, [walletId]: minimum };
      return asStored(after);
    },
    told: (before) => ({ before: asStored(before), after: asStored(after) }),
  });
  return after;
};
