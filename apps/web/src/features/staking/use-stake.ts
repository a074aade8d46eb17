import type { Member } from '@minerx/contract/profile';
import { formatUnits, type Units } from '@minerx/rules/money';
import { isValidPin } from '@minerx/rules/pin';
import { mostStakeable, stakeEndsAt, STAKING_MIN } from '@minerx/rules/staking';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { showAlert } from '../../base/alerts.ts';
import { draftOf } from '../../base/form/drafts.ts';
import type { Outcome } from '../../base/asking/intent.ts';
import { queryClient } from '../../base/query.tsx';
import { alertRefusal } from '../../base/asking/refusal-alert.ts';
import type { Refusal } from '../../base/refusal.ts';
import { useFields, type AmountEntry } from '../../base/form/use-fields.ts';
import { useIntent, type IntentState } from '../../base/asking/use-intent.ts';
import { usePin, type PinEntry } from '../../base/form/use-pin.ts';
import { texts } from '../../i18n/texts.ts';
import { planStake, type StakeSide } from './stake-plan.ts';
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

export interface Stake extends IntentState<StakeInput>, PinEntry, AmountEntry {
  option: StakingOption;
  first: StakeSide;
  second: StakeSide;
  minUnits: Units;
  /** If it were staked now. */
  endsAt: Date;
  amount: string;
  /** The wallet that has too little. */
  lacking: string | undefined;
  choose: (typeId: number) => void;
  type: (amount: string) => void;
  max: () => void;
  checkAmount: () => void;
  /** Whether the stake is put before the member. */
  reviewing: boolean;
  /** The main button: puts the stake before the member, asks for an outcome, or says what is in its way. */
  submit: () => void;
  confirm: () => void;
  cancel: () => void;
}

/** Everything between the first keystroke and the answer. There is at least one option. */
export function useStake(offer: StakingOffer, member: Member): Stake {
  const { fields, change, amountError, setAmountError, amountInput } = useFields(draft);
  const entry = usePin();
  const [reviewing, setReviewing] = useState(false);
  const option = offer.options.find(({ id }) => id === fields.typeId) ?? offer.options[0]!;
  const { first, second, balances, fault, lacking } = planStake(option, member, fields.amount);
  const { send, askAgain, ...sending } = useSending({
    onDone: () => {
      setReviewing(false);
      entry.clearPin();
    },
    onRefused: ({ code, fields: wrong }) => {
      setReviewing(false);
      entry.clearPin();
      if (code === 'err_pin_wrong') entry.failPin(code);
      else setAmountError(wrong['amount']);
    },
  });

  const submit = () => {
    if (sending.busy) return;
    if (sending.kept === null) {
      if (!offer.available) return;
      setAmountError(fault);
      if (fault !== undefined) return amountInput.current?.focus();
    }
    if (!isValidPin(entry.pin)) return entry.failPin('err_pin_rule');
    if (sending.kept !== null) return void askAgain(entry.pin);
    setReviewing(true);
  };
  const confirm = () => {
    if (first.units === null || second.units === null) return;
    const input = { typeId: option.id, amount: formatUnits(first.units), amount2: formatUnits(second.units) };
    void send(input, entry.pin);
  };

  return {
    ...sending,
    ...entry,
    option,
    first,
    second,
    minUnits: STAKING_MIN,
    endsAt: stakeEndsAt(new Date(), option.termDays),
    amount: fields.amount,
    amountError,
    amountInput,
    lacking,
    choose: (typeId) => change({ typeId }),
    type: (amount) => change({ typeId: option.id, amount }),
    max: () => change({ typeId: option.id, amount: formatUnits(mostStakeable(option, balances)) }),
    checkAmount: () => {
      if (fields.amount !== '') setAmountError(fault);
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

function alertStaked({ endsAt }: StakeOrder): Promise<void> {
  const { t, format } = texts();
  return showAlert({
    mode: 1,
    title: t('staking.done'),
    message: t('staking.done.text'),
    submessage: t('staking.done.back', { date: format.date(endsAt) }),
  });
}
