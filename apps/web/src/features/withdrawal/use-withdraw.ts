import type { Member } from '@minerx/contract/profile';
import { shortAddress } from '@minerx/rules/address-groups';
import { formatUnits } from '@minerx/rules/money';
import type { WalletId } from '@minerx/rules/wallet';
import { amountOf } from '@minerx/ui/amount-input';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { formDraft } from '../../base/form/drafts.ts';
import { tellRecorded } from '../../base/form/tell-moved.ts';
import { memberQuery } from '../../base/member.ts';
import { ownWallet, type OwnWallet } from '../../base/own-wallet.ts';
import { codeWait } from '../../base/form/code-wait.ts';
import { queryClient } from '../../base/query.tsx';
import { decidedOf } from '../../base/asking/decided.ts';
import { alertRefusal } from '../../base/asking/refusal-alert.ts';
import { useFilling, type Filling } from '../../base/form/use-filling.ts';
import { useIntent, type IntentState } from '../../base/asking/use-intent.ts';
import { secretFaults, type Faults } from '../../base/form/faults.ts';
import { texts } from '../../i18n/texts.ts';
import {
  amountFault,
  coinText,
  faultsOf,
  FIELD_OF,
  mostOf,
  optionFor,
  optionOfCoin,
  sumsOf,
  type Draft,
  type Input,
  type Sums,
} from './withdraw-input.ts';
import {
  requestCode,
  sendWithdrawal,
  withdrawalKeys,
  withdrawalPlace,
  type Target,
  type WithdrawalOption,
} from './withdrawal.api.ts';

const FIELDS = ['amount', 'pin', 'code'] as const;

const draft = formDraft<Draft>('withdraw');

interface Entry {
  chooseCoin: (coin: number) => void;
  chooseNetwork: (network: string) => void;
  type: (change: Partial<Pick<Input, 'amount' | 'pin' | 'code'>>) => void;
  max: () => void;
  leaveAmount: () => void;
}

export interface WithdrawUse extends Pick<Filling<Input>, 'form' | 'input' | 'errors'>, IntentState<Target>, Entry {
  option: WithdrawalOption;
  wallet: OwnWallet;
  sums: Sums;
  reviewing: boolean;
  /** Asks for a code; gives the seconds to wait, or whether the usual wait begins. */
  sendCode: () => Promise<boolean | number>;
  submit: () => void;
  confirm: () => Promise<void>;
  cancel: () => void;
}

/** What is asked for, once everything typed is right. */
const targetOf = ({ wallet_type, network, address, decimals }: WithdrawalOption, amount: string) => ({
  coin: wallet_type,
  network,
  amount: amountOf(amount, decimals)!,
  address: address!,
});

/** Nothing is left to ask again; balances and lists are read anew. Gives the id to whoever asked to see the record. */
function tellDone(id: string, { coin, amount, address }: Target): Promise<{ id: string } | null> {
  draft.drop();
  for (const queryKey of [withdrawalKeys.all, memberQuery.queryKey]) void queryClient.invalidateQueries({ queryKey });
  const { t, tag } = texts();
  const told = {
    title: t('withdrawal.done'),
    message: t('withdrawal.done.sent', { amount: coinText(coin, amount, tag), address: shortAddress(address) }),
    submessage: t('withdrawal.done.text'),
  };
  return tellRecorded({ id }, told);
}

