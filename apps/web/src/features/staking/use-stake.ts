import type { Member } from '@minerx/contract/profile';
import { formatUnits, type Units } from '@minerx/rules/money';
import { mostStakeable, stakeEndsAt, STAKING_MIN } from '@minerx/rules/staking';
import { useNavigate } from '@tanstack/react-router';
import { showAlert } from '../../base/alerts.ts';
import { draftOf } from '../../base/form/drafts.ts';
import { useAmountFields, type AmountEntry } from '../../base/form/use-fields.ts';
import { useReviewed, type Reviewing } from '../../base/form/use-reviewed.ts';
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

export interface Stake extends Reviewing<StakeInput>, AmountEntry {
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
  /** The main button: puts the stake before the member, asks for an outcome, or says what is in its way. */
  submit: () => void;
  confirm: () => void;
}

/** Everything between the first keystroke and the answer. There is at least one option. */
export function useStake(offer: StakingOffer, member: Member): Stake {
  const navigate = useNavigate();
  const { fields, change, amountError, setAmountError, leaveAmount, amountInput } = useAmountFields(draft);
  const option = offer.options.find(({ id }) => id === fields.typeId) ?? offer.options[0]!;
  const { first, second, balances, fault, lacking } = planStake(option, member, fields.amount);
  const { review, confirm, ...reviewed } = useReviewed(stakePlace, sendStake, {
    failed: 'staking.failed',
    onDone: async (order) => {
      draft.drop();
      await alertStaked(order);
      await navigate({ to: '/profile/staking/history' });
    },
    onRefused: ({ fields: wrong }) => setAmountError(wrong['amount']),
  });
  const isReady = () => {
    if (!offer.available) return false;
    setAmountError(fault);
    if (fault !== undefined) amountInput.current?.focus();
    return fault === undefined;
  };

  return {
    ...reviewed,
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
    checkAmount: () => leaveAmount(fault),
    submit: () => review(isReady),
    confirm: () => {
      if (first.units === null || second.units === null) return;
      confirm({ typeId: option.id, amount: formatUnits(first.units), amount2: formatUnits(second.units) });
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
