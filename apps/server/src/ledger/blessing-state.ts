import type { DaySeed, DeckContent, Drawer } from './blessing-deal.ts';
import type { Changes, LedgerPack, LedgerPrize, NewDeck, NewPack, NewPick } from './command.ts';
import type { LoadedRows } from './state.ts';

/** Packs and the prize pool of a batch in memory. `apply` trusts nothing: it throws on rows that were not loaded. */
export class BlessingState {
  readonly newPacks: NewPack[] = [];
  readonly newDecks: NewDeck[] = [];
  readonly picks: NewPick[] = [];
  /** By pack. */
  readonly openedDecks = new Map<string, DeckContent>();
  /** How many are left, by id. */
  readonly changedPrizes = new Map<number, number>();

  readonly #packs: Map<string, LedgerPack>;
  readonly #prizes: Map<number, LedgerPrize>;
  readonly #drawers: Map<bigint, Drawer>;
  readonly daySeed: DaySeed | null;

  constructor({ packs, prizePool, drawing }: Pick<LoadedRows, 'packs' | 'prizePool' | 'drawing'>) {
    this.#packs = packs;
    this.#prizes = prizePool;
    this.#drawers = drawing.drawers;
    this.daySeed = drawing.daySeed;
  }

  drawer(memberId: bigint): Drawer {
    return this.#drawers.get(memberId) ?? fail(`member ${memberId} was not loaded as one who draws`);
  }

  pack(id: string): LedgerPack | null {
    return this.#packs.get(id) ?? null;
  }

  pool(): readonly LedgerPrize[] {
    return [...this.#prizes.values()];
  }

  apply({ newPacks = [], newDecks = [], picks = [], prizes = [] }: Changes): void {
    for (const pack of newPacks) {
      this.#packs.set(pack.id, { id: pack.id, memberId: pack.memberId, opened: false, deck: null });
      this.newPacks.push(pack);
    }
    for (const deck of newDecks) {
      const pack = this.#packs.get(deck.packId);
      if (!pack || pack.deck !== null) fail(`pack ${deck.packId} cannot get a deck`);
      this.#packs.set(deck.packId, { ...pack!, deck });
      const drawer = this.drawer(deck.memberId);
      this.#drawers.set(deck.memberId, { ...drawer, decks: drawer.decks + 1 });
      this.newDecks.push(deck);
    }
    for (const pick of picks) {
      const pack = this.#packs.get(pick.packId);
      if (!pack || pack.opened || pack.deck?.cards[pick.position] === undefined)
        fail(`pack ${pick.packId} cannot be opened`);
      this.#packs.set(pick.packId, { ...pack!, opened: true });
      this.openedDecks.set(pick.packId, pack!.deck!);
      this.picks.push(pick);
    }
    for (const { id, left } of prizes) {
      const prize = this.#prizes.get(id);
      if (!prize || prize.left === null || left < 0) fail(`prize ${id} cannot have ${left} left`);
      this.#prizes.set(id, { ...prize!, left });
      this.changedPrizes.set(id, left);
    }
  }
}

const fail = (message: string): never => {
  throw new Error(message);
};
