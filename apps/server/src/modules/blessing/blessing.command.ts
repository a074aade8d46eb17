import { BLESSING_CARDS, prizeCategory, prizeDelivery } from '@minerx/rules/blessing';
import type { PrizeDelivery } from '@minerx/rules/blessing';
import type { DrawnCard } from '@minerx/rules/blessing-draw';
import { unitsForUsd, WALLET } from '@minerx/rules/wallet';
import type { ByWallet } from '@minerx/rules/wallet';
import { accountId } from '../../ledger/account.ts';
import type { Changes, Command, Decision, LedgerView, IdsAndClock } from '../../ledger/command.ts';
import { no } from '../../ledger/command.ts';
import { fingerprintOf } from '../../ledger/fingerprint.ts';
import { voucherCodeHash } from '../voucher/voucher.ledger.ts';
import { members } from '../member/member.ledger.ts';
import { vouchers } from '../voucher/voucher.ledger.ts';
import { prices, pricesOf } from '../wallet/price.ledger.ts';
import {
  decks,
  openings,
  packs,
  prizePool,
  type LedgerDeck,
  type LedgerPack,
  type Opening,
  BLESSING_HOUSE,
} from './blessing.ledger.ts';
import { Dealer, dealKeys } from './grant.ledger.ts';
import { prizeVoucherCode } from './prizes/prize-voucher.ts';

/** The wallets that prizes go into. */
const CREDITED = [WALLET.BTC, WALLET.CW, WALLET.RW];

/** Whether the pack has a deck now. */
type DealtBlessing = { readonly dealt: boolean };

/** Gives a deck to a pack that could not get one when it was granted. Does nothing to one that has it. */
export const dealBlessing = (memberId: bigint, packId: string): Command<DealtBlessing> => ({
  name: 'deal_blessing',
  actor: `member:${memberId}`,
  idempotency: null,
  keys: { rows: [packs.key(packId), decks.key(packId), ...dealKeys([memberId])] },
  decide: (view) => {
    const pack = view.get(packs, packId);
    if (pack === null || pack.memberId !== memberId) return no('err_not_found');
    if (view.get(decks, packId) !== null) return { ok: true, result: { dealt: true }, changes: {} };
    const dealer = new Dealer(view);
    const dealt = dealer.deal(packId, memberId);
    return { ok: true, result: { dealt }, changes: { rows: dealer.changes } };
  },
});

interface BlessingInput {
  readonly packId: string;
  /** Which card was tapped, 0 to 8. */
  readonly index: number;
  /** For the code of a voucher that is won. */
  readonly pepper: string;
}

/** Opens a pack: the member gets what its deck holds at the tapped card, and limited prizes of the others go back. */
export const openBlessing = (
  memberId: bigint,
  { packId, index, pepper }: BlessingInput,
  key: string | null,
): Command<{ packId: string }> => ({
  name: 'open_blessing',
  actor: `member:${memberId}`,
  idempotency: key === null ? null : { key, fingerprint: fingerprintOf({ packId, index }) },
  keys: {
    rows: [
      members.key(memberId),
      packs.key(packId),
      decks.key(packId),
      ...dealKeys([]),
      ...CREDITED.map((wallet) => prices.key(wallet)),
    ],
    accounts: CREDITED.map((wallet) => accountId(memberId, wallet)),
  },
  // Whatever card was tapped: only some of them bring a transfer.
  letsOut: true,
  decide: (view, make) => {
    const pack = view.get(packs, packId);
    if (pack === null || pack.memberId !== memberId) return no('err_not_found');
    if (view.get(members, memberId)?.frozen !== false) return no('err_account_frozen');
    if (pack.opened) return no('err_opened_pack');
    const deck = view.get(decks, packId);
    if (deck === null) return no('err_no_angpau_prize');
    // Whatever card was tapped: an answer that depends on it would tell what lies there without opening it.
    const known = pricesOf(view, CREDITED, make.now);
    if (!deck.cards.every((card) => hasPrice(known, card))) return no('err_price_stale');
    return open(view, make, { pack, deck, index, pepper, prices: known });
  },
});

const deliveryOf = ({ name }: DrawnCard): PrizeDelivery => {
  const category = prizeCategory(name);
  if (category === null) throw new Error(`nobody knows what the prize ${name} is`);
  return prizeDelivery(category);
};

/** Whether what the card would pay can be worked out now. */
const hasPrice = (known: ByWallet, card: DrawnCard): boolean => {
  const delivery = deliveryOf(card);
  return delivery.kind !== 'credit' || (known[delivery.walletId] ?? 0n) > 0n;
};

interface Opened {
  readonly pack: LedgerPack;
  readonly deck: LedgerDeck;
  readonly index: number;
  readonly pepper: string;
  readonly prices: ByWallet;
}

const open = (view: LedgerView, make: IdsAndClock, opened: Opened): Decision<{ packId: string }> => {
  const { pack, deck, index } = opened;
  const { cards } = deck;
  const card = cards[index];
  if (card === undefined || cards.length !== BLESSING_CARDS) throw new Error(`pack ${pack.id} has no card ${index}`);
  const dealer = new Dealer(view);
  for (const other of cards) if (other !== card) dealer.giveBack(other.prizeId);
  const { got, rows = [], transfers = [] } = deliver(view, make, opened, card);
  return {
    ok: true,
    result: { packId: pack.id },
    changes: {
      transfers,
      rows: [
        ...rows,
        packs.set(pack.id, { opened: true }),
        openings.add({ packId: pack.id, memberId: pack.memberId, deck, position: index, ...got }),
        ...dealer.changes,
      ],
    },
  };
};

type Delivered = Pick<Changes, 'rows' | 'transfers'> & {
  got: Pick<Opening, 'credit' | 'voucherId' | 'needsFulfilment'>;
};

const deliver = (
  view: LedgerView,
  make: IdsAndClock,
  { pack, pepper, prices: known }: Opened,
  card: DrawnCard,
): Delivered => {
  const nothing = { credit: null, voucherId: null, needsFulfilment: false };
  const delivery = deliveryOf(card);
  if (delivery.kind === 'fulfilment') return { got: { ...nothing, needsFulfilment: true } };
  if (delivery.kind === 'voucher') {
    const packageId = view.list(prizePool, 'pool').find(({ id }) => id === card.prizeId)?.voucherPackageId;
    if (packageId === null || packageId === undefined) throw new Error(`prize ${card.name} has no package`);
    const id = make.id();
    const codeHash = voucherCodeHash(pepper, prizeVoucherCode(pepper, pack.id)).toString('hex');
    const terms = {
      packageId,
      amountUnits: card.amountUnits,
      expiresAt: null,
      redeemedBy: null,
      hasBeenRedeemed: false,
      isVoid: false,
    };
    return { got: { ...nothing, voucherId: id }, rows: [vouchers.add({ id, codeHash, ...terms })] };
  }
  const { walletId } = delivery;
  const priceUnits = known[walletId]!;
  const amount = unitsForUsd(walletId, card.amountUnits, priceUnits);
  if (amount <= 0n) throw new Error(`prize ${card.name} is worth nothing at its price`);
  const transferId = make.id();
  const posting = {
    walletId,
    source: accountId(BLESSING_HOUSE.PRIZES, walletId),
    destination: accountId(pack.memberId, walletId),
    amount,
  };
  return {
    got: { ...nothing, credit: { walletId, units: amount, priceUnits, transferId } },
    transfers: [{ id: transferId, kind: 'prize', memberId: pack.memberId, postings: [posting] }],
  };
};
