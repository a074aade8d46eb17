import type { NetworkId } from '@minerx/rules/network';
import { accountId } from '../../ledger/account.ts';
import { networkOwner } from '@minerx/rules/network-place';
import type { Command } from '../../ledger/command.ts';
import type { Sweep } from './sweep.store.ts';

/**
 * What lay on a deposit address lies in the hot wallet. Runs together with the end of its payout (`withPayout`), which keeps it from
 * being booked twice.
 */
export const bookSweep = (
  payoutId: string,
  network: NetworkId,
  { walletId, units }: Sweep,
): Command<Record<never, never>> => ({
  name: 'book_sweep',
  actor: 'job:payout',
  idempotency: null,
  keys: { rows: [] },
  decide: (_, make) => {
    const posting = {
      walletId,
      source: accountId(networkOwner(network, 'HOT'), walletId),
      destination: accountId(networkOwner(network, 'DEPOSIT'), walletId),
      amount: units,
    };
    return {
      ok: true,
      result: {},
      changes: {
        transfers: [{ id: make.id(), kind: 'sweep', memberId: null, reason: payoutId, postings: [posting] }],
      },
    };
  },
});
