import type { Member } from '@minerx/contract/profile';
import { floorToPrecision, formatUnits, parseUnits, type Units } from '@minerx/rules/money';
import { isValidPin } from '@minerx/rules/pin';
import { isSwapAmount, swapTerms, topUpAmount, topUpPair, type SwapPair } from '@minerx/rules/swap';
import type { ByWallet, WalletId } from '@minerx/rules/wallet';
import { amountOf } from '@minerx/ui/amount-input';
import { useState } from 'react';
import { draftOf } from '../../base/form/drafts.ts';
import { amountText } from '../../base/form/move-form.tsx';
import { tellMoved, type RecordPlace } from '../../base/form/tell-moved.ts';
import { ownWallet, type OwnWallet } from '../../base/own-wallet.ts';
import { queryClient } from '../../base/query.tsx';
import { alertRefusal } from '../../base/asking/refusal-alert.ts';
import { useAmountFields, type AmountEntry } from '../../base/form/use-fields.ts';
import { useIntent, type IntentState } from '../../base/asking/use-intent.ts';
import { usePin, type PinEntry } from '../../base/form/use-pin.ts';
import { texts } from '../../i18n/texts.ts';
import { sendSwap, swapPlace, type SwapInput, type SwapOffer } from './swap.api.ts';
import { useOffer, type Offer } from './use-offer.ts';

interface Fields {
  from: number;
  to: number;
  amount: string;
}

/** What is typed and chosen; the PIN is kept nowhere. */
const draft = draftOf('swap', (kept): Fields => {
  const { from, to, amount } = (kept ?? {}) as Partial<Fields>;
  const number = (value: unknown) => (typeof value === 'number' ? value : 0);
  return { from: number(from), to: number(to), amount: typeof amount === 'string' ? amount : '' };
});

/** What somebody came for, by a link: so much of a wallet, as decimal text. */
interface TopUp {
  to: WalletId;
  get: string | undefined;
}

export interface Swap extends IntentState<SwapInput>, PinEntry, AmountEntry {
  froms: readonly WalletId[];
  tos: readonly WalletId[];
  pair: SwapPair;
  from: OwnWallet;
  to: OwnWallet;
  amount: string;
  /** What it would bring now by the prices of this screen; null while nothing is typed that can be swapped. */
  aboutUnits: Units | null;
  /** What is wrong with an amount that a link has filled in and nobody has touched yet. */
  untouchedFault: string | undefined;
  /** The most that can be given; it may be less than the least. */
  most: Units;
  offer: Offer;
  change: (fields: Partial<Fields>) => void;
  max: () => void;
  checkAmount: () => void;
  submit: () => void;
  confirm: () => void;
  /** One more offer for the same, in place of one that is over. */
  refresh: () => void;
}

export interface SwapUse {
  pairs: readonly SwapPair[];
  member: Member;
  /** The wallet that somebody comes from. */
  meant: WalletId | undefined;
  topUp: TopUp | null;
  /** @param record what somebody asked to see */
  onDone: (record: RecordPlace | null) => void;
}

/** Everything between the first keystroke and the answer. There is at least one pair. */
export function useSwap(use: SwapUse): Swap {
  const { pairs, member, onDone } = use;
  const { fields, isPrefilled, change, amountError, setAmountError, leaveAmount, amountInput } = useSwapFields(use);
  const entry = usePin();
  const offer = useOffer();
  const pair = pairs.find(({ from, to }) => from === fields.from && to === fields.to) ?? pairOf(pairs, fields.from);
  const [from, to] = [ownWallet(member, pair.from), ownWallet(member, pair.to)];
  const amountUnits = parseUnits(amountOf(fields.amount, from.precision) ?? '');
  const fault = faultOf(pair, from, amountUnits, fields.amount);

  const ask = (anew = false) => askOffer(offer, pair, amountUnits ?? 0n, anew);
  const { send, askAgain, ...sending } = useIntent(swapPlace, sendSwap, {
    onDone: async (id, input) => {
      // Whatever happened, balances and the history may be others now.
      void queryClient.invalidateQueries();
      navigator.vibrate?.(20);
      // The offer is taken: behind the alert nothing may look as if it could be taken once more, or as if it had been refused.
      offer.take();
      change({ amount: '' });
      draft.drop();
      entry.clearPin();
      onDone(await tellSwapped(id, input));
    },
    onRefused: async (refusal, open) => {
      void queryClient.invalidateQueries();
      // Nothing was taken: the same again, at what it brings now.
      if (refusal.code === 'err_swap_quote' && offer.open) return ask(true);
      offer.close();
      entry.clearPin();
      if (!open) await alertRefusal('swap.failed', refusal);
      if (refusal.code === 'err_pin_wrong') entry.failPin(refusal.code);
    },
  });

  const submit = () => {
    if (sending.busy || offer.asking) return;
    if (sending.kept === null) {
      setAmountError(fault);
      if (fault !== undefined) return amountInput.current?.focus();
    }
    if (!isValidPin(entry.pin)) return entry.failPin('err_pin_rule');
    void (sending.kept === null ? ask() : askAgain(entry.pin));
  };

  return {
    ...sending,
    ...entry,
    froms: [...new Set(pairs.map((each) => each.from))],
    tos: pairs.filter((each) => each.from === pair.from).map((each) => each.to),
    pair,
    from,
    to,
    amount: fields.amount,
    aboutUnits: fault === undefined ? aboutOf(pair, amountUnits, pricesOf(member, pair)) : null,
    amountError,
    untouchedFault: isPrefilled && amountError === undefined ? fault : undefined,
    most: mostOf(pair, from),
    amountInput,
    offer,
    change,
    max: () => change({ amount: formatUnits(mostOf(pair, from)) }),
    checkAmount: () => leaveAmount(fault),
    submit,
    confirm: () => {
      if (offer.offer !== null && offer.secondsLeft > 0) void send(inputOf(offer.offer), entry.pin);
    },
    refresh: () => void ask(),
  };
}

