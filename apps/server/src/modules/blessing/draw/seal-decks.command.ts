import { parseDeck } from '@minerx/rules/blessing';
import { forgetClear, lockClearDecks, replaceBySealed } from './clear-deck.store.ts';
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
    const clear = await lockClearDecks(tx);
    for (const { packId, deck, salt, prizes } of clear) {
      const cards = parseDeck(deck)!.cards.map((card, position) => ({ ...card, prizeId: prizes[position]! }));
      const sealed = sealDeck(vault, packId, { text: deck, salt, signature: null, cards });
      await replaceBySealed(tx, packId, sealed);
    }
    await forgetClear(
      tx,
      clear.map(({ packId }) => packId),
    );
    return clear.length;
  });
