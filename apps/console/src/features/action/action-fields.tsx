import { WALLETS } from '@minerx/rules/wallet';
import { MAX_FILE_BYTES } from '@minerx/contract/operator/action';
import { Field } from '@minerx/ui/field';
import { Select } from '@minerx/ui/select';
import { TextArea } from '@minerx/ui/text-area';
import { TextInput } from '@minerx/ui/text-input';
import { useId, useState } from 'react';
import type { Action } from '../../base/queries.ts';
import styles from './action.module.css';

type Field = Action['fields'][number];

interface FieldsProps {
  fields: readonly Field[];
  values: Readonly<Record<string, string>>;
  onChange: (name: string, value: string) => void;
}

const LONG = new Set(['message', 'text', 'names']);

/** One input for each field of an action; what may be left out says so. */
export function ActionFields({ fields, values, onChange }: FieldsProps) {
  return fields.map((field) => {
    const { name, hint, kind, required } = field;
    const label = `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('-', ' ')}${required ? '' : ' (optional)'}`;
    if (kind === 'file')
      return <FileField key={name} label={label} hint={hint} onRead={(text) => onChange(name, text)} />;
    const value = values[name] ?? '';
    return (
      <Field key={name} label={label} hint={hint === name || kind === 'wallet' ? undefined : hint}>
        {(wire) =>
          kind === 'wallet' ? (
            <Select {...wire} value={value} required={required} onChange={({ target }) => onChange(name, target.value)}>
              <option value="">{required ? 'Choose a wallet' : 'Any'}</option>
              {WALLETS.map((wallet) => (
                <option key={wallet.id}>{wallet.name}</option>
              ))}
            </Select>
          ) : LONG.has(name) ? (
            <TextArea {...wire} rows={4} value={value} onChange={({ target }) => onChange(name, target.value)} />
          ) : (
            <TextInput
              {...wire}
              value={value}
              type={kind === 'day' ? 'date' : 'text'}
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

/** Read here and sent as text: the server opens no file that a name points to. */
function FileField({ label, hint, onRead }: { label: string; hint: string; onRead: (text: string) => void }) {
  const id = useId();
  const [error, setError] = useState<string | null>(null);
  const read = async (file: File | undefined) => {
    setError(null);
    if (file === undefined) return onRead('');
    if (file.size > MAX_FILE_BYTES) return setError('The file is larger than 2 MB.');
    onRead(await file.text());
  };
  return (
    <Field label={label} hint={hint} error={error}>
      {(wire) => (
        <input
          {...wire}
          id={wire.id || id}
          className={styles.file}
          type="file"
          accept=".csv,.json,.txt"
          onChange={({ target }) => void read(target.files?.[0])}
        />
      )}
    </Field>
  );
}
