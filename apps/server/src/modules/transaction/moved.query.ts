import type { WalletId } from '@minerx/rules/wallet';
import type { Db } from '../../db/transaction.ts';
import type { AdjustedKind, MovedKind } from '../mail/mail.store.ts';

interface Moved {
  kind: MovedKind | AdjustedKind;
  memberId: bigint;
  at: Date;
  /** What went into or out of the member's wallets, one way in each. */
  changes: { walletId: WalletId; units: bigint }[];
}

/** Transfers of one kind for one member, for the mail about them. */
export const getMoved = async (db: Db, transferIds: readonly string[]): Promise<Moved> => {
  const { rows } = await db.query<Omit<Moved, 'changes'> & { walletId: WalletId; units: bigint }>(
    `SELECT t.kind, t.member_id AS "memberId", t.at, p.wallet_id AS "walletId", sum(p.amount)::bigint AS units
       FROM transfer t JOIN posting p ON p.transfer_id = t.id
      WHERE t.id = ANY($1::uuid[]) AND t.member_id IS NOT NULL AND account_of(t.member_id, p.wallet_id) IN (p.source, p.destination)
      GROUP BY t.kind, t.member_id, t.at, p.wallet_id ORDER BY p.wallet_id`,
    [transferIds],
  );
  const [first] = rows;
  if (first === undefined) throw new Error(`Nothing of a member moved in ${transferIds.join()}.`);
  return { ...first, changes: rows };
};
