import { MAX_FILE_BYTES } from '@minerx/contract/operator/action';
import { Field } from '@minerx/ui/field';
import { useId, useState } from 'react';
import styles from './file-field.module.css';

interface FileFieldProps {
  label: string;
  hint: string;
  held?: boolean;
  /** What stands in it; '' when none is chosen. */
  onRead: (text: string) => void;
}

/** Read here and sent as text: the server opens no file that a name points to. */
export function FileField({ label, hint, held, onRead }: FileFieldProps) {
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
          disabled={held}
          accept=".csv,.json,.txt"
          onChange={({ target }) => void read(target.files?.[0])}
        />
      )}
    </Field>
  );
}
