import { operatorRun } from '@minerx/contract/operator/action';
import type { ResultOf } from '@minerx/contract/call';
import { useRef, useState } from 'react';
import { codeOf, decisionOf, newKey, request, sentenceOf } from '../api.ts';

type Outcome = ResultOf<typeof operatorRun>;

export type RunState =
  | { is: 'idle' }
  | { is: 'running' }
  /** The second factor has to be shown first; the same key goes on afterwards. */
  | { is: 'gated' }
  | { is: 'ended'; outcome: Outcome }
  | { is: 'failed'; sentence: string };

export interface Work {
  state: RunState;
  run: (values: Readonly<Record<string, string>>) => Promise<void>;
  /** Another intent. */
  anew: () => void;
}

/** One intent: its key is made when it begins, and whatever is pressed, it is done once. @param onSettled when an answer came, or none */
export const useRun = (name: string, onSettled?: () => void): Work => {
  const [state, setState] = useState<RunState>({ is: 'idle' });
  const key = useRef(newKey());
  const isRunning = useRef(false);
  const run = async (values: Readonly<Record<string, string>>): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    // What was refused did nothing: another try is another intent.
    if (state.is === 'ended') key.current = newKey();
    setState({ is: 'running' });
    try {
      const outcome = await request(operatorRun, { body: { name, values }, idempotencyKey: key.current });
      setState({ is: 'ended', outcome });
    } catch (error) {
      const decision = decisionOf(error);
      if (codeOf(error) === 'err_second_factor') setState({ is: 'gated' });
      else if (decision === null) setState({ is: 'failed', sentence: sentenceOf(error) });
      else setState({ is: 'ended', outcome: { outcome: 'refused', lines: [decision] } });
    } finally {
      isRunning.current = false;
      onSettled?.();
    }
  };
  const anew = () => {
    key.current = newKey();
    setState({ is: 'idle' });
  };
  return { state, run, anew };
};
