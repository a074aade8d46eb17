import { operatorStepUp } from '@minerx/contract/operator/session';
import { request } from '../api.ts';
import { Lines } from './lines.tsx';
import type { RunState } from './use-run.ts';
import { StepUp } from './step-up.tsx';
import { WorkProgress } from './work-progress.tsx';
import styles from './run.module.css';

interface RunResultProps {
  state: RunState;
  name: string;
  /** @param factor what a passkey answered */
  onStepUp: (factor?: string) => void;
}

/** What came of an action: its lines, why not, or what has to be shown first. */
export function RunResult({ state, name, onStepUp }: RunResultProps) {
  return (
    <div aria-live="polite">
      {state.is === 'gated' && (
        <StepUp
          asked={state.asked}
          onCode={async (factor) => {
            await request(operatorStepUp, { body: { factor } });
            onStepUp();
          }}
          onPasskey={onStepUp}
        />
      )}
      {state.is === 'failed' && <p className={styles.failed}>{state.sentence}</p>}
      {state.is === 'ended' && state.outcome.work !== undefined && <WorkProgress id={state.outcome.work} />}
      {state.is === 'ended' && state.outcome.work === undefined && (
        <>
          {state.outcome.outcome === 'refused' && <p className={styles.failed}>Not done:</p>}
          <Lines lines={state.outcome.lines} label={`Answer of ${name}`} file={`${name.replaceAll(' ', '-')}.txt`} />
        </>
      )}
    </div>
  );
}
