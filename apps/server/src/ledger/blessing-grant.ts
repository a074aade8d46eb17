import type { DealtDeck } from './blessing-deal.ts';
import { dealDeck } from './blessing-deal.ts';
import type { Changes, LedgerOrder, LedgerPrize, LedgerView, Maker, NewDeck, NewPack } from './command.ts';

/** What dealing and granting change. */
export type BlessingChanges = Pick<Changes, 'newPacks' | 'newDecks' | 'prizes'>;

/** Deals decks one after the other, each from what the one before left of the pool. */
export class Dealer {
  readonly #view: LedgerView;
  #pool: readonly LedgerPrize[];
  readonly #changed = new Map<number, number>();
  readonly #dealt = new Map<bigint, number>();

  constructor(view: LedgerView) {
    this.#view = view;
    this.#pool = view.prizePool();
  }

  /** Null when the pool cannot fill nine cards, or nothing that draws today has been committed to. */
  deal(packId: string, memberId: bigint): NewDeck | null {
    const { daySeed } = this.#view;
    if (daySeed === null) return null;
    const drawer = this.#view.drawer(memberId);
    const before = this.#dealt.get(memberId) ?? 0;
    const deck: DealtDeck | null = dealDeck(packId, { ...drawer, decks: drawer.decks + before }, daySeed, this.#pool);
    if (deck === null) return null;
    this.#dealt.set(memberId, before + 1);
    for (const { prizeId } of deck.cards) this.#add(prizeId, -1);
    return { packId, memberId, ...deck };
  }

  /** Puts a card back that was not picked. */
  giveBack(prizeId: number): void {
    this.#add(prizeId, 1);
  }

  get prizes(): NonNullable<Changes['prizes']> {
    return [...this.#changed].map(([id, left]) => ({ id, left }));
  }

  #add(prizeId: number, by: number): void {
    this.#pool = this.#pool.map((prize) => {
      if (prize.id !== prizeId || prize.left === null) return prize;
      this.#changed.set(prizeId, prize.left + by);
      return { ...prize, left: prize.left + by };
    });
  }
}

/**
 * The packs that orders grant at the moment they are placed for money: until then they can be cancelled for a full refund
 * (docs/decisions/016). Orders of vouchers grant none. A pack that cannot be dealt now gets its deck later.
 */
export const grantBlessings = (
  view: LedgerView,
  make: Maker,
  orders: readonly Pick<LedgerOrder, 'id' | 'memberId' | 'packageId' | 'voucherId'>[],
): BlessingChanges => {
  const newPacks: NewPack[] = [];
  for (const { id: orderId, memberId, packageId, voucherId } of orders) {
    const count = voucherId === null ? (view.minerPackage(packageId)?.freeBlessings ?? 0) : 0;
    for (let number = 1; number <= count; number += 1) newPacks.push({ id: make.id(), memberId, orderId, number });
  }
  if (newPacks.length === 0) return {};
  const dealer = new Dealer(view);
  const newDecks = newPacks.map(({ id, memberId }) => dealer.deal(id, memberId)).filter((deck) => deck !== null);
  return { newPacks, newDecks, prizes: dealer.prizes };
};
