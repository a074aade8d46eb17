import { withLeft } from '@minerx/rules/blessing-draw-proof';
import type { Changes, LedgerView, IdsAndClock } from '../../ledger/command.ts';
import type { RowChange, RowKey } from '../../ledger/table.ts';
import { packages } from '../miner-package/miner-package.ledger.ts';
import { decks, drawers, packs, prizePool, prizes } from './blessing.ledger.ts';
import { dealDeck } from './draw/deck.ts';

/** The topic of the outbox for packs that were granted. */
const PICK_NEWS = 'pick_news';

/** As it stands in the outbox. */
export interface PickNews {
  readonly granted: readonly { readonly id: string; readonly memberId: string }[];
}

/** What dealing to these members takes: the prize pool and what draws. */
export const dealKeys = (memberIds: readonly bigint[]): RowKey[] => [
  prizes.ask('pool'),
  drawers.ask('pool'),
  ...memberIds.map((id) => drawers.key(id)),
];

/** What placing orders of these packages takes; the members' own keys come with the orders, or are named. */
export const grantKeys = (packageIds: readonly number[]): RowKey[] =>
  packageIds.flatMap((id) => [packages.key(id), prizes.ask({ grantedBy: id }), drawers.ask({ grantedBy: id })]);

/** Deals decks one after the other, each from what the ones before left of the table that today is committed to. */
export class Dealer {
  readonly #view: LedgerView;
  /** Of every line of the pool, how many of its cards are gone. */
  readonly #gone: Map<number, number>;
  readonly #changed = new Set<number>();
  readonly #dealt = new Map<bigint, number>();
  readonly #decks: RowChange[] = [];

  constructor(view: LedgerView) {
    this.#view = view;
    this.#gone = new Map(view.list(prizePool, 'pool').map(({ id, gone }) => [id, gone]));
  }

  /** False when today's table cannot fill nine cards any more, or nothing that draws today has been committed to. */
  deal(packId: string, memberId: bigint): boolean {
    const drawer = this.#view.get(drawers, memberId);
    if (drawer === null || drawer.day === null) return false;
    const number = this.#dealt.get(memberId) ?? drawer.decks;
    const { seed, table } = drawer.day;
    const deck = dealDeck(packId, { ...drawer, decks: number }, seed, withLeft(table, this.#gone));
    if (deck === null) return false;
    this.#dealt.set(memberId, number + 1);
    for (const { prizeId } of deck.cards) this.#add(prizeId, 1);
    this.#decks.push(decks.add({ id: packId, memberId, ...deck }));
    return true;
  }

  /** Puts a card back that was not picked. */
  giveBack(prizeId: number): void {
    this.#add(prizeId, -1);
  }

  get changes(): RowChange[] {
    return [
      ...this.#decks,
      ...[...this.#dealt].map(([memberId, number]) => drawers.set(memberId, { decks: number })),
      ...[...this.#changed].map((id) => prizes.set(id, { gone: this.#gone.get(id)! })),
    ];
  }

  #add(prizeId: number, by: number): void {
    this.#gone.set(prizeId, this.#gone.get(prizeId)! + by);
    this.#changed.add(prizeId);
  }
}

/** An order that is placed now. */
interface BlessedOrder {
  readonly id: string;
  readonly memberId: bigint;
  readonly packageId: number;
  readonly voucherId: string | null;
}

/**
 * The packs that orders grant at the moment they are placed for money: until then they can be cancelled for a full refund
 * (docs/decisions/016). Orders of vouchers grant none. A pack that cannot be dealt now gets its deck later.
 */
export const grantBlessings = (
  view: LedgerView,
  make: IdsAndClock,
  orders: readonly BlessedOrder[],
): Required<Pick<Changes, 'rows' | 'outbox'>> => {
  const granted = orders.flatMap(({ id: orderId, memberId, packageId, voucherId }) => {
    const count = voucherId === null ? (view.get(packages, packageId)?.freeBlessings ?? 0) : 0;
    return Array.from({ length: count }, (_, index) => {
      return { id: make.id(), memberId, orderId, number: index + 1, opened: false };
    });
  });
  if (granted.length === 0) return { rows: [], outbox: [] };
  const dealer = new Dealer(view);
  for (const { id, memberId } of granted) dealer.deal(id, memberId);
  const news = granted.map(({ id, memberId }) => ({ id, memberId: memberId.toString() }));
  return {
    rows: [...granted.map((pack) => packs.add(pack)), ...dealer.changes],
    outbox: [{ topic: PICK_NEWS, payload: { granted: news } satisfies PickNews }],
  };
};