/** What is typed and chosen; an amount that a link has filled in is nobody's mistake until it is touched. */
function useSwapFields({ pairs, member, meant, topUp }: SwapUse) {
  const [prefilled] = useState(() => toppedUp(pairs, topUp, (each) => pricesOf(member, each)));
  const entry = useAmountFields(draft, () => prefilled ?? firstFields(pairs, meant));
  return { ...entry, isPrefilled: entry.fields === prefilled && entry.fields.amount !== '' };
}

const aboutOf = (pair: SwapPair, amountUnits: Units | null, prices: ByWallet): Units | null =>
  amountUnits === null ? null : (swapTerms(pair, amountUnits, prices)?.arrivesUnits ?? null);

async function askOffer(offer: Offer, { from, to }: SwapPair, amountUnits: bigint, anew: boolean): Promise<void> {
  try {
    await offer.ask(from, to, formatUnits(amountUnits), anew);
  } catch (error) {
    offer.close();
    await alertRefusal('swap.failed', error);
  }
}

const pricesOf = (member: Member, { from, to }: SwapPair): ByWallet => ({
  [from]: ownWallet(member, from).priceUnits,
  [to]: ownWallet(member, to).priceUnits,
});

const inputOf = ({ id, from, to, amountUnits, arrivesUnits }: SwapOffer): SwapInput => ({
  quoteId: id,
  from,
  to,
  amount: formatUnits(amountUnits),
  arrives: formatUnits(arrivesUnits),
});

/** From the wallet that is meant, else to it. An amount of another wallet is none of this one. */
function firstFields(pairs: readonly SwapPair[], meant: WalletId | undefined): Fields {
  const kept = draft.read();
  const pair = pairs.find(({ from }) => from === meant) ?? pairs.find(({ to }) => to === meant);
  return pair === undefined || [kept.from, kept.to].includes(meant!)
    ? kept
    : { from: pair.from, to: pair.to, amount: '' };
}

/** The first pair that gives from this wallet, else the first there is. */
const pairOf = (pairs: readonly SwapPair[], from: number): SwapPair =>
  pairs.find((each) => each.from === from) ?? pairs[0]!;

/** The fields that bring what somebody came for: from USDT where that is possible. */
function toppedUp(
  pairs: readonly SwapPair[],
  topUp: TopUp | null,
  pricesOf: (pair: SwapPair) => ByWallet,
): Fields | null {
  if (topUp === null) return null;
  const pair = topUpPair(pairs, topUp.to);
  if (pair === null) return null;
  const wanted = topUp.get === undefined ? null : parseUnits(topUp.get);
  const least = wanted === null ? null : topUpAmount(pair, wanted, pricesOf(pair));
  return { from: pair.from, to: pair.to, amount: least === null ? '' : formatUnits(least) };
}

/** The most that can be given, in the decimals that the wallet shows. */
const mostOf = ({ maxUnits }: SwapPair, { balanceUnits, precision }: OwnWallet): Units =>
  floorToPrecision(balanceUnits < maxUnits ? balanceUnits : maxUnits, precision);

/** What can be given in place of an amount that is too much; null where it is not too much, or nothing can. */
export const lessOf = ({ amountError, pair, most }: Swap): Units | null =>
  (amountError === 'swap.most' || amountError === 'err_insufficient_balance') && most > 0n && most >= pair.minUnits
    ? most
    : null;

/** What is wrong with an amount, a text's id or a refusal's code; undefined when it can be swapped. */
function faultOf(pair: SwapPair, from: OwnWallet, units: Units | null, typed: string): string | undefined {
  if (units === null) return typed === '' ? 'err_required' : 'err_amount';
  if (units < pair.minUnits) return 'swap.least';
  // Of two bounds the lower one: whoever keeps to the other is refused again.
  if (units > pair.maxUnits && pair.maxUnits <= from.balanceUnits) return 'swap.most';
  if (units > from.balanceUnits) return 'err_insufficient_balance';
  return isSwapAmount(pair, units) ? undefined : 'err_swap_amount';
}

function tellSwapped(id: string, { to, arrives }: SwapInput): Promise<RecordPlace | null> {
  const { t, tag } = texts();
  const amount = amountText(to, arrives, tag);
  return tellMoved(id, { title: t('swap.done'), message: t('swap.done.text', { amount }) });
}
