import type { WithdrawalNetwork } from '@minerx/rules/withdrawal-network';
import type { WalletId } from '@minerx/rules/wallet';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { showAlert } from '../../base/alerts.ts';
import { outcomeText } from '../../base/asking/decided.ts';
import { draftOf } from '../../base/form/drafts.ts';
import { intentPlace } from '../../base/asking/intent.ts';
import { memberQuery } from '../../base/member.ts';
import type { WithdrawalAddress } from '../../base/parts/withdrawal-addresses.ts';
import { codeWait } from '../../base/form/code-wait.ts';
import { queryClient } from '../../base/query.tsx';
import { alertRefusal } from '../../base/asking/refusal-alert.ts';
import { Refusal } from '../../base/refusal.ts';
import { pageStorage } from '@minerx/contract/intent';
import { useFilling, type Filling } from '../../base/form/use-filling.ts';
import { useIntent } from '../../base/asking/use-intent.ts';
import { texts } from '../../i18n/texts.ts';
import { requestCode, saveWithdrawalAddress, targetOf, type Target } from './withdrawal-address.api.ts';
import {
  coinChosen,
  faultsOf,
  FIELD_OF,
  firstDraft,
  placeChosen,
  tidyAddress,
  type Draft,
  type Place,
  type Input,
} from './withdrawal-address-input.ts';

const FIELDS = ['coin', 'network', 'address', 'pin', 'code'] as const;

export interface WithdrawalAddressForm extends Pick<Filling<Input>, 'form' | 'input' | 'errors'> {
  busy: boolean;
  chooseCoin: (coin: WalletId) => void;
  chooseNetwork: (network: WithdrawalNetwork) => void;
  /** Keeps what is typed: it was an address of that network all along. */
  switchNetwork: (network: WithdrawalNetwork) => void;
  type: (change: Partial<Pick<Input, 'address' | 'pin' | 'code'>>) => void;
  /** Asks for a code; gives the seconds to wait, or whether the usual wait begins. */
  sendCode: () => Promise<boolean | number>;
  submit: () => Promise<void>;
}

/** The secrets are left out. */
const draft = draftOf('withdrawal-address', (kept) => kept);

/** How somebody came here, and where a saved address leads. */
interface Arrival {
  place: Place | undefined;
  backTo: '/profile' | '/asset/spot/withdraw';
}

/** What was typed, unless it was for another place than the one that is wanted. */
function firstOf(kept: unknown, saved: readonly WithdrawalAddress[], wanted: Place | undefined): Draft {
  const first = firstDraft(kept, saved);
  return wanted === undefined || (first.coin === wanted.coin && first.network === wanted.network)
    ? first
    : placeChosen(wanted, saved);
}

/** Filling in and saving a withdrawal address. A lost answer is asked again under the same key. */
export function useWithdrawalAddressForm(
  saved: readonly WithdrawalAddress[],
  { place: wanted, backTo }: Arrival,
): WithdrawalAddressForm {
  const navigate = useNavigate();
  const { change, fail, refuse, ...filling } = useFilling<Input>(
    draft,
    () => firstOf(draft.read(), saved, wanted),
    FIELDS,
  );
  const { input } = filling;
  // The emailed code belongs to the input, so that this one is kept in no storage.
  const [place] = useState(() => intentPlace<Target>('withdrawal-address', { storage: pageStorage() }));

  /** A wrong PIN or code is told, cleared and marked; other fields are only marked when the form should have seen it. */
  const refused = (title: 'session.code.failed' | 'withdrawal-address.failed', error: unknown) =>
    refuse(error, FIELD_OF, async () => {
      if (!(error instanceof Refusal) || error.code !== 'err_validation')
        await alertRefusal(title, error, outcomeText(texts().t, error, 'withdrawal-address.unanswered'));
    });

  const sendCode = async () => {
    if (input.pin === '') return !fail({ pin: 'withdrawal-address.needPin' });
    const { address, pin } = faultsOf(input, saved);
    if (fail({ ...(address && { address }), ...(pin && { pin }) })) return false;
    try {
      await requestCode(targetOf(input, input.pin));
      return true;
    } catch (error) {
      await refused('session.code.failed', error);
      return codeWait(error);
    }
  };

  const intent = useIntent(place, saveWithdrawalAddress, {
    onRefused: (refusal) => refused('withdrawal-address.failed', refusal),
    onDone: async () => {
      draft.drop();
      // The options of a withdrawal name the address as well.
      for (const queryKey of [memberQuery.queryKey, ['withdrawal']]) void queryClient.invalidateQueries({ queryKey });
      navigator.vibrate?.(20);
      const { t } = texts();
      await showAlert({ mode: 1, title: t('withdrawal-address.done'), message: t('withdrawal-address.doneMessage') });
      await navigate({ to: backTo });
    },
  });

  return {
    ...filling,
    busy: intent.busy,
    chooseCoin: (coin) => change(coinChosen(coin, saved)),
    chooseNetwork: (network) => change(placeChosen({ coin: input.coin, network }, saved)),
    switchNetwork: (network) => change({ network, address: input.address }),
    type: (typed) => change(typed.address === undefined ? typed : { ...typed, address: tidyAddress(typed.address) }),
    sendCode,
    submit: async () => {
      const { pin, ...target } = input;
      if (!intent.busy && !fail(faultsOf(input, saved))) await intent.send(target, pin);
    },
  };
}
