import { isValidReferralCode, normaliseReferralCode } from '@minerx/rules/member';
import { recipientTyped } from '@minerx/rules/transfer';
import type { Db, Tx } from '../../db/transaction.ts';

export interface RecipientRow {
  id: bigint;
  fullName: string;
  frozen: boolean;
}

/**
 * The member of a referral code or a username, in any case and with or without an @ before it. A code goes before a username that
 * is spelt alike: codes are drawn by us, usernames follow names that people choose. The root member is nobody's account.
 */
export const findRecipient = async (db: Db, typed: string): Promise<RecipientRow | null> => {
  const name = recipientTyped(typed);
  const code = normaliseReferralCode(name);
  const { rows } = await db.query<RecipientRow>(
    `SELECT id, full_name AS "fullName", frozen_at IS NOT NULL AS frozen FROM member
      WHERE (referral_code = $1 OR username = $2) AND email_key NOT LIKE '%.invalid' ORDER BY referral_code = $1 DESC LIMIT 1`,
    [isValidReferralCode(code) ? code : '', name.toLowerCase()],
  );
  return rows[0] ?? null;
};

interface SentTransfer {
  senderId: bigint;
  receiverId: bigint;
  walletId: number;
  units: bigint;
  at: Date;
}

/** A transfer between members, for the mails about it. */
export const getSentTransfer = async (tx: Tx, id: string): Promise<SentTransfer> => {
  const { rows } = await tx.query<SentTransfer>(
    `SELECT t.member_id AS "senderId", t.receiver_id AS "receiverId", p.wallet_id AS "walletId", p.amount AS units, t.at
       FROM transfer t JOIN posting p ON p.transfer_id = t.id WHERE t.id = $1 AND t.kind = 'transfer' AND t.member_id IS NOT NULL AND t.receiver_id IS NOT NULL`,
    [id],
  );
  return rows[0]!;
};
