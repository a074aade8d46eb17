import type { Member } from '@minerx/contract/profile';
import { formatUnits, type Units } from '@minerx/rules/money';
import { isValidPin } from '@minerx/rules/pin';
import { mostStakeable, stakeEndsAt, STAKING_MIN } from '@minerx/rules/staking';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState, type RefObject } from 'react';
import { showAlert } from '../../base/alerts.ts';
import { draftOf } from '../../base/drafts.ts';
import type { Outcome } from '../../base/intent.ts';
import { queryClient } from '../../base/query.tsx';
import { alertRefusal } from '../../base/refusal-alert.ts';
import type { Refusal } from '../../base/refusal.ts';
import { useIntent, type IntentState } from '../../base/use-intent.ts';
import { texts } from '../../i18n/texts.ts';
import { planStake, type StakeFaults, type StakeSide } from './stake-plan.ts';
import {
  sendStake,
  stakePlace,
  type Stake as StakeOrder,
  type StakeInput,
  type StakingOffer,
  type StakingOption,
} from './staking.api.ts';

/** What is typed and chosen; the PIN is kept nowhere. */
const draft = draftOf('stake', (kept) => {
  const { typeId, amount } = (kept ?? {}) as { typeId?: unknown; amount?: unknown };
  // 0: the first on offer.
  return { typeId: typeof typeId === 'number' ? typeId : 0, amount: typeof amount === 'string' ? amount : '' };
});

export interface Stake extends IntentState<StakeInput> {
  option: StakingOption;
  first: StakeSide;
  second: StakeSide;
  minUnits: Units;
  /** If it were staked now. */
  endsAt: Date;
  amount: string;
  pin: string;
  errors: StakeFaults;
  amountInput: RefObject<HTMLInputElement | null>;
  pinInput: RefObject<HTMLInputElement | null>;
  choose: (typeId: number) => void;
  type: (amount: string) => void;
  max: () => void;
  checkAmount: () => void;
  setPin: (digits: string) => void;
  /** Whether the stake is put before the member. */
  reviewing: boolean;
  /** The main button: puts the stake before the member, asks for an outcome, or says what is in its way. */
  submit: () => void;
  confirm: () => void;
  cancel: () => void;
}

/** Everything between the first keystroke and the answer. There is at least one option. */
export function useStake(offer: StakingOffer, member: Member): Stake {
  const entry = useEntry();
  const { typed, pin, setErrors, setPin, failPin } = entry;
  const [reviewing, setReviewing] = useState(false);
  const option = offer.options.find(({ id }) => id === typed.typeId) ?? offer.options[0]!;
  const { first, second, balances, faults } = planStake(option, member, typed.amount);
  const { send, askAgain, ...sending } = useSending({
    onDone: () => {
      setReviewing(false);
      setPin('');
    },
    onRefused: ({ code, fields }) => {
      setReviewing(false);
      setPin('');
      if (code === 'err_pin_wrong') failPin(code);
      else if (fields['amount']) setErrors({ amount: fields['amount'] });
    },
  });

  const submit = () => {
    if (sending.busy) return;
    if (sending.kept === null) {
      if (!offer.available) return;
      setErrors(faults);
      if (faults.amount) return entry.amountInput.current?.focus();
    }
    if (!isValidPin(pin)) return failPin('err_pin_rule');
    if (sending.kept !== null) return void askAgain(pin);
    setReviewing(true);
  };
  const confirm = () => {
    if (first.units === null || second.units === null) return;
    const input = { typeId: option.id, amount: formatUnits(first.units), amount2: formatUnits(second.units) };
    void send(input, pin);
  };

  return {
    ...sending,
    ...entry,
    option,
    first,
    second,
    minUnits: STAKING_MIN,
    endsAt: stakeEndsAt(new Date(), option.termDays),
    amount: typed.amount,
    choose: (typeId) => entry.write({ typeId, amount: typed.amount }),
    type: (amount) => entry.write({ typeId: option.id, amount }),
    max: () => entry.write({ typeId: option.id, amount: formatUnits(mostStakeable(option, balances)) }),
    checkAmount: () => {
      if (typed.amount !== '') setErrors(faults);
    },
    setPin: (digits) => {
      setErrors({});
      setPin(digits);
    },
    reviewing,
    submit,
    confirm,
    cancel: () => {
      if (!sending.busy) setReviewing(false);
    },
  };
}

/** Sends stakes, tells how each ended, and goes on to the history when one is done. */
function useSending({ onDone, onRefused }: { onDone: () => void; onRefused: (refusal: Refusal) => void }) {
  const navigate = useNavigate();
  const intent = useIntent(stakePlace, sendStake);
  const finish = async (asked: Promise<Outcome<StakeOrder> | null>) => {
    const outcome = await asked;
    if (outcome === null) return;
    // Whatever happened, balances and the offer may be others now.
    void queryClient.invalidateQueries();
    if ('refusal' in outcome) {
      await alertRefusal('staking.failed', outcome.refusal);
      return onRefused(outcome.refusal);
    }
    onDone();
    draft.drop();
    navigator.vibrate?.(20);
    await alertStaked(outcome.answer);
    await navigate({ to: '/profile/staking/history' });
  };
  return {
    ...intent,
    send: (input: StakeInput, pin: string) => finish(intent.send(input, pin)),
    askAgain: (pin: string) => finish(intent.askAgain(pin)),
  };
}

/** What is typed, and what is wrong with it. */
function useEntry() {
  const [typed, setTyped] = useState(draft.read);
  const [pin, setPin] = useState('');
  const [errors, setErrors] = useState<StakeFaults>({});
  const amountInput = useRef<HTMLInputElement>(null);
  const pinInput = useRef<HTMLInputElement>(null);
  return {
    typed,
    pin,
    errors,
    amountInput,
    pinInput,
    setPin,
    setErrors,
    write: (next: typeof typed) => {
      setErrors({});
      setTyped(next);
      draft.write(next);
    },
    failPin: (code: string) => {
      setErrors({ pin: code });
      pinInput.current?.focus();
    },
  };
}

function alertStaked({ endsAt }: StakeOrder): Promise<void> {
  const { t, format } = texts();
  return showAlert({
    mode: 1,
    title: t('staking.done'),
    message: t('staking.done.text'),
    submessage: t('staking.done.back', { date: format.date(endsAt) }),
  });
}
