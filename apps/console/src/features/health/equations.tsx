import { Button } from '@minerx/ui/button';
import { Panel } from '../../base/record/record.tsx';
import { RunResult } from '../../base/run/run-result.tsx';
import { useRun } from '../../base/run/use-run.ts';

const CHECK = 'integrity check';

/** Every equation of the books and the audit log, when somebody asks for it: it reads everything. */
export function Equations() {
  const { state, run } = useRun(CHECK);
  return (
    <Panel
      title="Equations"
      aside={
        <Button variant="secondary" size="medium" busy={state.is === 'running'} onClick={() => void run({})}>
          Check everything
        </Button>
      }
    >
      <RunResult state={state} name={CHECK} onStepUp={(factor) => void run({}, factor)} />
    </Panel>
  );
}
