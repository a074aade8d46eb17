import type { Member } from '@minerx/contract/profile';
import { formatUnits } from '@minerx/rules/money';
import type { WalletId } from '@minerx/rules/wallet';
import { amountOf } from '@minerx/ui/amount-input';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { showAlert } from '../../base/alerts.ts';
import { outcomeText } from '../../base/asking/decided.ts';
import { formDraft } from '../../base/form/drafts.ts';
import { intentPlace } from '../../base/asking/intent.ts';
import { memberQuery } from '../../base/member.ts';
import { ownWallet, type OwnWallet } from '../../base/own-wallet.ts';
import { codeWait } from '../../base/form/code-wait.ts';
import { queryClient } from '../../base/query.tsx';
import { alertRefusal } from '../../base/asking/refusal-alert.ts';
import { pageStorage } from '@minerx/contract/intent';
import { useFilling, type Filling } from '../../base/form/use-filling.ts';
import { useIntent } from '../../base/asking/use-intent.ts';
import { texts } from '../../i18n/texts.ts';
import {
  amountFault,
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
import { requestCode, sendWithdrawal, withdrawalKeys, type Target, type WithdrawalOption } from './withdrawal.api.ts';

const FIELDS = ['amount', 'pin', 'code'] as const;

const draft = formDraft<Draft>('withdraw');

export interface WithdrawUse extends Pick<Filling<Input>, 'form' | 'input' | 'errors'> {
  option: WithdrawalOption;
  wallet: OwnWallet;
  sums: Sums;
  busy: boolean;
  again: boolean;
  reviewing: boolean;
  chooseCoin: (coin: number) => void;
  chooseNetwork: (network: string) => void;
  type: (change: Partial<Pick<Input, 'amount' | 'pin' | 'code'>>) => void;
  max: () => void;
  leaveAmount: () => void;
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

/** Nothing is left to ask again; balances and lists are read anew. */
async function tellDone(): Promise<void> {
  draft.drop();
  for (const queryKey of [withdrawalKeys.all, memberQuery.queryKey]) void queryClient.invalidateQueries({ queryKey });
  const { t } = texts();
  await showAlert({ mode: 1, title: t('withdrawal.done'), message: t('withdrawal.done.text') });
}

/** Filling in and asking for a withdrawal. A lost answer is asked again under the same key. */
export function useWithdraw(member: Member, options: readonly WithdrawalOption[]): WithdrawUse {
  const navigate = useNavigate();
  const { mark, fail, refuse, change, ...filling } = useFilling<Input>(draft, () => firstDraft(options), FIELDS);
  const { input } = filling;
  const [reviewing, setReviewing] = useState(false);
  // The emailed code belongs to the input, so that this one is kept in no storage.
  const [place] = useState(() => intentPlace<Target>('withdraw', { storage: pageStorage() }));
  const option = optionFor(options, input)!;
  const wallet = ownWallet(member, option.wallet_type as WalletId);
  const { balanceUnits } = wallet;

  const target = () => targetOf(option, input.amount);

  /** A wrong PIN or code is cleared and marked; what changed meanwhile is asked for anew. */
  const refused = async (error: unknown) => {
    setReviewing(false);
    void queryClient.invalidateQueries({ queryKey: withdrawalKeys.options });
    await refuse(error, FIELD_OF, () =>
      alertRefusal('withdrawal.failed', error, outcomeText(texts().t, error, 'withdrawal.unanswered')),
    );
  };

  const intent = useIntent(place, sendWithdrawal, {
    onRefused: refused,
    onDone: async () => {
      setReviewing(false);
      await tellDone();
      await navigate({ to: '/asset/spot/withdraw/history' });
    },
  });

  return {
    option,
    wallet,
    ...filling,
    reviewing,
    sums: sumsOf(option, input.amount),
    busy: intent.busy,
    again: intent.again,
    chooseCoin: (coin) => change({ coin, network: optionOfCoin(options, coin)!.network, amount: '', code: '' }),
    chooseNetwork: (network) => change({ coin: option.wallet_type, network, code: '' }),
    // A code is good for one amount alone.
    type: (typed) => change(typed.amount === undefined ? typed : { ...typed, code: '' }),
    max: () => change({ amount: formatUnits(mostOf(option, balanceUnits)), code: '' }),
    leaveAmount: () => {
      const amount = input.amount === '' ? undefined : amountFault(option, input.amount, balanceUnits);
      if (amount !== undefined) mark({ amount });
    },
    sendCode: async () => {
      const { amount, pin } = faultsOf(option, input, balanceUnits);
      if (fail({ ...(amount && { amount }), ...(pin && { pin }) }) || option.obstacle !== null) return false;
      try {
        await requestCode(target(), input.pin);
        return true;
      } catch (error) {
        await refused(error);
        return codeWait(error);
      }
    },
    submit: () => {
      if (!intent.busy && option.obstacle === null && !fail(faultsOf(option, input, balanceUnits))) setReviewing(true);
    },
    cancel: () => setReviewing(false),
    confirm: () => intent.send({ ...target(), fee: option.fee, code: input.code }, input.pin),
  };
}

function firstDraft(options: readonly WithdrawalOption[]): Draft {
  const { coin, network, amount } = draft.read() as Partial<Record<keyof Draft, unknown>>;
  const wanted = { coin: typeof coin === 'number' ? coin : 0, network: typeof network === 'string' ? network : '' };
  const option =
    wanted.coin === 0 ? (options.find(({ address }) => address !== null) ?? options[0]!) : optionFor(options, wanted)!;
  return {
    coin: option.wallet_type,
    network: option.network,
    amount: typeof amount === 'string' && option.wallet_type === wanted.coin ? amount : '',
  };
}
