import { accountId } from '../../ledger/account.ts';
import { networkOwner, type NetworkPlace } from '@minerx/rules/network-place';
import { no, type Command } from '../../ledger/command.ts';
import { houseReceipts, type LedgerReceipt, CAPITAL_HOUSE } from './house-receipt.ledger.ts';
import { PLACE, type Place } from './reconciliation.ts';

const OWNERS = {
  [PLACE.DEPOSIT]: 'DEPOSIT',
  [PLACE.HOT]: 'HOT',
  [PLACE.COLD]: 'COLD',
} as const satisfies Record<Place, NetworkPlace>;
const ownerOf = (networkId: LedgerReceipt['networkId'], place: Place): bigint => networkOwner(networkId, OWNERS[place]);

/**
 * Books what came to one of our own wallets: capital of the house, moved between two of them, or swept by an operator's hand.
 * @throws err_not_found; err_conflict when it is booked already
 */
export const bookReceipt = (id: string): Command<Record<never, never>> => ({
  name: 'book_receipt',
  actor: 'job:reconciliation',
  idempotency: null,
  keys: { rows: [houseReceipts.key(id)] },
  decide: (view, make) => {
    const receipt = view.get(houseReceipts, id);
    if (receipt === null) return no('err_not_found');
    const { networkId, walletId, place, source, units, transferId } = receipt;
    if (transferId !== null || units === 0n) return no('err_conflict');
    const kind = source === PLACE.DEPOSIT ? 'sweep' : 'funding';
    const booked = make.id();
    const posting = {
      walletId,
      source: accountId(ownerOf(networkId, place), walletId),
      destination: accountId(source === null ? CAPITAL_HOUSE.CAPITAL : ownerOf(networkId, source), walletId),
      amount: units,
    };
    return {
      ok: true,
      result: {},
      changes: {
        rows: [houseReceipts.set(id, { transferId: booked })],
        transfers: [{ id: booked, kind, memberId: null, reason: id, postings: [posting] }],
      },
    };
  },
});
