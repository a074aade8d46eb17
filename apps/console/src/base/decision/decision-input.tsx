import { LANGUAGES, VARIANT_CODES } from '@minerx/rules/wire-language';
import { Field } from '@minerx/ui/field';
import { Select } from '@minerx/ui/select';
import { TextArea } from '@minerx/ui/text-area';
import { TextInput } from '@minerx/ui/text-input';
import styles from '../run/run.module.css';

export interface DecisionField {
  name: string;
  label: string;
  hint?: string;
  /** One of these; else it is typed. */
  options?: readonly (readonly [value: string, label: string])[];
  long?: boolean;
  /** A text for each language but English: its value is JSON by language code. */
  languages?: boolean | undefined;
  optional?: boolean;
  /** What it is now: filled in, and sent only where it was changed. */
  now?: string;
}

interface DecisionInputProps {
  field: DecisionField;
  value: string;
  /** It was sent, and stands as it is. */
  held: boolean;
  /** What the server said against it. */
  error: string | undefined;
  onChange: (value: string) => void;
}

export function DecisionInput({ field, value, held, error, onChange }: DecisionInputProps) {
  const { name, label, hint, options, long, optional = false } = field;
  return (
    <Field label={optional ? `${label} (optional)` : label} hint={hint} error={error}>
      {(wire) =>
        options ? (
          <Select
            {...wire}
            name={name}
            value={value}
            disabled={held}
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
          <TextArea
            {...wire}
            name={name}
            rows={5}
            value={value}
            readOnly={held}
            onChange={({ target }) => onChange(target.value)}
          />
        ) : (
          <TextInput
            {...wire}
            name={name}
            value={value}
            readOnly={held}
            required={!optional}
            autoComplete="off"
            onChange={({ target }) => onChange(target.value)}
          />
        )
      }
    </Field>
  );
}

/** A line for each language but English; what is left empty is shown in English. */
export function LanguageInputs({ field: { name, label }, value, held, error, onChange }: DecisionInputProps) {
  const texts = JSON.parse(value || '{}') as Record<string, string>;
  const put = (code: string, text: string) => {
    const { [code]: _, ...others } = texts;
    onChange(JSON.stringify(text === '' ? others : { ...texts, [code]: text }));
  };
  return (
    <fieldset className={styles.fields}>
      <legend>{label}</legend>
      {VARIANT_CODES.map((code, place) => (
        <Field key={code} label={LANGUAGES[code].label} error={place === 0 ? error : undefined}>
          {(wire) => (
            <TextInput
              {...wire}
              name={`${name}-${code}`}
              value={texts[code] ?? ''}
              readOnly={held}
              autoComplete="off"
              onChange={({ target }) => put(code, target.value)}
            />
          )}
        </Field>
      ))}
    </fieldset>
  );
}
