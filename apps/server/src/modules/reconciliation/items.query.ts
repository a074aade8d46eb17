import { NFT_STATUS } from '@minerx/rules/nft-status';
import type { Db } from '../../db/transaction.ts';

interface HeldItem {
  readonly token: number;
  readonly categoryId: number;
  /** The contract that has known it; null: none has. */
  readonly knownBy: string | null;
}

/** Items that we keep for members: not on their way out, and not gone. The next in turn, and those with a difference. */
export const listKept = async (db: Db, network: number, after: number, limit: number): Promise<HeldItem[]> => {
  const { rows } = await db.query<HeldItem>(
    `(SELECT n.token, n.category_id AS "categoryId", n.known_by AS "knownBy" FROM nft n
       WHERE n.member_id IS NOT NULL AND n.status <> ${NFT_STATUS.APPROVED} AND n.token > $1 ORDER BY n.token LIMIT $3)
     UNION
     SELECT n.token, n.category_id, n.known_by FROM nft n JOIN chain_difference d ON d.item <> '' AND split_part(d.item, '/', 2) = n.token::text
      WHERE d.network_id = $2 AND d.ended_at IS NULL AND d.acknowledged_at IS NULL AND n.member_id IS NOT NULL AND n.status <> ${NFT_STATUS.APPROVED}
     ORDER BY 1`,
    [after, network, limit],
  );
  return rows;
};
