import { DAY_MS } from '@minerx/rules/duration';
import { parseUnits, type Units } from '@minerx/rules/money';
import { NFT_REVIEW_DAYS } from '@minerx/rules/nft-withdrawal';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { outcomeText } from '../../base/asking/decided.ts';
import { showAlert } from '../../base/alerts.ts';
import { askFor } from '../../base/asking/intent.ts';
import { memberQuery } from '../../base/member.ts';
import { queryClient } from '../../base/query.tsx';
import { whyText } from '../../base/asking/refusal-alert.ts';
import { Refusal } from '../../base/refusal.ts';
import { useChosen } from '../../base/form/use-chosen.ts';
import { texts } from '../../i18n/texts.ts';
import { nftKeys, withdrawNft } from './nft.api.ts';
import { useEntry, type Entry } from './use-entry.ts';

const SLOW_MS = 8000;

/** A withdrawal as it is put before the member. */
export interface NftQuote {
  address: string;
  feeUnits: Units;
  /** The fee that the member saw before, when it is another one now. */
  before: Units | null;
  deadline: Date;
}

interface WithdrawInput {
  nftId: string;
  /** Undefined while it is on its way. */
  feeUnits: Units | undefined;
  /** It was taken: the item is pending from here on. */
  onSent: () => void;
}

export interface Withdraw extends Entry {
  quote: NftQuote | null;
  open: boolean;
  busy: boolean;
  /** No answer yet: it is being asked again. */
  slow: boolean;
  submit: () => void;
  confirm: () => void;
  cancel: () => void;
}

/** Filling in, checking and sending a withdrawal. A lost answer is asked again under the same key. */
export function useWithdraw({ nftId, feeUnits, onSent }: WithdrawInput): Withdraw {
  const navigate = useNavigate();
  const entry = useEntry(nftId);
  const { open, chosen: quote, choose: show, close } = useChosen<NftQuote>();
  const [busy, setBusy] = useState(false);
  const slow = useAfter(busy, SLOW_MS);

  const refused = async (error: unknown, asked: NftQuote) => {
    const fee = feeIn(error);
    if (fee !== null && fee !== asked.feeUnits) {
      void queryClient.invalidateQueries({ queryKey: memberQuery.queryKey });
      return show({ ...asked, feeUnits: fee, before: asked.feeUnits });
    }
    close();
    entry.clearPin();
    await tellRefusal(error);
    renew();
    entry.mark(error instanceof Refusal ? error.fields : {});
  };
  const send = async (asked: NftQuote) => {
    setBusy(true);
    const { address, feeUnits: agreedFee } = asked;
    try {
      await askFor(`nft-withdraw:${nftId}`, { address, fee: String(agreedFee) }, (idempotencyKey) =>
        withdrawNft({ nftId, address, feeUnits: agreedFee, pin: entry.pin, idempotencyKey }),
      );
    } catch (error) {
      setBusy(false);
      return refused(error, asked);
    }
    onSent();
    setBusy(false);
    close();
    entry.clear();
    navigator.vibrate?.(20);
    const { t } = texts();
    await showAlert({ mode: 1, title: t('nft.done'), message: t('nft.done.text') });
    await navigate({ to: '/profile/nft/history' });
    renew();
  };

  return {
    ...entry,
    quote,
    open,
    busy,
    slow,
    submit: () => {
      if (busy || feeUnits === undefined || !entry.isRight()) return;
      const deadline = new Date(Date.now() + NFT_REVIEW_DAYS * DAY_MS);
      show({ address: entry.address, feeUnits, before: null, deadline });
    },
    confirm: () => {
      if (quote && !busy) void send(quote);
    },
    cancel: () => {
      if (!busy) close();
    },
  };
}

/** Whatever happened, items, balances and the fee may be others now. */
function renew(): void {
  for (const queryKey of [nftKeys.all, memberQuery.queryKey]) void queryClient.invalidateQueries({ queryKey });
}

/** The alert of the error catalogue; of a lost answer it says that asking again is safe. */
function tellRefusal(error: unknown): Promise<void> {
  const { t } = texts();
  return showAlert({
    mode: 2,
    title: t('nft.failed.title'),
    message: t('nft.failed'),
    submessage: whyText(error, outcomeText(t, error, 'withdrawal.unanswered')),
  });
}

/** The fee of now, where the server has another one than the member saw. */
function feeIn(error: unknown): Units | null {
  if (!(error instanceof Refusal) || error.code !== 'err_amount_changed') return null;
  const { needed } = (error.details ?? {}) as { needed?: unknown };
  return typeof needed === 'string' ? parseUnits(needed) : null;
}

/** Whether it has been so for that long. */
function useAfter(isSo: boolean, ms: number): boolean {
  const [reached, setReached] = useState(false);
  useEffect(() => {
    if (!isSo) return;
    const timer = setTimeout(() => setReached(true), ms);
    return () => {
      clearTimeout(timer);
      setReached(false);
    };
  }, [isSo, ms]);
  return isSo && reached;
}
