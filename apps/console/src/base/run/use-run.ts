import { operatorRun } from '@minerx/contract/operator/action';
import type { ResultOf } from '@minerx/contract/call';
import { placeIn } from '@minerx/contract/intent';
import { isLook } from '@minerx/contract/operator/role';
import { useRef, useState } from 'react';
import { Asker, factorAsked, isDecided, request, type FactorAsked } from '../api.ts';
import { queryClient, sessionQuery } from '../queries.ts';
import { tabStorage } from '../tab-storage.ts';

type Ended = ResultOf<typeof operatorRun>;
type Values = Readonly<Record<string, string>>;

export type RunState =
  | { is: 'idle' }
  | { is: 'running' }
  /** The second factor has to be shown first; the same key goes on afterwards. */
  | { is: 'gated'; asked: FactorAsked; open: boolean }
  | { is: 'ended'; outcome: Ended }
  /** Open: it went out, and nobody knows what became of it. */
  | { is: 'failed'; sentence: string; open: boolean };

export const isOpen = (state: RunState): boolean => 'open' in state && state.open;

export interface Work {
  state: RunState;
  /** What was sent is not known to be done or not: its fields stand as they are. */
  isHeld: boolean;
  /** What that is; null where nothing is open. */
  sent: Values | null;
  /** @param factor what a passkey answered */
  run: (values: Values, factor?: string) => Promise<void>;
  /** Another intent. */
  anew: () => void;
}

interface RunOptions {
  /** What it is done to, where one page or several can do it to more than one thing. */
  of?: string;
  /** When an answer came, or none. */
  onSettled?: () => void;
}

/** An intent of the operator who is signed in: another one at this tab finds nothing of it. */
const placeOf = (name: string, of: string) =>
  placeIn<Values>(tabStorage, [queryClient.getQueryData(sessionQuery.queryKey)?.email, name, of].join(':'));

/** One intent: whatever is pressed, it is done once, also when the page is loaded anew before the answer came. */
export function useRun(name: string, { of = '', onSettled }: RunOptions = {}): Work {
  const [asker] = useState(() => new Asker<Values>(isLook(name) ? undefined : placeOf(name, of)));
  const [state, setState] = useState<RunState>(() =>
    asker.open === null ? { is: 'idle' } : { is: 'failed', sentence: 'No answer came.', open: true },
  );
  const isRunning = useRef(false);
  const run = async (values: Values, factor?: string): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setState({ is: 'running' });
    setState(await runOnce(asker, name, values, factor));
    isRunning.current = false;
    onSettled?.();
  };
  const anew = () => {
    asker.letGo();
    setState({ is: 'idle' });
  };
  return { state, isHeld: state.is === 'running' || isOpen(state), sent: asker.open, run, anew };
}

async function runOnce(asker: Asker<Values>, name: string, values: Values, factor?: string): Promise<RunState> {
  const outcome = await asker.ask(values, (idempotencyKey, sent) =>
    request(operatorRun, { body: { name, values: sent }, idempotencyKey, factor }),
  );
  if ('answer' in outcome) return { is: 'ended', outcome: outcome.answer };
  const { refusal, open } = outcome;
  const asked = factorAsked(refusal);
  if (asked !== null) return { is: 'gated', asked, open };
  return isDecided(refusal)
    ? { is: 'ended', outcome: { outcome: 'refused', lines: [refusal.message] } }
    : { is: 'failed', sentence: refusal.message, open };
}
