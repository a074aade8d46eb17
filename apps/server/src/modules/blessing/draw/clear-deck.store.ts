import type { Tx } from '../../../db/transaction.ts';

interface ClearDeck {
  packId: string;
  deck: string;
  salt: Buffer;
  /** Of the cards, in their order. */
  prizes: number[];
}

/** Decks that lie in clear, from before decks were sealed. */
export const lockClearDecks = async (tx: Tx): Promise<ClearDeck[]> => {
  const { rows } = await tx.query<ClearDeck>(
    `SELECT /* whole blessing_deck: at a start, once in a database's life */ d.pack_id AS "packId", d.clear_deck AS deck, d.clear_salt AS salt,
            (SELECT array_agg(c.prize_id ORDER BY c.position) FROM blessing_card c WHERE c.pack_id = d.pack_id) AS prizes
       FROM blessing_deck d WHERE d.clear_deck IS NOT NULL FOR UPDATE`,
  );
  return rows;
};

export const replaceBySealed = async (tx: Tx, packId: string, sealed: Buffer): Promise<void> => {
  await tx.query('DELETE FROM blessing_card WHERE pack_id = $1', [packId]);
  await tx.query('UPDATE blessing_deck SET sealed = $2, clear_deck = NULL, clear_salt = NULL WHERE pack_id = $1', [
    packId,
    sealed,
  ]);
};

/** What is watched of a deck begins with its seal. */
export const forgetClear = async (tx: Tx, packIds: readonly string[]): Promise<void> => {
  await tx.query(
    `DELETE FROM row_version v WHERE v.table_name = 'blessing_deck' AND v.key = ANY ($1)
        AND v.id < (SELECT max(n.id) FROM row_version n WHERE n.table_name = v.table_name AND n.key = v.key)`,
    [packIds],
  );
};
