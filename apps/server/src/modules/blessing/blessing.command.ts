import { BLESSING_CARDS, prizeCategory, prizeDelivery } from '@minerx/rules/blessing';
import type { PrizeDelivery } from '@minerx/rules/blessing';
import type { DrawnCard } from '@minerx/rules/blessing-draw';
import { unitsForUsd, WALLET } from '@minerx/rules/wallet';
import { accountId, HOUSE } from '../../ledger/account.ts';
import { Dealer } from '../../ledger/blessing-grant.ts';
import type { Changes, Command, Decision, LedgerPack, LedgerView, Maker, NewPick } from '../../ledger/command.ts';
import { no } from '../../ledger/command.ts';
import { fingerprintOf } from '../../ledger/fingerprint.ts';
import { voucherCodeHash } from '../../voucher-code.ts';
import { prizeVoucherCode } from './prize-voucher.ts';

/** Whether the pack has a deck now. */
export type DealtBlessing = { readonly dealt: boolean };

/** Gives a deck to a pack that could not get one when it was granted. Does nothing to one that has it. */
export const dealBlessing = (memberId: bigint, packId: string): Command<DealtBlessing> => ({
  name: 'deal_blessing',
  actor: `m${memberId}`,
  idempotency: null,
  keys: { members: [memberId], packs: [packId], prizePool: true },
  decide: (view) => {
    const pack = view.pack(packId);
    if (pack === null || pack.memberId !== memberId) return no('err_not_found');
    if (pack.deck !== null) return { ok: true, result: { dealt: true }, changes: {} };
    const dealer = new Dealer(view);
    const deck = dealer.deal(packId, memberId);
    if (deck === null) return { ok: true, result: { dealt: false }, changes: {} };
    return { ok: true, result: { dealt: true }, changes: { newDecks: [deck], prizes: dealer.prizes } };
  },
});

export interface BlessingWish {
  readonly packId: string;
  /** Which card was tapped, 0 to 8. */
  readonly index: number;
  /** For the code of a voucher that is won. */
  readonly pepper: string;
}

/** Opens a pack: the member gets what its deck holds at the tapped card, and limited prizes of the others go back. */
export const openBlessing = (
  memberId: bigint,
  { packId, index, pepper }: BlessingWish,
  key: string | null,
): Command<{ packId: string }> => ({
  name: 'open_blessing',
  actor: `m${memberId}`,
  idempotency: key === null ? null : { key, fingerprint: fingerprintOf({ packId, index }) },
  keys: {
    members: [memberId],
    packs: [packId],
    prizePool: true,
    accounts: [WALLET.BTC, WALLET.CW, WALLET.RW].map((wallet) => accountId(memberId, wallet)),
  },
  decide: (view, make) => {
    const pack = view.pack(packId);
    if (pack === null || pack.memberId !== memberId) return no('err_not_found');
    if (view.member(memberId)?.frozen !== false) return no('err_account_frozen');
    if (pack.opened) return no('err_opened_pack');
    if (pack.deck === null) return no('err_no_angpau_prize');
    // Whatever card was tapped: an answer that depends on it would tell what lies there without opening it.
    if (!pack.deck.cards.every((card) => hasPrice(view, card))) return no('err_price_stale');
    return open(view, make, pack, index, pepper);
  },
});

const deliveryOf = ({ name }: DrawnCard): PrizeDelivery => {
  const category = prizeCategory(name);
  if (category === null) throw new Error(`nobody knows what the prize ${name} is`);
  return prizeDelivery(category);
};

/** Whether what the card would pay can be worked out now. */
const hasPrice = (view: LedgerView, card: DrawnCard): boolean => {
  const delivery = deliveryOf(card);
  return delivery.kind !== 'credit' || (view.prices[delivery.walletId] ?? 0n) > 0n;
};

const open = (
  view: LedgerView,
  make: Maker,
  pack: LedgerPack,
  index: number,
  pepper: string,
): Decision<{ packId: string }> => {
  const { cards } = pack.deck!;
  const card = cards[index];
  if (card === undefined || cards.length !== BLESSING_CARDS) throw new Error(`pack ${pack.id} has no card ${index}`);
  const dealer = new Dealer(view);
  for (const other of cards) if (other !== card) dealer.giveBack(other.prizeId);
  const { pick, changes } = deliver(view, make, pack, card, pepper);
  return {
    ok: true,
    result: { packId: pack.id },
    changes: {
      ...changes,
      prizes: dealer.prizes,
      picks: [{ packId: pack.id, position: index, memberId: pack.memberId, ...pick }],
    },
  };
};

type Delivered = { pick: Pick<NewPick, 'credit' | 'voucherId' | 'needsFulfilment'>; changes: Changes };

const deliver = (view: LedgerView, make: Maker, pack: LedgerPack, card: DrawnCard, pepper: string): Delivered => {
  const nothing = { credit: null, voucherId: null, needsFulfilment: false };
  const delivery = deliveryOf(card);
  if (delivery.kind === 'fulfilment') return { pick: { ...nothing, needsFulfilment: true }, changes: {} };
  if (delivery.kind === 'voucher') {
    const packageId = view.prizePool().find(({ id }) => id === card.prizeId)?.voucherPackageId;
    if (packageId === null || packageId === undefined) throw new Error(`prize ${card.name} has no package`);
    const codeHash = voucherCodeHash(pepper, prizeVoucherCode(pepper, pack.id));
    const voucher = { id: make.id(), codeHash, packageId, amountUnits: card.amountUnits };
    return { pick: { ...nothing, voucherId: voucher.id }, changes: { newVouchers: [voucher] } };
  }
  const { walletId } = delivery;
  const priceUnits = view.prices[walletId]!;
  const amount = unitsForUsd(walletId, card.amountUnits, priceUnits);
  if (amount <= 0n) throw new Error(`prize ${card.name} is worth nothing at its price`);
  const transferId = make.id();
  const posting = {
    walletId,
    source: accountId(HOUSE.PRIZES, walletId),
    destination: accountId(pack.memberId, walletId),
    amount,
  };
  return {
    pick: { ...nothing, credit: { walletId, units: amount, priceUnits, transferId } },
    changes: { transfers: [{ id: transferId, kind: 'prize', memberId: pack.memberId, postings: [posting] }] },
  };
};
