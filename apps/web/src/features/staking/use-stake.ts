import type { Member } from '@minerx/contract/profile';
import { formatUnits, type Units } from '@minerx/rules/money';
import { isValidPin } from '@minerx/rules/pin';
import { mostStakeable, stakeEndsAt, STAKING_MIN } from '@minerx/rules/staking';
import { useRef, useState, type RefObject } from 'react';
import { readDraft, writeDraft, type StakeDraft } from './kept-stake.ts';
import { planStake, type StakeFaults, type StakeSide } from './stake-plan.ts';
import type { StakingOffer, StakingOption } from './staking.api.ts';
import { useSending, type Sending } from './use-sending.ts';

export interface Stake extends Sending {
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
  const { draft, pin, setErrors, setPin, failPin } = entry;
  const [reviewing, setReviewing] = useState(false);
  const option = offer.options.find(({ id }) => id === draft.typeId) ?? offer.options[0]!;
  const { first, second, balances, faults } = planStake(option, member, draft.amount);
  const sending = useSending({
    onDone: () => {
      setReviewing(false);
      setPin('');
    },
    onRefused: (refusal) => {
      setReviewing(false);
      setPin('');
      if (refusal.code === 'err_pin_wrong') failPin(refusal.code);
      else if (refusal.fields['amount']) setErrors({ amount: refusal.fields['amount'] });
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
    if (sending.kept !== null) return void sending.askAgain(pin);
    setReviewing(true);
  };
  const confirm = () => {
    if (first.units === null || second.units === null) return;
    const wish = { typeId: option.id, amount: formatUnits(first.units), amount2: formatUnits(second.units) };
    void sending.send(wish, pin);
  };

  return {
    ...sending,
    ...entry,
    option,
    first,
    second,
    minUnits: STAKING_MIN,
    endsAt: stakeEndsAt(new Date(), option.termDays),
    amount: draft.amount,
    choose: (typeId) => entry.write({ typeId, amount: draft.amount }),
    type: (amount) => entry.write({ typeId: option.id, amount }),
    max: () => entry.write({ typeId: option.id, amount: formatUnits(mostStakeable(option, balances)) }),
    checkAmount: () => {
      if (draft.amount !== '') setErrors(faults);
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

/** What is typed, and what is wrong with it. */
function useEntry() {
  const [draft, setDraft] = useState(readDraft);
  const [pin, setPin] = useState('');
  const [errors, setErrors] = useState<StakeFaults>({});
  const amountInput = useRef<HTMLInputElement>(null);
  const pinInput = useRef<HTMLInputElement>(null);
  return {
    draft,
    pin,
    errors,
    amountInput,
    pinInput,
    setPin,
    setErrors,
    write: (next: StakeDraft) => {
      setErrors({});
      setDraft(next);
      writeDraft(next);
    },
    failPin: (code: string) => {
      setErrors({ pin: code });
      pinInput.current?.focus();
    },
  };
}
