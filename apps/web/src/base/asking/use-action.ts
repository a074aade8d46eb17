import { useState } from 'react';
import type { TextKey } from '../../i18n/keys.ts';
import { useTexts } from '../../i18n/texts.ts';
import { showAlert, type Alert } from '../alerts.ts';
import { refusalText } from '../refusal.ts';
import { decidedOf, unansweredAlert } from './decided.ts';
import { queryClient } from '../query.tsx';

type Words = Omit<Alert, 'mode'>;

/** Something that is done to one thing of a list, and the words for it. */
export interface Action {
  send: () => Promise<unknown>;
  /** It took place: what else has changed, before it is told. */
  onDone?: () => void;
  done: Words;
  /** @param why the sentence of the refusal */
  failed: (why: string) => Words;
  /** Nobody answered, and asking again is safe. */
  unanswered: TextKey;
  /** Keys of what may be another one now, however it ended. */
  renews: readonly (readonly string[])[];
}

/** Does one thing at a time from a modal, closes it, tells how it went and asks for what it touched anew. */
export function useAction(onClose: () => void): { busy: boolean; carryOut: (action: Action) => Promise<void> } {
  const { t } = useTexts();
  const [busy, setBusy] = useState(false);
  const carryOut = async ({ send, onDone, done, failed, unanswered, renews }: Action) => {
    if (busy) return;
    setBusy(true);
    try {
      await send();
      onClose();
      onDone?.();
      await showAlert({ mode: 1, ...done });
    } catch (error) {
      onClose();
      await showAlert(
        decidedOf(error) === 'unknown' ? unansweredAlert(t, unanswered) : { mode: 2, ...failed(refusalText(t, error)) },
      );
    } finally {
      setBusy(false);
      for (const queryKey of renews) void queryClient.invalidateQueries({ queryKey });
    }
  };
  return { busy, carryOut };
}
