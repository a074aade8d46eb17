import { Button, type ButtonVariant } from '@minerx/ui/button';
import { useEffect, useState, type ReactNode } from 'react';
import { lookAgain, useMay } from '../queries.ts';
import { useRun } from '../run/use-run.ts';
import { RunDialog } from '../run/run-dialog.tsx';
import { DecisionInput, LanguageInputs, type DecisionField } from './decision-input.tsx';
import { beginDecision } from './still.ts';

export const REASON: DecisionField = {
  name: 'reason',
  label: 'Reason',
  hint: 'For the audit log. The member does not see it.',
};

interface DecisionProps {
  /** The action of the catalogue that does it. */
  action: string;
  label: string;
  title: string;
  variant?: ButtonVariant;
  /** It hurts somebody: the button that does it says so. */
  danger?: boolean;
  /** What is settled by where the button stands. */
  given: Readonly<Record<string, string>>;
  fields?: readonly DecisionField[];
  /** Why it cannot be done now. */
  not?: string | null;
  /** When what came of it was read, and it was done. */
  onDone?: () => void;
  /** What will happen. */
  children?: ReactNode;
}

/** A button that decides over what the page shows. Without the grant there is none. */
export function Decision({
  action,
  label,
  title,
  variant,
  danger = false,
  given,
  fields = [REASON],
  not,
  onDone,
  children,
}: DecisionProps) {
  const mayDo = useMay(action);
  // Two buttons of a page may do the same in two ways.
  const work = useRun(action, { of: `${label} ${JSON.stringify(given)}` });
  // What nobody has answered stands open when the page is loaded anew, as it was sent.
  const [open, setOpen] = useState(work.isHeld);
  const [typed, setTyped] = useState<Record<string, string>>(work.sent ?? {});
  useEffect(() => (open ? beginDecision() : undefined), [open]);
  if (!mayDo) return null;
  const { state } = work;
  const refused = state.is === 'ended' && state.outcome.outcome === 'refused' ? state.outcome : null;
  const wrong = fields.find(({ name }) => name === refused?.field);
  const changed = Object.entries(typed).filter(
    ([name, value]) => fields.find((each) => each.name === name)?.now !== value,
  );
  return (
    <>
      <Button variant={variant} size="medium" full reason={not} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <RunDialog
        open={open}
        onClose={() => {
          setOpen(false);
          // Not before: what came of it is read first, and the button may not be there any more afterwards.
          if (work.state.is !== 'idle') lookAgain();
          if (work.state.is !== 'ended' || work.state.outcome.outcome === 'refused') return;
          setTyped({});
          onDone?.();
        }}
        title={title}
        label={label}
        danger={danger}
        work={work}
        name={action}
        values={{ ...Object.fromEntries(changed), ...given }}
        told={wrong !== undefined}
      >
        {children}
        {fields.map((field) => {
          const Input = field.languages ? LanguageInputs : DecisionInput;
          return (
            <Input
              key={field.name}
              field={field}
              value={typed[field.name] ?? field.now ?? ''}
              held={work.isHeld}
              error={field === wrong ? refused?.lines.join(' ') : undefined}
              onChange={(value) => setTyped((before) => ({ ...before, [field.name]: value }))}
            />
          );
        })}
      </RunDialog>
    </>
  );
}
