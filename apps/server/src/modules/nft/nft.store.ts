import type { NftWithdrawalEvent } from '@minerx/rules/nft-status';
import { queueWork } from '../../outbox/outbox.ts';
import type { Tx } from '../../db/transaction.ts';

interface HeldNft {
  id: string;
  token: number;
  memberId: bigint | null;
  status: number | null;
}

const COLUMNS = 'id, token, member_id AS "memberId", status';

export const findNftForUpdate = async (tx: Tx, token: number): Promise<HeldNft | null> => {
  const { rows } = await tx.query<HeldNft>(`SELECT ${COLUMNS} FROM nft WHERE token = $1 FOR UPDATE`, [token]);
  return rows[0] ?? null;
};

/** The free token of a category with the lowest number; one that somebody else is giving away right now is passed over. */
export const findFreeNftForUpdate = async (tx: Tx, categoryId: number): Promise<HeldNft | null> => {
  const { rows } = await tx.query<HeldNft>(
    `SELECT ${COLUMNS} FROM nft WHERE category_id = $1 AND member_id IS NULL ORDER BY token LIMIT 1 FOR UPDATE SKIP LOCKED`,
    [categoryId],
  );
  return rows[0] ?? null;
};

export const giveNft = async (tx: Tx, id: string, memberId: bigint, status: number, at: Date): Promise<void> => {
  await tx.query('UPDATE nft SET member_id = $2, status = $3, acquired_at = $4 WHERE id = $1', [
    id,
    memberId,
    status,
    at,
  ]);
};

export const setNftStatus = async (tx: Tx, id: string, status: number): Promise<void> => {
  await tx.query('UPDATE nft SET status = $2 WHERE id = $1', [id, status]);
};

/** State and hash of a withdrawal, locked. */
export const findWithdrawalForUpdate = async (
  tx: Tx,
  id: string,
): Promise<{ status: number; txHash: string | null; hasPayout: boolean } | null> => {
  const { rows } = await tx.query<{ status: number; txHash: string | null; hasPayout: boolean }>(
    `SELECT status, tx_hash AS "txHash", EXISTS (SELECT FROM payout p WHERE p.id = w.id) AS "hasPayout"
       FROM nft_withdrawal w WHERE id = $1 FOR UPDATE`,
    [id],
  );
  return rows[0] ?? null;
};

export const setWithdrawalHash = async (tx: Tx, id: string, txHash: string): Promise<void> => {
  await tx.query('UPDATE nft_withdrawal SET tx_hash = $2 WHERE id = $1', [id, txHash]);
};

/** Has the mail about a step of a withdrawal written, where no ledger command tells of it. */
export const queueNftMail = async (tx: Tx, id: string, event: NftWithdrawalEvent, at: Date): Promise<void> => {
  await queueWork(tx, { topic: 'nft_mail', payload: { id, event } }, at);
};

export interface MadeNft {
  readonly token: number;
  readonly contract: string;
}

/** From here on these contracts know them. */
export const keepMade = async (tx: Tx, made: readonly MadeNft[]): Promise<void> => {
  await tx.query(
    'UPDATE nft SET known_by = m.contract FROM unnest($1::integer[], $2::text[]) AS m (token, contract) WHERE nft.token = m.token',
    [made.map(({ token }) => token), made.map(({ contract }) => contract)],
  );
};
