import { parseUnits, type Units } from '@minerx/rules/money';
import { NFT_REVIEW_DAYS, isNftAddress } from '@minerx/rules/nft-withdrawal';
import { isValidPin } from '@minerx/rules/pin';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { showAlert } from '../../base/alerts.ts';
import { newIdempotencyKey } from '../../base/api.ts';
import { askOnce } from '../../base/ask-once.ts';
import { memberQuery } from '../../base/member.ts';
import { queryClient } from '../../base/query.tsx';
import { Refusal, refusalText } from '../../base/refusal.ts';
import { texts } from '../../i18n/texts.ts';
import { tidyAddress } from './address-groups.ts';
import { readDraft, writeDraft } from './draft.ts';
import { nftKeys, withdrawNft } from './nft.api.ts';

const DAY_MS = 86_400_000;
/** Nobody reads a sheet faster than this: the second press of a double tap agrees to nothing. */
const BLIND_MS = 300;

/** A withdrawal as it is put before the member. */
export interface NftQuote {
  address: string;
  feeUnits: Units;
  /** The fee that the member saw before, when it is another one now. */
  before: Units | null;
  deadline: Date;
}

export interface WithdrawInput {
  nftId: string;
  /** Undefined while it is on its way. */
  funds: { feeUnits: Units; balanceUnits: Units } | undefined;
  /** It was taken: the item is pending from here on. */
  onSent: () => void;
}

export interface Withdraw {
  address: string;
  addressError: string | undefined;
  addressInput: RefObject<HTMLTextAreaElement | null>;
  setAddress: (text: string) => void;
  /** Says what is wrong with it, as the member leaves the field. */
  checkAddress: () => void;
  pin: string;
  pinError: string | undefined;
  pinInput: RefObject<HTMLInputElement | null>;
  setPin: (digits: string) => void;
  quote: NftQuote | null;
  open: boolean;
  busy: boolean;
  /** No answer yet: it is being asked again. */
  slow: boolean;
  submit: () => void;
  confirm: () => void;
  cancel: () => void;
}

const SLOW_MS = 8000;

/** Filling in, checking and sending a withdrawal. A lost answer is asked again under the same key. */
export function useWithdraw({ nftId, funds, onSent }: WithdrawInput): Withdraw {
  const navigate = useNavigate();
  const [address, writeAddress] = useState(() => readDraft(nftId));
  const [addressError, setAddressError] = useState<string>();
  const [pin, writePin] = useState('');
  const [pinError, setPinError] = useState<string>();
  const [quote, setQuote] = useState<NftQuote | null>(null);
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const addressInput = useRef<HTMLTextAreaElement>(null);
  const pinInput = useRef<HTMLInputElement>(null);
  const openedAt = useRef(0);
  const slow = useSlow(busy);

  const setAddress = (text: string) => {
    const tidy = tidyAddress(text);
    writeAddress(tidy);
    writeDraft(nftId, tidy);
    setAddressError(undefined);
  };
  const show = (next: NftQuote) => {
    setQuote(next);
    setOpen(true);
    openedAt.current = performance.now();
  };
  const submit = () => {
    if (busy || funds === undefined) return;
    const wrong = problemOf(address);
    setAddressError(wrong);
    if (wrong) return addressInput.current?.focus();
    if (!isValidPin(pin)) {
      setPinError('err_pin_rule');
      return pinInput.current?.focus();
    }
    show({
      address,
      feeUnits: funds.feeUnits,
      before: null,
      deadline: new Date(Date.now() + NFT_REVIEW_DAYS * DAY_MS),
    });
  };

  const refused = async (error: unknown, asked: NftQuote) => {
    const fee = feeIn(error);
    if (fee !== null && fee !== asked.feeUnits) {
      void queryClient.invalidateQueries({ queryKey: memberQuery.queryKey });
      return show({ ...asked, feeUnits: fee, before: asked.feeUnits });
    }
    setOpen(false);
    writePin('');
    const { t } = texts();
    const lost = error instanceof Refusal && error.isUncertain;
    await showAlert({
      mode: 2,
      title: t('nft.failed.title'),
      message: t('nft.failed'),
      submessage: lost ? t('nft.withdraw.unanswered') : refusalText(t, error),
    });
    for (const queryKey of [nftKeys.all, memberQuery.queryKey]) void queryClient.invalidateQueries({ queryKey });
    if (!(error instanceof Refusal)) return;
    const { withdrawal_address: wrongAddress, member_security_pin: wrongPin } = error.fields;
    setAddressError(wrongAddress);
    setPinError(wrongPin);
    if (wrongAddress) addressInput.current?.focus();
    else pinInput.current?.focus();
  };

  const send = async (asked: NftQuote) => {
    setBusy(true);
    try {
      await askOnce({
        intent: `nft-withdraw:${nftId}:${asked.address}:${asked.feeUnits}`,
        newKey: newIdempotencyKey,
        send: (idempotencyKey) =>
          withdrawNft({ nftId, address: asked.address, feeUnits: asked.feeUnits, pin, idempotencyKey }),
      });
    } catch (error) {
      setBusy(false);
      return refused(error, asked);
    }
    onSent();
    setBusy(false);
    setOpen(false);
    writePin('');
    writeDraft(nftId, '');
    navigator.vibrate?.(20);
    const { t } = texts();
    await showAlert({ mode: 1, title: t('nft.done'), message: t('nft.done.text') });
    await navigate({ to: '/profile/nft/history' });
    for (const queryKey of [nftKeys.all, memberQuery.queryKey]) void queryClient.invalidateQueries({ queryKey });
  };

  return {
    address,
    addressError,
    addressInput,
    setAddress,
    checkAddress: () => setAddressError(address === '' ? undefined : problemOf(address)),
    pin,
    pinError,
    pinInput,
    setPin: (digits) => {
      writePin(digits);
      setPinError(undefined);
    },
    quote,
    open,
    busy,
    slow,
    submit,
    confirm: () => {
      if (quote && !busy && performance.now() - openedAt.current > BLIND_MS) void send(quote);
    },
    cancel: () => {
      if (!busy) setOpen(false);
    },
  };
}

const problemOf = (address: string): string | undefined =>
  address === '' ? 'err_required' : isNftAddress(address) ? undefined : 'err_address';

/** The fee of now, where the server has another one than the member saw. */
const feeIn = (error: unknown): Units | null => {
  if (!(error instanceof Refusal) || error.code !== 'err_amount_changed') return null;
  const { needed } = (error.details ?? {}) as { needed?: unknown };
  return typeof needed === 'string' ? parseUnits(needed) : null;
};

/** Whether something has been under way for so long that it is worth a word. */
function useSlow(busy: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!busy) return;
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [busy]);
  return slow;
}
