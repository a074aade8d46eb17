import { useEffect, useState } from 'react';

/** What the member is asked before paying: first the wait, if there is one, then everything; new amounts are asked anew. */
export type SheetStep = 'waiting' | 'review' | 'changed';

/** Nobody reads a sheet faster than this. */
const BLIND_MS = 300;

export interface Step {
  step: SheetStep | null;
  /** False for a moment after each step: the second press of a double tap, in the same place, agrees to nothing. */
  ready: boolean;
  setStep: (step: SheetStep | null) => void;
}

/** The sheet's step. */
export function useStep(): Step {
  const [step, setStep] = useState<SheetStep | null>(null);
  const [readyFor, setReadyFor] = useState<SheetStep | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setReadyFor(step), step === null ? 0 : BLIND_MS);
    return () => clearTimeout(timer);
  }, [step]);
  return { step, ready: step === null || readyFor === step, setStep };
}
