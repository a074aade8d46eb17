import type { Member } from '@minerx/contract/profile';
import { amountsFromWire, amountsToWire } from '@minerx/contract/purchase';
import type { Units } from '@minerx/rules/money';
import { MAX_QUANTITY, MIN_QUANTITY, type PackageLine } from '@minerx/rules/miner-package';
import type { PaymentMethod } from '@minerx/rules/payment-method';
import type { ByWallet } from '@minerx/rules/wallet';
import { isValidPin } from '@minerx/rules/pin';
import { wholeNumberIn } from '@minerx/ui/stepper';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState, type RefObject } from 'react';
import { randomHex } from '@minerx/contract/intent';
import { decidedOf } from '../../base/asking/decided.ts';
import { queryClient } from '../../base/query.tsx';
import type { Refusal } from '../../base/refusal.ts';
import { useIntent, type IntentState } from '../../base/asking/use-intent.ts';
import { alertCountry, alertPurchased, alertRefusal } from './purchase-alerts.ts';
import { purchasePlace, sendPurchase, type Purchased, type PurchaseInput } from './purchase.api.ts';
import { freeIn, isRestricted, planPurchase, type PurchaseOffer, type PurchasePlan } from './purchase-plan.ts';
import { choiceDraft } from './use-choice.ts';
import { usePin, type PinEntry } from '../../base/form/use-pin.ts';

/** A purchase as it is put before the member; later changes of prices or stock do not touch it. */
export interface Quote {
  offer: PurchaseOffer;
  input: PurchaseInput;
  totalUsdt: Units;
  amounts: ByWallet;
  /** The amounts that the member saw before, when the server has other ones now. */
  before: ByWallet | null;
  /** Units that wait for stock. */
  waits: number;
}

/** What stands on the form. */
interface PurchaseFields {
  offer: PurchaseOffer | undefined;
  member: Member | undefined;
  method: PaymentMethod;
  /** As typed. */
  quantityText: string;
  /** Units that can be placed at once; undefined while it is not known. */
  freeUnits: number | undefined;
}

/** What the member is asked before paying: first the wait, if there is one, then everything; new amounts are asked anew. */
export type SheetStep = 'waiting' | 'review' | 'changed';

interface NextStep {
  quote: Quote;
  step: SheetStep;
}

export interface Purchase extends PurchaseFields, IntentState<PurchaseInput>, PinEntry {
  /** What the typed one means; null when it is none. */
  quantity: number | null;
  quantityInput: RefObject<HTMLInputElement | null>;
  plan: PurchasePlan | null;
  /** Units that would wait for stock. */
  waits: number;
  wallets: RefObject<HTMLDivElement | null>;
  step: SheetStep | null;
  quote: Quote | null;
  /** The main button: puts the purchase before the member, or says what is in its way. */
  subscribe: () => void;
  /** The button of the sheet. */
  confirm: () => void;
  cancel: () => void;
}

/** Everything that happens on a purchase page, from the first press to the answer. */
export function usePurchase(line: PackageLine, fields: PurchaseFields): Purchase {
  const { offer, member, method, quantityText, freeUnits } = fields;
  const quantity = wholeNumberIn(quantityText, MIN_QUANTITY, MAX_QUANTITY);
  const navigate = useNavigate();
  const [place] = useState(() => purchasePlace(line));
  const quantityInput = useRef<HTMLInputElement>(null);
  const entry = usePin();
  const [step, setStep] = useState<SheetStep | null>(null);
  const [quote, setQuote] = useState<Quote | null>(null);
  const wallets = useRef<HTMLDivElement>(null);
  const plan = offer && member ? planPurchase({ offer, member, method, quantity: quantity ?? MIN_QUANTITY }) : null;
  const waits = Math.max(0, (quantity ?? 0) - (freeUnits ?? Infinity));

  const show = (next: NextStep) => {
    setQuote(next.quote);
    setStep(next.step);
  };
  const ended = () => {
    setStep(null);
    entry.clearPin();
  };
  const refused = (refusal: Refusal, open: boolean) => {
    // Whatever happened, balances, stock and orders may be others now.
    void queryClient.invalidateQueries();
    const next = open ? null : nextQuote(refusal, quote);
    if (next) return show(next);
    ended();
    if (open && decidedOf(refusal) === 'unknown') return;
    void alertRefusal(refusal).then(() => refusal.code === 'err_pin_wrong' && entry.failPin('err_pin_wrong'));
  };
  const { send, askAgain, ...sending } = useIntent(place, sendPurchase, {
    onRefused: refused,
    onDone: async (purchased, input) => {
      ended();
      await tellDone(input, purchased);
      await navigate({ to: '/order' });
    },
  });

  const subscribe = () => {
    if (sending.busy) return;
    if (sending.kept === null && offer && member && isRestricted(offer, member)) return void alertCountry();
    if (sending.kept === null && quantity === null) return quantityInput.current?.focus();
    if (sending.kept === null && (plan?.shortage || plan?.withoutPrice)) return wallets.current?.focus();
    if (!isValidPin(entry.pin)) return entry.failPin('err_pin_rule');
    if (sending.kept !== null) return void askAgain(entry.pin);
    if (!offer || !plan || quantity === null) return;
    show({ quote: makeQuote(offer, plan, { method, quantity }, waits), step: waits > 0 ? 'waiting' : 'review' });
  };

  return {
    ...sending,
    ...entry,
    ...fields,
    quantity,
    quantityInput,
    plan,
    waits,
    wallets,
    step,
    quote,
    subscribe,
    confirm: () => {
      if (step === 'waiting') setStep('review');
      else if (quote) void send(quote.input, entry.pin);
    },
    cancel: () => void (sending.busy || setStep(null)),
  };
}

/** What was chosen has been bought. */
async function tellDone(input: PurchaseInput, purchased: Purchased): Promise<void> {
  choiceDraft(input.line).drop();
  navigator.vibrate?.(20);
  await alertPurchased(input, purchased);
  void queryClient.invalidateQueries();
}

function makeQuote(
  offer: PurchaseOffer,
  plan: PurchasePlan,
  choice: { method: PaymentMethod; quantity: number },
  waits: number,
): Quote {
  const input: PurchaseInput = {
    line: offer.line,
    packageId: offer.id,
    ...choice,
    ...amountsToWire(offer.line, plan.amounts),
    acceptWaiting: waits > 0,
    totalUsdt: plan.totalUsdt.toString(),
    seed: randomHex(),
  };
  return { offer, input, totalUsdt: plan.totalUsdt, amounts: plan.amounts, before: null, waits };
}

/** What is asked next when the server has other amounts, or less stock than was shown; null for any other refusal. */
function nextQuote(refusal: Refusal, quote: Quote | null): NextStep | null {
  if (quote === null) return null;
  if (refusal.code === 'err_out_of_stock') {
    const waits = Math.max(1, quote.input.quantity - freeIn(refusal.details));
    return { quote: { ...quote, waits, input: { ...quote.input, acceptWaiting: true } }, step: 'waiting' };
  }
  const amounts = refusal.code === 'err_amount_changed' ? amountsFromWire('x1', refusal.details) : null;
  if (amounts === null) return null;
  const input = { ...quote.input, ...amountsToWire(quote.input.line, amounts) };
  return { quote: { ...quote, input, amounts, before: quote.amounts }, step: 'changed' };
}
