import {
  angpauPackGetById,
  angpauPackHistory,
  angpauPacks,
  angpauPrizes,
  angpauSeedSet,
  type BlessingCard,
  type BlessingPick,
  type BlessingPrize,
} from '@minerx/contract/blessing';
import { isOpened } from '@minerx/rules/blessing';
import { unitsFrom, type Units } from '@minerx/rules/money';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { request } from '../../base/api.ts';
import { askedOf, type Asked } from '../../base/parts/paged.tsx';
import { queryClient } from '../../base/query.tsx';

export interface Chances {
  all: number;
  left: number;
  orders: number;
  /** The pack to open next; null when there is none. */
  packId: string | null;
  /** The own seed that the next decks are drawn with; null when there is none yet. */
  seed: string | null;
}

/** A card that is seen from the front. */
export interface Card {
  name: string;
  /** US dollars. */
  amountUnits: Units;
}

export interface Pack {
  opened: boolean;
  /** SHA-256 in hex; empty while the pool cannot fill a deck. */
  commitment: string;
}

export interface Pick extends Card {
  packId: string;
  at: string;
  /** 0 to 8. */
  index: number;
  credited: { wallet: string; units: Units; priceUnits: Units } | null;
  /** The code of a package prize; `held`: until when it is kept back. */
  voucher: { code: string; redeemed: boolean } | { held: Date } | null;
  /** A prize that people hand over: whether they have; null for all others. */
  handedOver: boolean | null;
  proof: { deck: string; salt: string; commitment: string };
  /** How the deck was drawn; null for decks from before draws were committed to. */
  draw: BlessingPick['draw'];
}

export interface Opened {
  cards: readonly Card[];
  pick: Pick;
}

/** Some amounts of a prize with the chance that a picked card is one of them. */
export interface Tier {
  minUnits: Units;
  maxUnits: Units;
  /** How many there are and are left; null when unlimited. */
  stock: { all: number; left: number } | null;
  odds: number;
}

export interface Prize extends Tier {
  name: string;
  tiers: readonly Tier[];
}

export const keys = {
  packs: ['blessing', 'packs'],
  prizes: ['blessing', 'prizes'],
  pack: (id: string) => ['blessing', 'pack', id],
  history: (page: number | string) => ['blessing', 'history', page],
} as const;

export const cardOf = ({ angpau_name, angpau_name_zh }: BlessingCard): Card => ({
  name: angpau_name,
  amountUnits: unitsFrom(angpau_name_zh),
});

function voucherOf({ voucher_code, voucher_redeemed, voucher_held_until }: BlessingPick): Pick['voucher'] {
  if (voucher_code !== null) return { code: voucher_code, redeemed: voucher_redeemed };
  // An answer that was kept on this device before the field existed has none.
  return voucher_held_until ? { held: new Date(voucher_held_until) } : null;
}

export const pickOf = (wire: BlessingPick): Pick => ({
  ...cardOf({ angpau_id: 0, ...wire }),
  packId: wire.id,
  at: wire.angpau_order_used_date,
  index: wire.index,
  credited: wire.credited && {
    wallet: wire.credited.wallet,
    units: unitsFrom(wire.credited.amount),
    priceUnits: unitsFrom(wire.credited.price),
  },
  voucher: voucherOf(wire),
  handedOver: wire.fulfilment_status === null ? null : wire.fulfilment_status > 0,
  proof: { deck: wire.deck, salt: wire.salt, commitment: wire.commitment },
  draw: wire.draw,
});

const tierOf = (wire: Omit<BlessingPrize, 'angpau_name' | 'tier'>): Tier => ({
  minUnits: unitsFrom(wire.amount_min),
  maxUnits: unitsFrom(wire.amount_max),
  stock:
    wire.prize_total === null || wire.prize_left === null ? null : { all: wire.prize_total, left: wire.prize_left },
  odds: Number(wire.odds),
});

export const useChances = (): UseQueryResult<Chances> =>
  useQuery({
    queryKey: keys.packs,
    queryFn: async ({ signal }) => {
      const { total_chance, remain_chance, total_order, id, member_seed } = await request(angpauPacks, { signal });
      return { all: total_chance, left: remain_chance, orders: total_order, packId: id ?? null, seed: member_seed };
    },
  });

interface PrizeTable {
  rows: readonly Prize[];
  /** SHA-256 in hex. */
  version: string;
  /** US dollars that a pick is worth on average. */
  expectedUnits: Units;
}

export const usePrizes = (enabled: boolean): UseQueryResult<PrizeTable> =>
  useQuery({
    queryKey: keys.prizes,
    queryFn: async ({ signal }) => {
      const { prize, version, expected_value } = await request(angpauPrizes, { signal });
      const rows = prize.map((wire) => ({ ...tierOf(wire), name: wire.angpau_name, tiers: wire.tier.map(tierOf) }));
      return { rows, version, expectedUnits: unitsFrom(expected_value) };
    },
    enabled,
  });

/** Sets the own seed of the next decks. @throws {Refusal} */
export async function saveSeed(seed: string): Promise<void> {
  await request(angpauSeedSet, { body: { seed } });
  await queryClient.invalidateQueries({ queryKey: keys.packs });
}

/** A pack as it is before the pick: nothing of its prizes. */
export const usePack = (id: string): UseQueryResult<Pack> =>
  useQuery({
    queryKey: keys.pack(id),
    queryFn: async ({ signal }) => {
      const { data, commitment } = await request(angpauPackGetById, { body: { id }, signal });
      return { opened: isOpened(data.angpau_order_status), commitment };
    },
    placeholderData: undefined,
    // What was opened meanwhile on another phone must not look as if it could be picked.
    staleTime: 0,
  });

/** One page of the own picks, newest first. */
export function usePicks(asked: Asked): UseQueryResult<{ rows: readonly Pick[]; total: number }> {
  const { key, enabled, body } = askedOf(asked);
  return useQuery({
    queryKey: keys.history(key),
    enabled,
    queryFn: async ({ signal }) => {
      const { data, paginator } = await request(angpauPackHistory, { body, signal });
      return { rows: data.map(pickOf), total: paginator.total };
    },
  });
}
