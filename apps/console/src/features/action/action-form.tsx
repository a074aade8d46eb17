import { isLook } from '@minerx/contract/operator/role';
import { Button } from '@minerx/ui/button';
import { useEffect, useEffectEvent, useState, type SubmitEvent } from 'react';
import type { Action } from '../../base/queries.ts';
import { useRun } from '../../base/run/use-run.ts';
import { ActionFields } from './action-fields.tsx';
import { RunDialog } from '../../base/run/run-dialog.tsx';
import { RunResult } from '../../base/run/run-result.tsx';
import styles from './action.module.css';

const filled = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));

interface ActionFormProps {
  action: Action;
  /** What the address filled in. */
  given: Readonly<Record<string, string>>;
  /** Told what was asked for, so that the address can say it. */
  onAsked: (values: Record<string, string>) => void;
}

/** An action with its fields. One that changes something shows what it will do, and asks once more. */
export function ActionForm({ action, given, onAsked }: ActionFormProps) {
  const work = useRun(action.name);
  // What nobody has answered stands open when the page is loaded anew, as it was sent.
  const [values, setValues] = useState<Record<string, string>>(work.sent ?? given);
  const [asking, setAsking] = useState(work.isHeld);
  const { state, run, anew } = work;
  // A list that needs nothing filled in is shown at once; one that the address filled in as well.
  const isReady = isLook(action.name) && action.fields.every(({ name, required }) => !required || given[name]);
  const begin = useEffectEvent(() => {
    if (isReady) void run(given);
  });
  useEffect(() => begin(), []);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isLook(action.name)) return setAsking(true);
    onAsked(filled(values));
    anew();
    void run(filled(values));
  };
  return (
    <>
      <form className={styles.form} onSubmit={submit}>
        <ActionFields
          fields={action.fields}
          values={values}
          held={work.isHeld && !isLook(action.name)}
          onChange={(name, value) => setValues((before) => ({ ...before, [name]: value }))}
        />
        <div>
          <Button type="submit" size="medium" busy={state.is === 'running' && !asking}>
            {isLook(action.name) ? 'Show' : 'Review'}
          </Button>
        </div>
      </form>
      {!asking && (
        <RunResult state={state} name={action.name} onStepUp={(factor) => void run(filled(values), factor)} />
      )}
      <RunDialog
        open={asking}
        onClose={() => {
          setAsking(false);
          if (state.is === 'ended' && state.outcome.outcome !== 'refused') setValues(given);
        }}
        title={action.name}
        label="Do it"
        work={work}
        name={action.name}
        values={filled(values)}
      >
        <p>{action.summary}</p>
        <dl>
          {Object.entries(filled(values)).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value.length > 200 ? `${value.length} characters` : value}</dd>
            </div>
          ))}
        </dl>
      </RunDialog>
    </>
  );
}
