import { Button } from '@minerx/ui/button';
import { RunResult } from '../../base/run/run-result.tsx';
import { useRun } from '../../base/run/use-run.ts';
import styles from './audit.module.css';

const ACTION = 'audit verify';

/** Has the whole log walked over when somebody asks for it, and says what came of it. */
export function ChainState() {
  const { state, run, anew } = useRun(ACTION);
  return (
    <div className={styles.chain}>
      {state.is === 'idle' && <p>Each line below is verified. The whole log:</p>}
      <RunResult state={state} name={ACTION} onStepUp={(factor) => void run({}, factor)} />
      <Button
        variant="secondary"
        size="medium"
        busy={state.is === 'running'}
        onClick={() => {
          anew();
          void run({});
        }}
      >
        Verify
      </Button>
    </div>
  );
}
