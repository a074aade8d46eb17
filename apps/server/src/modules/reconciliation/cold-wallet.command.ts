import { networkLabel, type NetworkId } from '@minerx/rules/network';
import type { Actor } from '../../actor.ts';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { appendAudit } from '../../ledger/audit.ts';
import { refuse } from '../../refusal.ts';
import { insertColdWallet } from './reconciliation.store.ts';

/**
 * Names a wallet whose keys no program has. From the next comparison on what it holds is in the books.
 * @param address in small letters
 * @throws err_conflict when it is named already
 */
export const nameColdWallet = (
  { pool, clock }: Pick<Context, 'pool' | 'clock'>,
  { network, address }: { readonly network: NetworkId; readonly address: string },
  { actor, reason }: { readonly actor: Actor; readonly reason: string },
): Promise<void> =>
  inTransaction(pool, async (tx) => {
    if (!(await insertColdWallet(tx, network, address))) refuse('err_conflict');
    await appendAudit(tx, new Date(clock.now()), [
      { actor, action: 'cold-wallet.name', subject: `network:${networkLabel(network)}`, reason, detail: { address } },
    ]);
  });
