import { titled } from '@minerx/contract/operator/action';
import { WALLETS } from '@minerx/rules/wallet';
import { Field } from '@minerx/ui/field';
import { Select } from '@minerx/ui/select';
import { TextArea } from '@minerx/ui/text-area';
import { TextInput } from '@minerx/ui/text-input';
import { FileField } from '../../base/file-field.tsx';
import type { Action } from '../../base/queries.ts';

type Field = Action['fields'][number];

interface FieldsProps {
  fields: readonly Field[];
  values: Readonly<Record<string, string>>;
  /** They were sent, and stand as they are. */
  held: boolean;
  onChange: (name: string, value: string) => void;
}

const LONG = new Set(['message', 'text', 'names']);

/** One input for each field of an action; what may be left out says so. */
export function ActionFields({ fields, values, held, onChange }: FieldsProps) {
  return fields.map((field) => {
    const { name, hint, kind, options, required } = field;
    const label = `${titled(name)}${required ? '' : ' (optional)'}`;
    if (kind === 'file')
      return <FileField key={name} label={label} hint={hint} held={held} onRead={(text) => onChange(name, text)} />;
    const value = values[name] ?? '';
    const choices = kind === 'wallet' ? WALLETS.map((wallet) => wallet.name) : options;
    return (
      <Field key={name} label={label} hint={hint === name || choices ? undefined : hint}>
        {(wire) =>
          choices ? (
            <Select
              {...wire}
              value={value}
              disabled={held}
              required={required}
              onChange={({ target }) => onChange(name, target.value)}
            >
              <option value="">{required ? 'Choose' : '–'}</option>
              {choices.map((choice) => (
                <option key={choice}>{choice}</option>
              ))}
            </Select>
          ) : LONG.has(name) ? (
            <TextArea
              {...wire}
              rows={4}
              value={value}
              readOnly={held}
              onChange={({ target }) => onChange(name, target.value)}
            />
          ) : (
            <TextInput
              {...wire}
              value={value}
              readOnly={held}
              type={kind === 'day' ? 'date' : kind === 'moment' ? 'datetime-local' : 'text'}
              inputMode={kind === 'amount' ? 'decimal' : kind === 'whole' ? 'numeric' : undefined}
              required={required}
              autoComplete="off"
              onChange={({ target }) => onChange(name, target.value)}
            />
          )
        }
      </Field>
    );
  });
}
