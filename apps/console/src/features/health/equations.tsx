import type { ResultOf } from '@minerx/contract/call';
import type { operatorHealth } from '@minerx/contract/operator/health';
import { Button } from '@minerx/ui/button';
import { Chip } from '@minerx/ui/chip';
import { Fact, Facts } from '@minerx/ui/facts';
import page from '../../base/page.module.css';
import { Panel } from '../../base/record/record.tsx';
import { RunResult } from '../../base/run/run-result.tsx';
import { useRun } from '../../base/run/use-run.ts';
import { Age, At } from '../../base/time.tsx';

type Health = ResultOf<typeof operatorHealth>;

const CHECK = 'integrity check';
const KINDS: Readonly<Record<Health['checks'][number]['kind'], string>> = {
  whole: 'Every equation checked',
  guard: 'Those before what leaves',
};

/** Whether what is approved leaves, and the equations that it hangs on; all of them anew when somebody asks: it reads everything. */
export function Equations({ health, now }: { health: Health; now: number }) {
  const { state, run } = useRun(CHECK);
  const { frozen, known, differences, refused_tip: tip, checks } = health;
  return (
    <Panel
      title="Payouts and the books"
      aside={
        <Button variant="secondary" size="medium" busy={state.is === 'running'} onClick={() => void run({})}>
          Check everything
        </Button>
      }
    >
      <Facts small quiet>
        <Fact label="Payouts" note={frozen === null ? 'What is approved leaves.' : undefined}>
          {frozen === null ? <Chip tone="gain">Open</Chip> : <Chip tone="danger">Frozen</Chip>}
        </Fact>
        {frozen !== null && (
          <Fact label="Nothing leaves since" note={`Broken: ${frozen.broken.join(', ')}`}>
            <At at={frozen.since} />
          </Fact>
        )}
        {known.length > 0 && (
          <Fact label="Known to be broken" note="Operators knew of it when they opened payouts last.">
            {known.map(({ equation, rows }) => `${equation} (${rows})`).join(', ')}
          </Fact>
        )}
        {checks.map(({ kind, at, old }) => (
          <Fact key={kind} label={KINDS[kind]}>
            <span>
              <Age at={at} now={now} /> ago {old && <Chip tone="danger">Old</Chip>}
            </span>
          </Fact>
        ))}
        {checks.length === 0 && <Fact label="Equations">Not checked yet</Fact>}
        <Fact label="Chains">
          {differences === 0 ? 'Hold what the books say' : `${differences} balances are less than the books say`}
        </Fact>
      </Facts>
      {tip !== null && (
        <p className={page.said}>
          The network’s tip is not believed since <At at={tip.since} />: {tip.detail}
        </p>
      )}
      <RunResult state={state} name={CHECK} onStepUp={(factor) => void run({}, factor)} />
    </Panel>
  );
}
