import { Button } from '@minerx/ui/button';
import { Modal } from '@minerx/ui/modal';
import { useId, type ReactNode, type SubmitEvent } from 'react';
import { isOpen, type Work } from './use-run.ts';
import { RunResult } from './run-result.tsx';
import styles from './run.module.css';

interface RunDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** On the button that does it. */
  label: string;
  danger?: boolean;
  work: Work;
  name: string;
  values: Readonly<Record<string, string>>;
  /** Why not stands at its field. */
  told?: boolean;
  children: ReactNode;
}

/** The last look before an action is done, and what came of it. Whatever is pressed, it is done once. */
export function RunDialog({
  open,
  onClose,
  title,
  label,
  danger = false,
  work,
  name,
  values,
  told = false,
  children,
}: RunDialogProps) {
  const { state, isHeld, run, anew } = work;
  const form = useId();
  const done = state.is === 'ended' && state.outcome.outcome !== 'refused';
  const close = () => {
    onClose();
    // Another intent from now on, unless nobody knows what became of this one: that goes on under its key.
    if (!isHeld) anew();
  };
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void run(values);
  };
  return (
    <Modal
      open={open}
      title={title}
      onClose={close}
      footer={
        state.is === 'gated' ? undefined : done ? (
          // Elements of their own: one that became the other while it is pressed would send the form again.
          <Button
            key="close"
            full
            variant="secondary"
            onClick={({ detail }) => {
              // The second press of a double one was meant for the button that stood here before.
              if (detail < 2) close();
            }}
          >
            Close
          </Button>
        ) : (
          <Button
            key="do"
            full
            type="submit"
            form={form}
            variant={danger ? 'danger' : 'primary'}
            busy={state.is === 'running'}
          >
            {isOpen(state) ? 'Ask again' : label}
          </Button>
        )
      }
    >
      <div className={styles.review}>
        <form id={form} className={styles.fields} onSubmit={send} hidden={done || state.is === 'gated'}>
          {children}
        </form>
        {!told && <RunResult state={state} name={name} onStepUp={(factor) => void run(values, factor)} />}
        {state.is === 'failed' && state.open && <Unknown onAnew={anew} />}
      </div>
    </Modal>
  );
}

function Unknown({ onAnew }: { onAnew: () => void }) {
  return (
    <>
      <p>Nobody knows whether it was done. To ask again is safe: the same is asked for, and done once.</p>
      <Button variant="secondary" size="medium" onClick={onAnew}>
        I have looked: start anew
      </Button>
    </>
  );
}
