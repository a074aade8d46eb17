import { formatUnits } from '@minerx/rules/money';
import type { WalletId } from '@minerx/rules/wallet';
import { walletById } from '@minerx/rules/wallet';
import { accountId } from '../../ledger/account.ts';
import type { Command, Idempotency } from '../../ledger/command.ts';
import { no } from '../../ledger/command.ts';
import type { Actor } from '../../base/actor.ts';
import { fingerprintOf } from '../../ledger/fingerprint.ts';
import { members, MEMBER_HOUSE } from './member.ledger.ts';

/** An operator's correction of one wallet, with its reason. */
export interface Adjustment {
  readonly memberId: bigint;
  readonly walletId: WalletId;
  /** Above zero. */
  readonly amountUnits: bigint;
  readonly reason: string;
  readonly actor: Actor;
}

/** The transfer that was made, and the balance after it as decimal text. */
type Adjusted = { readonly transferId: string; readonly balance: string };

/** Puts an amount into a member's wallet, from the house's adjustments. */
export const creditMember = (adjustment: Adjustment, key: string | null = null): Command<Adjusted> =>
  adjust('credit', adjustment, key);

/** Takes an amount out of a member's wallet, if it is there. */
export const debitMember = (adjustment: Adjustment, key: string | null = null): Command<Adjusted> =>
  adjust('debit', adjustment, key);

const adjust = (kind: 'credit' | 'debit', input: Adjustment, key: string | null): Command<Adjusted> => {
  const { memberId, walletId, amountUnits, reason, actor } = input;
  const own = accountId(memberId, walletId);
  const house = accountId(MEMBER_HOUSE.ADJUSTMENTS, walletId);
  const idempotency: Idempotency | null =
    key === null ? null : { key, fingerprint: fingerprintOf({ memberId, walletId, amountUnits, reason, actor }) };
  return {
    name: `${kind}_member`,
    actor,
    idempotency,
    keys: { rows: [members.key(memberId)], accounts: [own] },
    decide: (view, make) => {
      if (view.get(members, memberId) === null) return no('err_not_found');
      if (amountUnits <= 0n) return no('err_amount');
      const before = view.balance(own);
      if (kind === 'debit' && before < amountUnits) return no('err_insufficient_balance');
      const transferId = make.id();
      const [source, destination] = kind === 'credit' ? [house, own] : [own, house];
      const wallet = walletById(walletId).name;
      const after = kind === 'credit' ? before + amountUnits : before - amountUnits;
      return {
        ok: true,
        result: { transferId, balance: formatUnits(after) },
        changes: {
          transfers: [
            {
              id: transferId,
              kind,
              memberId,
              reason,
              postings: [{ walletId, source, destination, amount: amountUnits }],
            },
          ],
          audit: [
            {
              actor,
              action: `member.${kind}`,
              subject: `member:${memberId}`,
              reason,
              detail: {
                wallet,
                amount: formatUnits(amountUnits),
                before: formatUnits(before),
                after: formatUnits(after),
                transferId,
              },
            },
          ],
        },
      };
    },
  };
};
