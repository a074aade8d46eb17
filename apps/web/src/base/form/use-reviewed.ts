import type { Intent, IntentPlace } from '@minerx/contract/intent';
import { isValidPin } from '@minerx/rules/pin';
import { useState } from 'react';
import type { TextKey } from '../../i18n/keys.ts';
import { decidedOf } from '../asking/decided.ts';
import { alertRefusal } from '../asking/refusal-alert.ts';
import { useIntent, type IntentState } from '../asking/use-intent.ts';
import { queryClient } from '../query.tsx';
import type { Refusal } from '../refusal.ts';
import { usePin, type PinEntry } from './use-pin.ts';

export interface Reviewing<Input> extends IntentState<Input>, PinEntry {
  /** Whether it is put before the member. */
  reviewing: boolean;
  cancel: () => void;
}

interface Reviewed<Input> extends Reviewing<Input> {
  /** The main button: puts it before the member, or asks for an outcome. @param isReady otherwise it has said what is in its way */
  review: (isReady: () => boolean) => void;
  confirm: (input: Input) => void;
}

/** What a form moves: reviewed, signed with the PIN, sent once, and told. */
export function useReviewed<Input, Answer>(
  place: IntentPlace<Input>,
  send: (intent: Intent<Input>, pin: string) => Promise<Answer>,
  told: {
    failed: TextKey;
    onDone: (answer: Answer, input: Input) => Promise<void>;
    onRefused?: (refusal: Refusal) => void;
  },
): Reviewed<Input> {
  const entry = usePin();
  const [reviewing, setReviewing] = useState(false);
  const end = () => {
    setReviewing(false);
    entry.clearPin();
  };
  const {
    send: sendIt,
    askAgain,
    ...sending
  } = useIntent(place, send, {
    onDone: async (answer, input) => {
      // Whatever happened, balances, offers and histories may be others now.
      void queryClient.invalidateQueries();
      end();
      navigator.vibrate?.(20);
      await told.onDone(answer, input);
    },
    onRefused: async (refusal) => {
      void queryClient.invalidateQueries();
      // Where nobody knows what became of it the form says so in place of its fields.
      if (decidedOf(refusal) !== 'unknown') await alertRefusal(told.failed, refusal);
      end();
      if (refusal.code === 'err_pin_wrong') entry.failPin(refusal.code);
      else told.onRefused?.(refusal);
    },
  });
  return {
    ...sending,
    ...entry,
    reviewing,
    review: (isReady) => {
      if (sending.busy || (sending.kept === null && !isReady())) return;
      if (!isValidPin(entry.pin)) entry.failPin('err_pin_rule');
      else if (sending.kept !== null) void askAgain(entry.pin);
      else setReviewing(true);
    },
    confirm: (input) => void sendIt(input, entry.pin),
    cancel: () => {
      if (!sending.busy) setReviewing(false);
    },
  };
}
