import { REVEAL_OTHERS_MS, REVEAL_PRIZE_MS } from '@minerx/rules/blessing';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState, type Dispatch, type SetStateAction } from 'react';
import { showAlert, toast } from '../../../base/alerts.ts';
import { refusalText, type Refusal } from '../../../base/refusal.ts';
import { useIntent } from '../../../base/asking/use-intent.ts';
import { texts } from '../../../i18n/texts.ts';
import type { Opened } from '../blessing.api.ts';
import { openPack, pickPlace, renewAfterPick, type PickInput } from '../pick.api.ts';

/**
 * `ready` to tap; `asking` and, after a lost answer, `again`; `lost` when nobody answered; then the prize is `shown`, after
 * 1.5 s `all` cards are, and after 2.5 s more it is `won`.
 */
type PickStage = 'ready' | 'asking' | 'again' | 'lost' | 'shown' | 'all' | 'won';

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

interface Shown {
  stage: 'shown' | 'all' | 'won';
  opened: Opened;
}

/** The pick of one pack: one card, one question, one prize. */
export function usePick(packId: string, sealed: string | undefined): Picking {
  const navigate = useNavigate();
  const [place] = useState(() => pickPlace(packId));
  const [shown, setShown] = useState<Shown | null>(null);
  const gone = useRef(false);
  const intent = useIntent(place, openPack, {
    onDone: (won) => {
      setShown({ stage: 'shown', opened: won });
      // Browsers refuse it, loudly, before the first touch: as after a reload.
      if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([20, 60, 40]);
      renewAfterPick(packId);
    },
    onRefused: (refusal, open) => (open ? undefined : refused(refusal)),
  });
  const [input, setInput] = useState<PickInput | null>(intent.kept?.input ?? null);
  const stage = shown?.stage ?? (intent.again ? 'again' : intent.busy ? 'asking' : intent.kept ? 'lost' : 'ready');

  const refused = async (refusal: Refusal) => {
    if (gone.current) return;
    const { t } = texts();
    if (refusal.code === 'err_no_angpau_prize') {
      setInput(null);
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

  // A pick that was sent before a reload is asked for again: its outcome may be there already.
  const resume = useRef(intent.askAgain);
  useEffect(() => {
    gone.current = false;
    void resume.current();
    return () => {
      gone.current = true;
    };
  }, []);

  useTurning(shown?.stage, setShown);

  return {
    stage,
    index: input?.index ?? null,
    opened: shown?.opened ?? null,
    commitment: input?.commitment ?? sealed ?? '',
    pick: (index) => {
      if (stage !== 'ready' || input !== null || sealed === undefined) return;
      const tapped = { packId, index, commitment: sealed };
      setInput(tapped);
      void intent.send(tapped);
    },
    askAgain: () => {
      if (stage === 'lost') void intent.askAgain();
    },
    proceed: () => void navigate({ to: '/duitraya/history', replace: true }),
  };
}

/** The other cards turn a while after the picked one, and the prize is told a while after them. */
function useTurning(stage: Shown['stage'] | undefined, setShown: Dispatch<SetStateAction<Shown | null>>): void {
  useEffect(() => {
    if (stage !== 'shown' && stage !== 'all') return;
    const next = stage === 'shown' ? 'all' : 'won';
    const timer = setTimeout(
      () => setShown((now) => now && { ...now, stage: next }),
      stage === 'shown' ? REVEAL_OTHERS_MS : REVEAL_PRIZE_MS,
    );
    return () => clearTimeout(timer);
  }, [stage, setShown]);
}
