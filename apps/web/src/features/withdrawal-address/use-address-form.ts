import type { Member } from '@minerx/contract/profile';
import type { WithdrawalNetwork } from '@minerx/rules/withdrawal-network';
import type { WalletId } from '@minerx/rules/wallet';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { showAlert } from '../../base/alerts.ts';
import { outcomeText } from '../../base/decided.ts';
import { draftOf } from '../../base/drafts.ts';
import { intentPlace } from '../../base/intent.ts';
import { memberQuery } from '../../base/member.ts';
import { queryClient } from '../../base/query.tsx';
import { alertRefusal } from '../../base/refusal-alert.ts';
import { Refusal } from '../../base/refusal.ts';
import { pageStorage } from '../../base/storage/page-storage.ts';
import { useIntent } from '../../base/use-intent.ts';
import { texts } from '../../i18n/texts.ts';
import { requestCode, saveAddress, targetOf, type Target } from './address.api.ts';
import {
  coinChosen,
  faultsOf,
  FIELD_OF,
  firstDraft,
  placeChosen,
  tidyAddress,
  type Draft,
  type Place,
  type SavedAddress,
  type Input,
  type InputField,
} from './address-input.ts';

const FIELDS = ['coin', 'network', 'address', 'pin', 'code'] as const;

type Errors = Partial<Record<InputField, string>>;

export interface AddressForm {
  input: Input;
  errors: Errors;
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

interface Filling {
  input: Input;
  errors: Errors;
  change: (next: Partial<Input>) => void;
  /** Marks what is wrong and takes the member to the first of it; true when something is. */
  fail: (faults: Errors) => boolean;
  /** Forgets a secret that was wrong. */
  clear: (faults: Errors) => void;
}

/** How somebody came here, and where a saved address leads. */
interface Arrival {
  place: Place | undefined;
  backTo: '/profile' | '/asset/spot/withdraw';
}

/** What was typed, unless it was for another place than the one that is wanted. */
const firstOf = (kept: unknown, saved: readonly SavedAddress[], wanted: Place | undefined): Draft => {
  const first = firstDraft(kept, saved);
  return wanted === undefined || (first.coin === wanted.coin && first.network === wanted.network)
    ? first
    : placeChosen(wanted, saved);
};

/** What is typed, kept over a reload but for the secrets, and what is wrong with it. */
function useFilling(
  saved: readonly SavedAddress[],
  focus: (field: InputField) => void,
  wanted: Place | undefined,
): Filling {
  const [input, setInput] = useState<Input>(() => ({ ...firstOf(draft.read(), saved, wanted), pin: '', code: '' }));
  const [errors, setErrors] = useState<Errors>({});
  return {
    input,
    errors,
    change: (next) => {
      const changed = { ...input, ...next };
      setInput(changed);
      draft.write(changed);
      setErrors(Object.fromEntries(Object.entries(errors).filter(([name]) => !Object.hasOwn(next, name))) as Errors);
    },
    fail: (faults) => {
      setErrors(faults);
      const first = FIELDS.find((name) => faults[name]);
      if (first) focus(first);
      return first !== undefined;
    },
    clear: (faults) =>
      setInput((before) => ({ ...before, ...(faults.pin && { pin: '' }), ...(faults.code && { code: '' }) })),
  };
}

/** Fields of the form that a refusal marks, with its codes. */
const faultsIn = (error: unknown): Errors =>
  Object.fromEntries(
    Object.entries(error instanceof Refusal ? error.fields : {})
      .filter(([name]) => FIELD_OF[name])
      .map(([name, code]) => [FIELD_OF[name], code]),
  ) as Errors;

/**
 * Filling in and saving a withdrawal address. A lost answer is asked again under the same key.
 * @param focus takes the member to a field that is wrong
 */
export function useAddressForm(
  { member_bank: saved }: Member,
  focus: (field: InputField) => void,
  { place: wanted, backTo }: Arrival,
): AddressForm {
  const navigate = useNavigate();
  const { input, errors, change, fail, clear } = useFilling(saved, focus, wanted);
  // The emailed code belongs to the input, so that this one is kept in no storage.
  const [place] = useState(() => intentPlace<Target>('withdrawal-address', { storage: pageStorage() }));
  const intent = useIntent(place, saveAddress);

  /** A wrong PIN or code is told, cleared and marked; other fields are only marked when the form should have seen it. */
  const refused = async (title: 'auth.code.failed' | 'address.failed', error: unknown) => {
    const faults = faultsIn(error);
    if (!(error instanceof Refusal) || error.code !== 'err_validation')
      await alertRefusal(title, error, outcomeText(texts().t, error, 'address.unanswered'));
    clear(faults);
    fail(faults);
  };

  const sendCode = async () => {
    if (input.pin === '') return !fail({ pin: 'address.needPin' });
    const { address, pin } = faultsOf(input, saved);
    if (fail({ ...(address && { address }), ...(pin && { pin }) })) return false;
    try {
      await requestCode(targetOf(input, input.pin));
      return true;
    } catch (error) {
      await refused('auth.code.failed', error);
      // A code is on its way already, perhaps asked for before a reload: wait as long as the server says.
      return (error instanceof Refusal && error.code === 'err_code_wait' && error.retryAfter) || false;
    }
  };

  const save = async () => {
    const { pin, ...target } = input;
    const outcome = await intent.send(target, pin);
    if (outcome === null) return;
    if ('refusal' in outcome) return refused('address.failed', outcome.refusal);
    draft.drop();
    // The options of a withdrawal name the address as well.
    for (const queryKey of [memberQuery.queryKey, ['withdrawal']]) void queryClient.invalidateQueries({ queryKey });
    navigator.vibrate?.(20);
    const { t } = texts();
    await showAlert({ mode: 1, title: t('address.done'), message: t('address.doneMessage') });
    await navigate({ to: backTo });
  };

  return {
    input,
    errors,
    busy: intent.busy,
    chooseCoin: (coin) => change(coinChosen(coin, saved)),
    chooseNetwork: (network) => change(placeChosen({ coin: input.coin, network }, saved)),
    switchNetwork: (network) => change({ network, address: input.address }),
    type: (typed) => change(typed.address === undefined ? typed : { ...typed, address: tidyAddress(typed.address) }),
    sendCode,
    submit: async () => {
      if (!intent.busy && !fail(faultsOf(input, saved))) await save();
    },
  };
}
