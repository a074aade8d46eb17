import { REVEAL_OTHERS_MS, REVEAL_PRIZE_MS } from '@minerx/rules/blessing';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { showAlert, toast } from '../../base/alerts.ts';
import { newIdempotencyKey, type Refusal } from '../../base/api.ts';
import { refusalText } from '../../base/refusal.ts';
import { texts } from '../../i18n/texts.ts';
import { renewAfterPick, type Opened } from './blessing.api.ts';
import { readKeptPick, type KeptPick } from './kept-pick.ts';
import { sendPick } from './send-pick.ts';

/**
 * `ready` to tap; `asking` and, after a lost answer, `again`; `lost` when nobody answered; then the prize is `shown`, after
 * 1.5 s `all` cards are, and after 2.5 s more it is `won`.
 */
export type PickStage = 'ready' | 'asking' | 'again' | 'lost' | 'shown' | 'all' | 'won';

export interface Picking {
  stage: PickStage;
  /** The tapped card, 0 to 8; null before. */
  index: number | null;
  opened: Opened | null;
  /** The seal as it was shown before the tap. */
  commitment: string;
  /** Taps a card; a second tap does nothing. */
  pick: (index: number) => void;
  /** Asks for the outcome of the pick that got no answer, under its key. */
  askAgain: () => void;
  /** On to the history. */
  proceed: () => void;
}

interface State {
  stage: PickStage;
  kept: KeptPick | null;
  opened: Opened | null;
}

/** The pick of one pack: one card, one question, one prize. */
export function usePick(packId: string, sealed: string | undefined): Picking {
  const navigate = useNavigate();
  const [state, setState] = useState<State>(() => ({ stage: 'ready', kept: readKeptPick(packId), opened: null }));
  const under = useRef(false);
  const gone = useRef(false);
  const { stage, kept, opened } = state;

  const refused = async (refusal: Refusal) => {
    if (gone.current) return;
    const { t } = texts();
    if (refusal.code === 'err_no_angpau_prize') {
      setState({ stage: 'ready', kept: null, opened: null });
      return showAlert({ mode: 2, title: t('blessing.noPrize'), message: refusalText(t, refusal) });
    }
    if (refusal.code !== 'err_opened_pack') {
      toast(refusalText(t, refusal));
      return navigate({ to: '/', replace: true });
    }
    renewAfterPick(packId);
    await showAlert({ mode: 2, title: t('common.failed'), message: refusalText(t, refusal) });
    if (gone.current) return;
    return navigate({ to: '/duitraya/history', replace: true });
  };

  const run = async (pick: KeptPick) => {
    if (under.current) return;
    under.current = true;
    setState({ stage: 'asking', kept: pick, opened: null });
    const outcome = await sendPick(pick, () => setState({ stage: 'again', kept: pick, opened: null }));
    if ('opened' in outcome) {
      // The lock stays: this pack has been picked.
      setState({ stage: 'shown', kept: pick, opened: outcome.opened });
      // Browsers refuse it, loudly, before the first touch: as after a reload.
      if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([20, 60, 40]);
      return renewAfterPick(packId);
    }
    if (outcome.kept === null) await refused(outcome.refusal);
    else setState({ stage: 'lost', kept: outcome.kept, opened: null });
    under.current = false;
  };

  // A pick that was sent before a reload is asked for again: its outcome may be there already.
  const first = useRef(kept);
  const resume = useRef(run);
  useEffect(() => {
    gone.current = false;
    if (first.current !== null) void resume.current(first.current);
    return () => {
      gone.current = true;
    };
  }, []);

  useEffect(() => {
    if (stage !== 'shown' && stage !== 'all') return;
    const next = stage === 'shown' ? 'all' : 'won';
    const timer = setTimeout(
      () => setState((now) => ({ ...now, stage: next })),
      stage === 'shown' ? REVEAL_OTHERS_MS : REVEAL_PRIZE_MS,
    );
    return () => clearTimeout(timer);
  }, [stage]);

  return {
    stage,
    index: kept?.index ?? null,
    opened,
    commitment: kept?.commitment ?? sealed ?? '',
    pick: (index) => {
      if (stage !== 'ready' || sealed === undefined) return;
      void run({ packId, index, key: newIdempotencyKey(), commitment: sealed, asked: 0 });
    },
    askAgain: () => {
      if (stage === 'lost' && kept !== null) void run(kept);
    },
    proceed: () => void navigate({ to: '/duitraya/history', replace: true }),
  };
}
