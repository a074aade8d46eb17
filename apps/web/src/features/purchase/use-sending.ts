import { useNavigate } from '@tanstack/react-router';
import type { PackageLine } from '@minerx/rules/miner-package';
import { useRef, useState } from 'react';
import { showAlert } from '../../base/alerts.ts';
import { newIdempotencyKey } from '../../base/api.ts';
import { queryClient } from '../../base/query.tsx';
import type { Refusal } from '../../base/refusal.ts';
import { sendUntilAnswered } from '../../base/send-until-answered.ts';
import { texts } from '../../i18n/texts.ts';
import { dropKept, keep, leavesOpen, readKept, type KeptPurchase, type PurchaseWish } from './kept-purchase.ts';
import { sendPurchase, type Purchased } from './purchase.api.ts';
import { dropChoice } from './use-choice.ts';

export interface Sending {
  busy: boolean;
  /** An answer got lost and is being asked for again. */
  again: boolean;
  /** Sent, and nobody knows yet what became of it. */
  kept: KeptPurchase | null;
  /** Sends a new purchase; a second call while one is under way does nothing. */
  send: (wish: PurchaseWish, pin: string) => Promise<void>;
  /** Asks for the outcome of the kept one, under its key. */
  askAgain: (pin: string) => Promise<void>;
  /** The member has looked at the orders and starts anew. */
  letGo: () => void;
}

/** What the page does with an answer. */
export interface Answers {
  onDone: () => void;
  /** `open`: what became of the purchase is not known. */
  onRefused: (refusal: Refusal, open: boolean) => void;
}

/** Sends purchases of a page, one at a time, and remembers the one that got no answer. */
export function useSending(line: PackageLine, { onDone, onRefused }: Answers): Sending {
  const navigate = useNavigate();
  const [kept, setKept] = useState(() => readKept(line));
  const [state, setState] = useState<'idle' | 'busy' | 'again'>('idle');
  const under = useRef(false);

  const run = async (purchase: KeptPurchase, pin: string) => {
    if (under.current) return;
    under.current = true;
    setState('busy');
    const outcome = await sendUntilAnswered<KeptPurchase, Purchased>(purchase, {
      keep,
      drop: () => dropKept(purchase.wish.line),
      send: (asked) => sendPurchase(asked, pin),
      leavesOpen,
      onLost: () => setState('again'),
    });
    under.current = false;
    setState('idle');
    setKept('refusal' in outcome && outcome.open ? readKept(line) : null);
    // Whatever happened, balances, stock and orders may be others now.
    if ('refusal' in outcome) {
      void queryClient.invalidateQueries();
      return onRefused(outcome.refusal, outcome.open);
    }
    onDone();
    dropChoice(line);
    navigator.vibrate?.(20);
    await showAlert({ mode: 1, ...successTexts(outcome.answer) });
    void queryClient.invalidateQueries();
    await navigate({ to: '/order' });
  };

  return {
    busy: state !== 'idle',
    again: state === 'again',
    kept,
    send: (wish, pin) => run({ key: newIdempotencyKey(), wish, seed: newIdempotencyKey(), asked: 0 }, pin),
    askAgain: (pin) => (kept === null ? Promise.resolve() : run(kept, pin)),
    letGo: () => {
      dropKept(line);
      setKept(null);
    },
  };
}

function successTexts({ orderCount, waitingCount }: Purchased): {
  title: string;
  message: string;
  submessage?: string;
} {
  const { t } = texts();
  return {
    title: t('miner.done'),
    message: t('miner.done.orders', { count: orderCount }),
    ...(waitingCount > 0 && { submessage: t('miner.done.waiting', { count: waitingCount }) }),
  };
}
