import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { showAlert } from '../../base/alerts.ts';
import { newIdempotencyKey } from '../../base/api.ts';
import { queryClient } from '../../base/query.tsx';
import { refusalText, type Refusal } from '../../base/refusal.ts';
import { sendUntilAnswered } from '../../base/send-until-answered.ts';
import { texts } from '../../i18n/texts.ts';
import { keep, leavesOpen, readKept, writeDraft, type KeptStake } from './kept-stake.ts';
import { sendStake, type Stake, type StakeWish } from './staking.api.ts';

export interface Sending {
  busy: boolean;
  /** An answer got lost and is being asked for again. */
  again: boolean;
  /** Sent, and nobody knows yet what became of it. */
  kept: KeptStake | null;
  send: (wish: StakeWish, pin: string) => Promise<void>;
  /** Asks for the outcome of the kept one, under its key. */
  askAgain: (pin: string) => Promise<void>;
  /** The member has looked at the history and starts anew. */
  letGo: () => void;
}

/** Sends stakes one at a time, tells how each ended, and remembers the one that got no answer. */
export function useSending(answers: { onDone: () => void; onRefused: (refusal: Refusal) => void }): Sending {
  const navigate = useNavigate();
  const [kept, setKept] = useState(() => readKept());
  const [state, setState] = useState<'idle' | 'busy' | 'again'>('idle');
  const under = useRef(false);

  const run = async (stake: KeptStake, pin: string) => {
    if (under.current) return;
    under.current = true;
    setState('busy');
    const outcome = await sendUntilAnswered<KeptStake, Stake>(stake, {
      keep,
      drop: () => keep(null),
      send: ({ wish, key }) => sendStake(wish, pin, key),
      leavesOpen,
      onLost: () => setState('again'),
    });
    under.current = false;
    setState('idle');
    setKept('refusal' in outcome && outcome.open ? readKept() : null);
    // Whatever happened, balances and the offer may be others now.
    void queryClient.invalidateQueries();
    if ('refusal' in outcome) {
      await alertRefusal(outcome.refusal);
      return answers.onRefused(outcome.refusal);
    }
    answers.onDone();
    writeDraft(null);
    navigator.vibrate?.(20);
    await alertStaked(outcome.answer);
    await navigate({ to: '/profile/staking/history' });
  };

  return {
    busy: state !== 'idle',
    again: state === 'again',
    kept,
    send: (wish, pin) => run({ key: newIdempotencyKey(), wish, asked: 0 }, pin),
    askAgain: (pin) => (kept === null ? Promise.resolve() : run(kept, pin)),
    letGo: () => {
      keep(null);
      setKept(null);
    },
  };
}

/** The alert of the error catalogue, with the time to wait where the server names one. */
function alertRefusal(refusal: Refusal): Promise<void> {
  const { t } = texts();
  const minutes = refusal.retryAfter === undefined ? null : Math.ceil(refusal.retryAfter / 60);
  return showAlert({
    mode: 2,
    title: t('staking.failed'),
    message: refusalText(t, refusal),
    submessage: minutes === null ? undefined : t('miner.waitMinutes', { count: minutes }),
  });
}

function alertStaked({ endsAt }: Stake): Promise<void> {
  const { t, format } = texts();
  return showAlert({
    mode: 1,
    title: t('staking.done'),
    message: t('staking.done.text'),
    submessage: t('staking.done.back', { date: format.date(endsAt) }),
  });
}
