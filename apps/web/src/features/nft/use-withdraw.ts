import { DAY_MS } from '@minerx/rules/duration';
import { formatUnits, parseUnits, type Units } from '@minerx/rules/money';
import { NFT_REVIEW_DAYS } from '@minerx/rules/nft-withdrawal';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { decidedOf, unansweredAlert } from '../../base/asking/decided.ts';
import { showAlert } from '../../base/alerts.ts';
import { memberQuery } from '../../base/member.ts';
import { queryClient } from '../../base/query.tsx';
import { whyText } from '../../base/asking/refusal-alert.ts';
import { useIntent } from '../../base/asking/use-intent.ts';
import type { Refusal } from '../../base/refusal.ts';
import { tellRecorded } from '../../base/form/tell-moved.ts';
import { useChosen } from '../../base/form/use-chosen.ts';
import { texts } from '../../i18n/texts.ts';
import { nftKeys, withdrawalPlace, withdrawNft } from './nft.api.ts';
import { useEntry, type Entry } from './use-entry.ts';

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
  /** An answer got lost: it is being asked again. */
  again: boolean;
  submit: () => void;
  confirm: () => void;
  cancel: () => void;
}

/** Filling in, checking and sending a withdrawal. A lost answer is asked again under the same key. */
export function useWithdraw({ nftId, feeUnits, onSent }: WithdrawInput): Withdraw {
  const navigate = useNavigate();
  const entry = useEntry(nftId);
  const { open, chosen: quote, choose: show, close } = useChosen<NftQuote>();
  const [place] = useState(() => withdrawalPlace(nftId));

  const { send, busy, again } = useIntent(place, withdrawNft, {
    onDone: async (id) => {
      onSent();
      close();
      entry.clear();
      navigator.vibrate?.(20);
      const { t } = texts();
      const record = await tellRecorded({ id }, { title: t('nft.done'), message: t('nft.done.text') });
      await navigate({ to: '/profile/nft/history', search: record ?? {} });
      renew();
    },
    onRefused: async (refusal) => {
      const fee = feeIn(refusal);
      if (quote !== null && fee !== null && fee !== quote.feeUnits) {
        void queryClient.invalidateQueries({ queryKey: memberQuery.queryKey });
        return show({ ...quote, feeUnits: fee, before: quote.feeUnits });
      }
      close();
      entry.clearPin();
      await tellRefusal(refusal);
      renew();
      entry.mark(refusal.fields);
    },
  });

  return {
    ...entry,
    quote,
    open,
    busy,
    again,
    submit: () => {
      if (busy || feeUnits === undefined || !entry.isRight()) return;
      const deadline = new Date(Date.now() + NFT_REVIEW_DAYS * DAY_MS);
      show({ address: entry.address, feeUnits, before: null, deadline });
    },
    confirm: () => {
      if (quote) void send({ nftId, address: quote.address, fee: formatUnits(quote.feeUnits) }, entry.pin);
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
function tellRefusal(error: Refusal): Promise<void> {
  const { t } = texts();
  if (decidedOf(error) === 'unknown') return showAlert(unansweredAlert(t, 'withdrawal.unanswered'));
  return showAlert({
    mode: 2,
    title: t('nft.failed.title'),
    message: t('nft.failed'),
    submessage: whyText(error),
  });
}

/** The fee of now, where the server has another one than the member saw. */
function feeIn({ code, details }: Refusal): Units | null {
  if (code !== 'err_amount_changed') return null;
  const { needed } = (details ?? {}) as { needed?: unknown };
  return typeof needed === 'string' ? parseUnits(needed) : null;
}
