import { networkLabel, type NetworkId } from '@minerx/rules/network';
import type { Actor } from '../../base/actor.ts';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { appendAudit } from '../../ledger/audit.ts';
import { refuse } from '../../refusal.ts';
import { insertColdWallet, insertHandWallet } from './reconciliation.store.ts';
import { retireOthers } from '../payout/payout.store.ts';

/**
 * Names a wallet whose keys no program of ours has: a cold one, or a hot one that operators send from where nothing of ours signs. From the
 * next comparison on what it holds is in the books.
 * @param address the twenty bytes
 * @throws err_conflict when it is named already
 */
export const nameWallet = (
  { pool, clock }: Pick<Context, 'pool' | 'clock'>,
  {
    network,
    address,
    place,
  }: { readonly network: NetworkId; readonly address: string; readonly place: 'hot' | 'cold' },
  { actor, reason }: { readonly actor: Actor; readonly reason: string },
): Promise<void> =>
  inTransaction(pool, async (tx) => {
    const insert = place === 'cold' ? insertColdWallet : insertHandWallet;
    if (!(await insert(tx, network, address))) refuse('err_conflict');
    await appendAudit(tx, new Date(clock.now()), [
      {
        actor,
        action: `${place}-wallet.name`,
        subject: `network:${networkLabel(network)}`,
        reason,
        detail: { address },
      },
    ]);
  });

/** Which key signs on a chain now; wallets of former ones are retired. */
export const noteSigner = (
  { pool, clock }: Pick<Context, 'pool' | 'clock'>,
  { chainId, address }: { readonly chainId: number; readonly address: string },
): Promise<void> => retireOthers(pool, chainId, address, new Date(clock.now()));
