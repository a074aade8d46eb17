import { formatUnits } from '@minerx/rules/money';
import { decideTransfer, recipientTyped } from '@minerx/rules/transfer';
import { isWalletId } from '@minerx/rules/wallet';
import { accountId } from '../../ledger/account.ts';
import type { Command } from '../../ledger/command.ts';
import { no } from '../../ledger/command.ts';
import { fingerprintOf } from '../../ledger/fingerprint.ts';
import { members } from '../member/member.ledger.ts';
import { findOutgoingRefusal } from '../member/outgoing.ledger.ts';
import { TRANSFER_MINIMUMS_KEY, transferMinimums } from './transfer.ledger.ts';

interface TransferInput {
  /** As typed, with the masked name that was confirmed. */
  readonly recipient: string;
  readonly recipientName: string;
  readonly walletId: number;
  readonly amountUnits: bigint;
  readonly note: string | null;
}

type Transferred = { readonly id: string };

/**
 * Sends an amount to another member: one posting from wallet to wallet, for good.
 * @param receiverId whom the input names; null when nobody
 */
export const transferToMember = (
  senderId: bigint,
  receiverId: bigint | null,
  input: TransferInput,
  key: string,
): Command<Transferred> => {
  const { recipient, recipientName, walletId, amountUnits, note } = input;
  const receiving = receiverId !== null && receiverId !== senderId ? receiverId : null;
  return {
    name: 'transfer_to_member',
    actor: `member:${senderId}`,
    idempotency: { key, fingerprint: fingerprintOf({ recipient, recipientName, walletId, amountUnits, note }) },
    keys: {
      rows: [members.key(senderId), ...(receiving === null ? [] : [members.key(receiving)]), TRANSFER_MINIMUMS_KEY],
      accounts: isWalletId(walletId)
        ? [senderId, ...(receiving === null ? [] : [receiving])].map((owner) => accountId(owner, walletId))
        : [],
    },
    decide: (view, make) => {
      const stays = findOutgoingRefusal(view.get(members, senderId), make.now);
      if (stays !== null) return no(stays.code, stays.more);
      const receiver = receiverId === null ? null : { id: receiverId, frozen: isFrozen(view.get(members, receiverId)) };
      const balanceUnits = isWalletId(walletId) ? view.balance(accountId(senderId, walletId)) : 0n;
      const decision = decideTransfer({ senderId, receiver, balanceUnits, minimums: transferMinimums(view) }, input);
      if (!decision.ok) {
        const { refusal, minUnits } = decision;
        return minUnits === undefined ? no(refusal) : no(refusal, { details: { min: formatUnits(minUnits) } });
      }
      const id = make.id();
      const [source, destination] = [senderId, receiverId!].map((owner) => accountId(owner, decision.walletId));
      return {
        ok: true,
        // Read again by the sender's own history: whom the sender meant is told to nobody else.
        result: { id, note, recipient: recipientTyped(recipient) },
        changes: {
          transfers: [
            {
              id,
              kind: 'transfer',
              memberId: senderId,
              receiverId: receiverId!,
              ...(note === null ? {} : { reason: note }),
              postings: [
                {
                  walletId: decision.walletId,
                  source: source!,
                  destination: destination!,
                  amount: decision.amountUnits,
                },
              ],
            },
          ],
        },
      };
    },
  };
};

const isFrozen = (member: { readonly frozen: boolean } | null): boolean => member?.frozen !== false;
