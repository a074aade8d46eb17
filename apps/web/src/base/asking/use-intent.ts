import { useRef, useState } from 'react';
import type { Intent, IntentPlace } from '@minerx/contract/intent';
import type { Refusal } from '../refusal.ts';
import { ask } from './intent.ts';

export interface IntentState<Input> {
  busy: boolean;
  /** An answer got lost and is being asked for again. */
  again: boolean;
  /** Sent, and nobody knows yet what became of it. */
  kept: Intent<Input> | null;
  /** The member has looked for the outcome elsewhere and starts over. */
  letGo: () => void;
}

interface IntentUse<Input, Proof> extends IntentState<Input> {
  /** Sends what is wanted, unless something is under way already, and ends when that has been told. */
  send: (input: Input, proof: Proof) => Promise<void>;
  /** Asks for the outcome of the kept one, under its key. */
  askAgain: (proof: Proof) => Promise<void>;
}

/** What follows when there is an answer, or none after all. */
interface Endings<Input, Answer> {
  onDone: (answer: Answer, input: Input) => unknown;
  /** @param open nobody knows yet what became of it */
  onRefused: (refusal: Refusal, open: boolean, input: Input) => unknown;
}

/**
 * The one intent of a form: sent one at a time, asked for again while nobody answers, and found again after a reload.
 * @param send what goes out; the proof (a PIN, a typed code) is kept nowhere
 */
export function useIntent<Input, Answer, Proof = void>(
  place: IntentPlace<Input>,
  send: (intent: Intent<Input>, proof: Proof) => Promise<Answer>,
  { onDone, onRefused }: Endings<Input, Answer>,
): IntentUse<Input, Proof> {
  const [kept, setKept] = useState(() => openIn(place));
  const [state, setState] = useState<'idle' | 'busy' | 'again'>('idle');
  const under = useRef(false);

  const run = async (intent: Intent<Input>, proof: Proof) => {
    if (under.current) return;
    under.current = true;
    setState('busy');
    const outcome = await ask(intent, {
      place,
      send: (asked) => send(asked, proof),
      onLost: () => setState('again'),
    });
    under.current = false;
    setState('idle');
    setKept(openIn(place));
    if ('refusal' in outcome) await onRefused(outcome.refusal, outcome.open, intent.input);
    else await onDone(outcome.answer, intent.input);
  };

  return {
    busy: state !== 'idle',
    again: state === 'again',
    kept,
    send: (input, proof) => run(place.intentFor(input), proof),
    askAgain: (proof) => (kept === null ? Promise.resolve() : run(kept, proof)),
    letGo: () => {
      place.drop();
      setKept(null);
    },
  };
}

function openIn<Input>(place: IntentPlace<Input>): Intent<Input> | null {
  const intent = place.read();
  return intent !== null && intent.unanswered > 0 ? intent : null;
}
