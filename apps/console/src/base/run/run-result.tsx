import { operatorStepUp } from '@minerx/contract/operator/session';
import { Button } from '@minerx/ui/button';
import { request } from '../api.ts';
import type { RunState } from './use-run.ts';
import { StepUp } from './step-up.tsx';
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
      {state.is === 'ended' && (
        <>
          {state.outcome.outcome === 'refused' && <p className={styles.failed}>Not done:</p>}
          <Lines lines={state.outcome.lines} label={`Answer of ${name}`} file={`${name.replaceAll(' ', '-')}.txt`} />
        </>
      )}
    </div>
  );
}

interface LinesProps {
  lines: readonly string[];
  label: string;
  /** What a file that keeps them is called. */
  file: string;
}

/** What an action printed, as it printed it: columns stand under each other. A list can be kept: what is told once is not copied by hand. */
function Lines({ lines, label, file }: LinesProps) {
  const text = lines.join('\n');
  return (
    <div className={styles.said}>
      <pre className={styles.lines} tabIndex={0} role="region" aria-label={label}>
        {lines.length === 0 ? 'Done.' : text}
      </pre>
      {lines.length > 1 && (
        <Button variant="secondary" size="medium" onClick={() => keep(`${text}\n`, file)}>
          Save as a file
        </Button>
      )}
    </div>
  );
}

function keep(text: string, file: string): void {
  const href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  Object.assign(document.createElement('a'), { href, download: file }).click();
  URL.revokeObjectURL(href);
}
