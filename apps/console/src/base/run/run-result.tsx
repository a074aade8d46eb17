import type { RunState } from './use-run.ts';
import { StepUp } from './step-up.tsx';
import styles from './run.module.css';

interface RunResultProps {
  state: RunState;
  name: string;
  onStepUp: () => void;
}

/** What came of an action: its lines, why not, or what has to be shown first. */
export function RunResult({ state, name, onStepUp }: RunResultProps) {
  return (
    <div aria-live="polite">
      {state.is === 'gated' && <StepUp onDone={onStepUp} />}
      {state.is === 'failed' && <p className={styles.failed}>{state.sentence}</p>}
      {state.is === 'ended' && (
        <>
          {state.outcome.outcome === 'refused' && <p className={styles.failed}>Not done:</p>}
          <Lines lines={state.outcome.lines} label={`Answer of ${name}`} />
        </>
      )}
    </div>
  );
}

/** What an action printed, as it printed it: columns stand under each other. */
function Lines({ lines, label }: { lines: readonly string[]; label: string }) {
  return (
    <pre className={styles.lines} tabIndex={0} role="region" aria-label={label}>
      {lines.length === 0 ? 'Done.' : lines.join('\n')}
    </pre>
  );
}
