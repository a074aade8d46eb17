import { accountId, HOUSE, networkOwner } from '../../ledger/account.ts';
import { no, type Command } from '../../ledger/command.ts';
import { houseReceipts, type LedgerReceipt } from './house-receipt.ledger.ts';
import { PLACE } from './reconciliation.ts';

const ownerOf = (networkId: LedgerReceipt['networkId'], place: number): bigint =>
  networkOwner(networkId, place === PLACE.HOT ? 'HOT' : 'COLD');

/**
 * Books what came to one of our own wallets: capital of the house, or moved between two of them.
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
    const booked = make.id();
    const posting = {
      walletId,
      source: accountId(ownerOf(networkId, place), walletId),
      destination: accountId(source === null ? HOUSE.CAPITAL : ownerOf(networkId, source), walletId),
      amount: units,
    };
    return {
      ok: true,
      result: {},
      changes: {
        rows: [houseReceipts.set(id, { transferId: booked })],
        transfers: [{ id: booked, kind: 'funding', memberId: null, reason: id, postings: [posting] }],
      },
    };
  },
});
