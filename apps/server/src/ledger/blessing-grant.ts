import { createHash } from 'node:crypto';
import { commitmentBytes, encodeDeck, SALT_BYTES } from '@minerx/rules/blessing';
import { drawDeck } from '@minerx/rules/blessing-draw';
import type { Changes, LedgerOrder, LedgerPrize, LedgerView, Maker, NewDeck, NewPack } from './command.ts';

/** What dealing and granting change. */
export type BlessingChanges = Pick<Changes, 'newPacks' | 'newDecks' | 'prizes'>;

/** Deals decks one after the other, each from what the one before left of the pool. */
export class Dealer {
  readonly #make: Maker;
  #pool: readonly LedgerPrize[];
  readonly #changed = new Map<number, number>();

  constructor(view: LedgerView, make: Maker) {
    this.#make = make;
    this.#pool = view.prizePool();
  }

  /** Null when the pool cannot fill nine cards. */
  deal(packId: string): NewDeck | null {
    const cards = drawDeck(this.#pool, (count) => this.#make.bytes(count));
    if (cards === null) return null;
    for (const { prizeId } of cards) this.#add(prizeId, -1);
    const text = encodeDeck(packId, cards);
    const salt = Buffer.from(this.#make.bytes(SALT_BYTES));
    const commitment = createHash('sha256')
      .update(commitmentBytes(text, salt.toString('hex'))!)
      .digest();
    return { packId, cards, text, salt, commitment };
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
 * (docs/decisions/016). Orders of vouchers grant none. A pack that the pool cannot fill gets its deck later.
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
  const dealer = new Dealer(view, make);
  const newDecks = newPacks.map(({ id }) => dealer.deal(id)).filter((deck) => deck !== null);
  return { newPacks, newDecks, prizes: dealer.prizes };
};
