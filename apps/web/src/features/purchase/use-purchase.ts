import type { Member } from '@minerx/contract/profile';
import { formatUnits, units, type Units } from '@minerx/rules/money';
import { MAX_QUANTITY, MIN_QUANTITY } from '@minerx/rules/miner-package';
import type { PaymentMethod, PaymentParts } from '@minerx/rules/payment-method';
import { isValidPin } from '@minerx/rules/pin';
import { wholeNumberIn } from '@minerx/ui/stepper';
import { useRef, useState, type RefObject } from 'react';
import { showAlert } from '../../base/alerts.ts';
import { refusalText, type Refusal } from '../../base/refusal.ts';
import { texts } from '../../i18n/texts.ts';
import type { PurchaseWish } from './kept-purchase.ts';
import {
  amountsIn,
  freeIn,
  isRestricted,
  planPurchase,
  wireAmounts,
  type PurchaseOffer,
  type PurchasePlan,
} from './purchase-plan.ts';
import { useSending, type Sending } from './use-sending.ts';
import { usePin, type PinEntry } from './use-pin.ts';
import { useStep, type SheetStep } from './use-step.ts';

/** A purchase as it is put before the member; later changes of prices or stock do not touch it. */
export interface Quote {
  offer: PurchaseOffer;
  wish: PurchaseWish;
  totalUsdt: Units;
  amounts: PaymentParts;
  /** The amounts that the member saw before, when the server has other ones now. */
  before: PaymentParts | null;
  /** Units that wait for stock. */
  waits: number;
}

export interface PurchaseInput {
  offer: PurchaseOffer | undefined;
  member: Member | undefined;
  method: PaymentMethod;
  /** As typed. */
  quantityText: string;
  /** Units that can be placed at once; undefined while it is not known. */
  freeUnits: number | undefined;
}

export interface Purchase extends Sending, PinEntry {
  offer: PurchaseOffer | undefined;
  member: Member | undefined;
  /** As typed, and what it means; null when it is no quantity. */
  quantityText: string;
  quantity: number | null;
  quantityInput: RefObject<HTMLInputElement | null>;
  plan: PurchasePlan | null;
  wallets: RefObject<HTMLDivElement | null>;
  step: SheetStep | null;
  quote: Quote | null;
  /** The main button: puts the purchase before the member, or says what is in its way. */
  subscribe: () => void;
  /** Whether the sheet's buttons take a press yet. */
  ready: boolean;
  /** The button of the sheet. */
  confirm: () => void;
  cancel: () => void;
}

/** Everything that happens on a purchase page, from the first press to the answer. */
export function usePurchase(line: 'x1' | 'x2', input: PurchaseInput): Purchase {
  const { offer, member, method, quantityText, freeUnits } = input;
  const quantity = wholeNumberIn(quantityText, MIN_QUANTITY, MAX_QUANTITY);
  const quantityInput = useRef<HTMLInputElement>(null);
  const entry = usePin();
  const { step, ready, setStep } = useStep();
  const [quote, setQuote] = useState<Quote | null>(null);
  const wallets = useRef<HTMLDivElement>(null);
  const plan = offer && member ? planPurchase({ offer, member, method, quantity: quantity ?? MIN_QUANTITY }) : null;

  const onRefused = (refusal: Refusal, open: boolean) => {
    const next = open ? null : nextQuote(refusal, quote);
    if (next) {
      setQuote(next.quote);
      setStep(next.step);
      return;
    }
    setStep(null);
    entry.clearPin();
    if (open && refusal.isUncertain) return;
    void alertRefusal(refusal).then(() => refusal.code === 'err_pin_wrong' && entry.failPin('err_pin_wrong'));
  };
  const sending = useSending(line, {
    onRefused,
    onDone: () => {
      setStep(null);
      entry.clearPin();
    },
  });

  const subscribe = () => {
    if (sending.busy) return;
    if (sending.kept === null && offer && member && isRestricted(offer, member)) return void alertCountry();
    if (sending.kept === null && quantity === null) return quantityInput.current?.focus();
    if (sending.kept === null && (plan?.shortage || plan?.withoutPrice)) return wallets.current?.focus();
    if (!isValidPin(entry.pin)) return entry.failPin('err_pin_rule');
    if (sending.kept !== null) return void sending.askAgain(entry.pin);
    if (!offer || !plan || quantity === null) return;
    const made = makeQuote(offer, plan, { method, quantity }, freeUnits ?? quantity);
    setQuote(made);
    setStep(made.waits > 0 ? 'waiting' : 'review');
  };

  return {
    ...sending,
    ...entry,
    offer,
    member,
    quantityText,
    quantity,
    quantityInput,
    plan,
    wallets,
    step,
    quote,
    subscribe,
    ready,
    confirm: () => {
      if (!ready) return;
      if (step === 'waiting') setStep('review');
      else if (quote) void sending.send(quote.wish, entry.pin);
    },
    cancel: () => {
      if (ready && !sending.busy) setStep(null);
    },
  };
}

function makeQuote(
  offer: PurchaseOffer,
  plan: PurchasePlan,
  choice: { method: PaymentMethod; quantity: number },
  free: number,
): Quote {
  const waits = Math.max(0, choice.quantity - free);
  const wish: PurchaseWish = {
    line: offer.line,
    packageId: offer.id,
    packageName: offer.name,
    ...choice,
    ...wireAmounts(offer.line, plan.amounts),
    acceptWaiting: waits > 0,
    totalUsdt: plan.totalUsdt.toString(),
  };
  return { offer, wish, totalUsdt: plan.totalUsdt, amounts: plan.amounts, before: null, waits };
}

/** What is asked next when the server has other amounts, or less stock than was shown; null for any other refusal. */
function nextQuote(refusal: Refusal, quote: Quote | null): { quote: Quote; step: SheetStep } | null {
  if (quote === null) return null;
  if (refusal.code === 'err_out_of_stock') {
    const waits = Math.max(1, quote.wish.quantity - freeIn(refusal.details));
    return { quote: { ...quote, waits, wish: { ...quote.wish, acceptWaiting: true } }, step: 'waiting' };
  }
  const amounts = refusal.code === 'err_amount_changed' ? amountsIn(refusal.details) : null;
  if (amounts === null) return null;
  const wish = { ...quote.wish, ...wireAmounts(quote.wish.line, amounts) };
  return { quote: { ...quote, wish, amounts, before: quote.amounts }, step: 'changed' };
}

/** The alert of the error catalogue, with the time to wait where the server names one. */
function alertRefusal(refusal: Refusal): Promise<void> {
  if (refusal.code === 'err_country_unavailable') return alertCountry();
  const { t } = texts();
  const minutes = refusal.retryAfter === undefined ? null : Math.ceil(refusal.retryAfter / 60);
  return showAlert({
    mode: 2,
    title: t('common.title.miner'),
    message: t('miner.failed'),
    submessage: [refusalText(t, refusal), minutes === null ? '' : t('miner.waitMinutes', { count: minutes })]
      .filter(Boolean)
      .join(' '),
  });
}

function alertCountry(): Promise<void> {
  const { t } = texts();
  return showAlert({ mode: 2, title: t('miner.failed'), message: t('err_country_unavailable') });
}

/** Decimals that show an amount whole: what is taken is never shown as less. */
export function wholePrecision(amount: bigint, atLeast: number): number {
  return Math.max(atLeast, formatUnits(units(amount)).split('.')[1]?.length ?? 0);
}
