import type { Member } from '@minerx/contract/profile';
import { formatUnits, parseUnits, type Units } from '@minerx/rules/money';
import { isValidPin } from '@minerx/rules/pin';
import { decideStake, mostStakeable, stakeEndsAt, stakingAmount2, STAKING_MIN } from '@minerx/rules/staking';
import { walletById, type WalletId } from '@minerx/rules/wallet';
import { amountOf } from '@minerx/ui/amount-input';
import { useRef, useState, type RefObject } from 'react';
import { readDraft, writeDraft, type StakeDraft } from './kept-stake.ts';
import { balanceOf, type StakingOffer, type StakingOption } from './staking.api.ts';
import { useSending, type Sending } from './use-sending.ts';

/** One of the two amounts with its wallet. */
export interface StakeSide {
  walletId: WalletId;
  name: string;
  precision: number;
  balanceUnits: Units;
  /** Null while nothing readable is typed. */
  units: Units | null;
}

export interface Stake extends Sending {
  option: StakingOption;
  first: StakeSide;
  second: StakeSide;
  minUnits: Units;
  /** If it were staked now. */
  endsAt: Date;
  amount: string;
  pin: string;
  /** Codes of what is wrong, by field; `wallet` is the one that lacks. */
  errors: { amount?: string; wallet?: string; pin?: string };
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
  const [{ typeId, amount }, setDraft] = useState(readDraft);
  const [pin, setPin] = useState('');
  const [errors, setErrors] = useState<Stake['errors']>({});
  const [reviewing, setReviewing] = useState(false);
  const pinInput = useRef<HTMLInputElement>(null);
  const amountInput = useRef<HTMLInputElement>(null);
  const option = offer.options.find(({ id }) => id === typeId) ?? offer.options[0]!;
  const write = (draft: StakeDraft) => {
    setErrors({});
    setDraft(draft);
    writeDraft(draft);
  };
  const failPin = (code: string) => {
    setErrors({ pin: code });
    pinInput.current?.focus();
  };
  const sending = useSending({
    onDone: () => {
      setReviewing(false);
      setDraft({ typeId: option.id, amount: '' });
      setPin('');
    },
    onRefused: (refusal) => {
      setReviewing(false);
      setPin('');
      if (refusal.code === 'err_pin_wrong') failPin(refusal.code);
      else if (refusal.fields['amount']) setErrors({ amount: refusal.fields['amount'] });
    },
  });
  const units = parseUnits(amountOf(amount) ?? '');
  const side = (walletId: WalletId, sideUnits: Units | null): StakeSide => {
    const { name, precision } = walletById(walletId);
    return { walletId, name, precision, balanceUnits: balanceOf(member, walletId), units: sideUnits };
  };
  const first = side(option.walletId, units);
  const second = side(option.wallet2Id, units === null ? null : stakingAmount2(units));
  const balances = { [first.walletId]: first.balanceUnits, [second.walletId]: second.balanceUnits };

  /** What the rules say to what is typed. */
  const faultsOf = (): Stake['errors'] => {
    if (units === null) return { amount: amount === '' ? 'err_required' : 'err_amount' };
    const wish = { amountUnits: units, amount2Units: stakingAmount2(units) };
    const decision = decideStake({ available: true, type: option, balances, now: new Date() }, wish);
    if (decision.ok) return {};
    const wallet = decision.shortage && walletById(decision.shortage.walletId).name;
    return { amount: decision.refusal, ...(wallet !== undefined && { wallet }) };
  };

  const submit = () => {
    if (sending.busy) return;
    if (sending.kept === null) {
      if (!offer.available) return;
      const faults = faultsOf();
      setErrors(faults);
      if (faults.amount) return amountInput.current?.focus();
    }
    if (!isValidPin(pin)) return failPin('err_pin_rule');
    if (sending.kept !== null) return void sending.askAgain(pin);
    setReviewing(true);
  };

  return {
    ...sending,
    option,
    first,
    second,
    minUnits: STAKING_MIN,
    endsAt: stakeEndsAt(new Date(), option.termDays),
    amount,
    pin,
    errors,
    amountInput,
    pinInput,
    choose: (next) => write({ typeId: next, amount }),
    type: (text) => write({ typeId: option.id, amount: text }),
    max: () => write({ typeId: option.id, amount: formatUnits(mostStakeable(option, balances)) }),
    checkAmount: () => {
      if (amount !== '') setErrors(faultsOf());
    },
    setPin: (digits) => {
      setErrors({});
      setPin(digits);
    },
    reviewing,
    submit,
    confirm: () => {
      if (first.units === null || second.units === null) return;
      const wish = { typeId: option.id, amount: formatUnits(first.units), amount2: formatUnits(second.units) };
      void sending.send(wish, pin);
    },
    cancel: () => {
      if (!sending.busy) setReviewing(false);
    },
  };
}