/** Filling in and asking for a withdrawal. A lost answer is asked again under the same key. */
export function useWithdraw(member: Member, options: readonly WithdrawalOption[], meant?: WalletId): WithdrawUse {
  const navigate = useNavigate();
  const filled = useFilling<Input>(draft, () => firstDraft(options, meant), FIELDS);
  const { fail, refuse, form, input, errors } = filled;
  const [reviewing, setReviewing] = useState(false);
  const option = optionFor(options, input)!;
  const wallet = ownWallet(member, option.wallet_type as WalletId);
  const { balanceUnits } = wallet;

  const target = () => targetOf(option, input.amount);

  /** A wrong PIN or code is cleared and marked; what changed meanwhile is asked for anew. */
  const refused = async (title: 'session.code.failed' | 'withdrawal.failed', error: unknown) => {
    void queryClient.invalidateQueries({ queryKey: withdrawalKeys.options });
    await refuse(error, FIELD_OF, () => alertRefusal(title, error));
  };

  const { send, askAgain, ...sending } = useIntent(withdrawalPlace, sendWithdrawal, {
    onRefused: async (refusal) => {
      setReviewing(false);
      if (decidedOf(refusal) !== 'unknown') return refused('withdrawal.failed', refusal);
      // The form says in place of its fields that nobody knows what became of it.
      void queryClient.invalidateQueries({ queryKey: withdrawalKeys.options });
    },
    onDone: async ({ id }, sent) => {
      setReviewing(false);
      const record = await tellDone(id, sent);
      await navigate({ to: '/asset/spot/withdraw/history', search: record ?? {} });
    },
  });

  // What was sent is asked for again as it was, whatever stands in the way of another one.
  const { kept } = sending;
  const obstacle = kept === null ? option.obstacle : null;
  const faults = () => (kept === null ? faultsOf(option, input, balanceUnits) : secretFaults(input));

  return {
    option,
    wallet,
    form,
    input,
    errors,
    ...sending,
    reviewing,
    sums: sumsOf(option, input.amount, balanceUnits),
    ...entryOf({ option, options, balanceUnits, filled }),
    sendCode: async () => {
      const { amount, pin }: Faults<Input> = faults();
      if (fail({ ...(amount && { amount }), ...(pin && { pin }) }) || obstacle !== null) return false;
      try {
        await requestCode(kept?.input ?? target(), input.pin);
        return true;
      } catch (error) {
        await refused('session.code.failed', error);
        return codeWait(error);
      }
    },
    submit: () => {
      if (sending.busy || obstacle !== null || fail(faults())) return;
      if (kept === null) setReviewing(true);
      else void askAgain(input);
    },
    cancel: () => setReviewing(false),
    confirm: () => send({ ...target(), fee: option.fee }, input),
  };
}

interface Filled {
  option: WithdrawalOption;
  options: readonly WithdrawalOption[];
  balanceUnits: bigint;
  filled: Filling<Input>;
}

/** What is chosen and typed. A code is good for one amount alone. */
const entryOf = ({ option, options, balanceUnits, filled: { input, change, mark } }: Filled): Entry => ({
  chooseCoin: (coin) => change({ coin, network: optionOfCoin(options, coin)!.network, amount: '', code: '' }),
  chooseNetwork: (network) => change({ coin: option.wallet_type, network, code: '' }),
  type: (typed) => change(typed.amount === undefined ? typed : { ...typed, code: '' }),
  max: () => change({ amount: formatUnits(mostOf(option, balanceUnits)), code: '' }),
  leaveAmount: () => {
    const amount = input.amount === '' ? undefined : amountFault(option, input.amount, balanceUnits);
    if (amount !== undefined) mark({ amount });
  },
});

/** What was begun, unless another wallet is meant that can be withdrawn. */
function firstDraft(options: readonly WithdrawalOption[], meant: WalletId | undefined): Draft {
  const { coin, network, amount } = draft.read() as Partial<Record<keyof Draft, unknown>>;
  const wanted = { coin: typeof coin === 'number' ? coin : 0, network: typeof network === 'string' ? network : '' };
  const another = options.some(({ wallet_type }) => wallet_type === meant) && meant !== wanted.coin ? meant : undefined;
  const withAddress = () => options.find(({ address }) => address !== null) ?? options[0]!;
  const drafted = () => (wanted.coin === 0 ? withAddress() : optionFor(options, wanted)!);
  const option = another === undefined ? drafted() : optionOfCoin(options, another)!;
  return {
    coin: option.wallet_type,
    network: option.network,
    amount: typeof amount === 'string' && option.wallet_type === wanted.coin ? amount : '',
  };
}
