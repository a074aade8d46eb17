import { parseDeck } from '@minerx/rules/blessing';
import { sealDeck } from './deck.ts';
import type { Pool } from 'pg';
import type { Vault } from '../../../security/vault.ts';
import { inTransaction } from '../../../db/transaction.ts';

/**
 * Seals the decks of unopened packs that lie in the database in clear, from before decks were sealed. As the owner: the app may not
 * change a deck. Gives how many there were; does nothing at the next start.
 */
export const sealClearDecks = (owner: Pool, vault: Vault): Promise<number> =>
  inTransaction(owner, async (tx) => {
    const { rows } = await tx.query<{ packId: string; deck: string; salt: Buffer; prizes: number[] }>(
      `SELECT /* whole blessing_deck: at a start, once in a database's life */ d.pack_id AS "packId", d.clear_deck AS deck, d.clear_salt AS salt,
              (SELECT array_agg(c.prize_id ORDER BY c.position) FROM blessing_card c WHERE c.pack_id = d.pack_id) AS prizes
         FROM blessing_deck d WHERE d.clear_deck IS NOT NULL FOR UPDATE`,
    );
    for (const { packId, deck, salt, prizes } of rows) {
      const cards = parseDeck(deck)!.cards.map((card, position) => ({ ...card, prizeId: prizes[position]! }));
      const sealed = sealDeck(vault, packId, { text: deck, salt, signature: null, cards });
      await tx.query('DELETE FROM blessing_card WHERE pack_id = $1', [packId]);
      await tx.query('UPDATE blessing_deck SET sealed = $2, clear_deck = NULL, clear_salt = NULL WHERE pack_id = $1', [
        packId,
        sealed,
      ]);
    }
    // What is watched of a deck begins with its seal.
    await tx.query(
      `DELETE FROM row_version v WHERE v.table_name = 'blessing_deck' AND v.key = ANY ($1)
          AND v.id < (SELECT max(n.id) FROM row_version n WHERE n.table_name = v.table_name AND n.key = v.key)`,
      [rows.map(({ packId }) => packId)],
    );
    return rows.length;
  });
