import type { BlessingCard, BlessingPick, BlessingPrize, DaySeed } from '@minerx/contract/blessing';
import { BLESSING_CARDS, BLESSING_OPENED, BLESSING_WAITING, parseDeck } from '@minerx/rules/blessing';
import { pickOdds } from '@minerx/rules/blessing-draw';
import { encodeTable, type TablePrize } from '@minerx/rules/blessing-draw-proof';
import { formatUnits, UNIT } from '@minerx/rules/money';
import type { DrawRow, PackRow, PickRow, SeedRow } from './blessing.query.ts';
import type { findOutgoingRefusal } from '../member/outgoing.ledger.ts';
import { prizeVoucherCode } from './prizes/prize-voucher.ts';
import { tableHashOf } from './draw/deck.ts';

/** Nine cards face down, or all of them face up once one was picked. */
export const presentCards = (pick: PickRow | null): BlessingCard[] => {
  const cards = pick && parseDeck(pick.deck)!.cards;
  return Array.from({ length: BLESSING_CARDS }, (_, index) => ({
    angpau_id: cardNumber(index),
    angpau_name: cards?.[index]?.name ?? '',
    angpau_name_zh: cards ? formatUnits(cards[index]!.amountUnits) : '',
  }));
};

export const cardNumber = (index: number): number => index + 1;

export const presentStatus = ({ openedAt }: PackRow): number =>
  openedAt === null ? BLESSING_WAITING : BLESSING_OPENED;

interface Shown {
  readonly pepper: string;
  /** Why nothing may leave the member's account now; null when it may. */
  readonly stays: ReturnType<typeof findOutgoingRefusal>;
}

export const presentPick = (pick: PickRow, { pepper, stays }: Shown): BlessingPick => ({
  id: pick.packId,
  angpau_name: pick.name,
  angpau_name_zh: formatUnits(pick.amountUnits),
  angpau_order_used_date: pick.pickedAt.toISOString(),
  index: pick.position,
  credited:
    pick.walletName === null
      ? null
      : { wallet: pick.walletName, amount: formatUnits(pick.creditedUnits!), price: formatUnits(pick.priceUnits!) },
  voucher_code: pick.isVoucher && stays === null ? prizeVoucherCode(pepper, pick.packId) : null,
  voucher_held_until: (pick.isVoucher && stays?.more.details?.['until']) || null,
  voucher_redeemed: pick.voucherRedeemed,
  fulfilment_status: pick.needsFulfilment ? Number(pick.fulfilled) : null,
  deck: pick.deck,
  salt: pick.salt,
  commitment: pick.commitment,
  draw: pick.draw && presentDraw(pick.draw),
});

const presentDraw = ({
  memberSeed,
  tableCommitted,
  publicKey,
  seedCommitment,
  committedAt,
  ...rest
}: DrawRow): BlessingPick['draw'] => ({
  ...rest,
  member_seed: memberSeed,
  table_committed: tableCommitted,
  public_key: publicKey,
  seed_commitment: seedCommitment,
  committed_at: new Date(committedAt).toISOString(),
});

export const presentDaySeed = ({ publicKey, committedAt, ...rest }: SeedRow): DaySeed => ({
  ...rest,
  public_key: publicKey,
  committed_at: committedAt.toISOString(),
});

/** What a deck that is dealt by this table names as its version. */
export const tableVersion = (pool: readonly TablePrize[]): string => tableHashOf(encodeTable(pool)).toString('hex');

/** What a pick is worth on average in US dollars, rounded down; all amounts of a line are equally likely. */
export const expectedValue = (pool: readonly TablePrize[]): string => {
  const odds = pickOdds(pool);
  const dollars = pool.reduce(
    (sum, { minUnits, maxUnits }, line) => sum + (odds[line]! * Number(minUnits + maxUnits)) / 2 / Number(UNIT),
    0,
  );
  return formatUnits(BigInt(Math.floor(dollars * 100)) * (UNIT / 100n));
};

/** The pool by name, highest amounts first; lines that are switched off are not offered, so they are not shown. */
export const presentPrizes = (pool: readonly TablePrize[]): BlessingPrize[] => {
  const odds = pickOdds(pool);
  const offered = pool.map((prize, line) => ({ ...prize, chance: odds[line]! })).filter(({ enabled }) => enabled);
  const byName = Object.values(Object.groupBy(offered, ({ name }) => name)).map((tiers) =>
    tiers!.toSorted((a, b) => Number(a.minUnits - b.minUnits)),
  );
  return byName.toSorted((a, b) => Number(b.at(-1)!.maxUnits - a.at(-1)!.maxUnits)).map(presentPrize);
};

const presentPrize = (tiers: readonly (TablePrize & { chance: number })[]): BlessingPrize => ({
  angpau_name: tiers[0]!.name,
  amount_min: formatUnits(tiers[0]!.minUnits),
  amount_max: formatUnits(tiers.at(-1)!.maxUnits),
  prize_total: sumOrNull(tiers.map(({ total }) => total)),
  prize_left: sumOrNull(tiers.map(({ left }) => left)),
  odds: presentOdds(tiers.reduce((all, { chance }) => all + chance, 0)),
  tier: tiers.map(({ minUnits, maxUnits, total, left, chance }) => ({
    amount_min: formatUnits(minUnits),
    amount_max: formatUnits(maxUnits),
    prize_total: total,
    prize_left: left,
    odds: presentOdds(chance),
  })),
});

/** Unlimited if any of them is. */
const sumOrNull = (counts: readonly (number | null)[]): number | null =>
  counts.reduce((all, count) => (all === null || count === null ? null : all + count), 0);

/** Rounded down, but for what floating point has lost of a chance that is a whole number of units. */
export const presentOdds = (chance: number): string => formatUnits(BigInt(Math.floor(chance * Number(UNIT) + 1e-6)));
