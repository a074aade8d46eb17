import { Button, type ButtonVariant } from '@minerx/ui/button';
import { Field } from '@minerx/ui/field';
import { Select } from '@minerx/ui/select';
import { TextArea } from '@minerx/ui/text-area';
import { TextInput } from '@minerx/ui/text-input';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { actionsQuery, lookAgain } from '../queries.ts';
import { useRun } from '../run/use-run.ts';
import { RunDialog } from '../run/run-dialog.tsx';
import { beginDecision } from './still.ts';

export interface DecisionField {
  name: string;
  label: string;
  hint?: string;
  /** One of these; else it is typed. */
  options?: readonly (readonly [value: string, label: string])[];
  long?: boolean;
  optional?: boolean;
  /** What it is now: filled in, and sent only where it was changed. */
  now?: string;
}

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
  const { data: actions } = useQuery(actionsQuery);
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState<Record<string, string>>({});
  const work = useRun(action);
  useEffect(() => (open ? beginDecision() : undefined), [open]);
  if (actions?.every(({ name }) => name !== action)) return null;
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
          if (work.state.is === 'ended' && work.state.outcome.outcome === 'done') onDone?.();
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
        {fields.map((field) => (
          <DecisionInput
            key={field.name}
            field={field}
            value={typed[field.name] ?? field.now ?? ''}
            error={field === wrong ? refused?.lines.join(' ') : undefined}
            onChange={(value) => setTyped((before) => ({ ...before, [field.name]: value }))}
          />
        ))}
      </RunDialog>
    </>
  );
}

interface InputProps {
  field: DecisionField;
  value: string;
  /** What the server said against it. */
  error: string | undefined;
  onChange: (value: string) => void;
}

function DecisionInput({ field, value, error, onChange }: InputProps) {
  const { name, label, hint, options, long, optional = false } = field;
  return (
    <Field label={optional ? `${label} (optional)` : label} hint={hint} error={error}>
      {(wire) =>
        options ? (
          <Select
            {...wire}
            name={name}
            value={value}
            required={!optional}
            onChange={({ target }) => onChange(target.value)}
          >
            <option value="">Choose</option>
            {options.map(([option, text]) => (
              <option key={option} value={option}>
                {text}
              </option>
            ))}
          </Select>
        ) : long ? (
          <TextArea {...wire} name={name} rows={5} value={value} onChange={({ target }) => onChange(target.value)} />
        ) : (
          <TextInput
            {...wire}
            name={name}
            value={value}
            required={!optional}
            autoComplete="off"
            onChange={({ target }) => onChange(target.value)}
          />
        )
      }
    </Field>
  );
}
