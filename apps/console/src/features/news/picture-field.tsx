import { operatorPicture, PICTURE_BYTES_MAX } from '@minerx/contract/operator/news';
import { Button } from '@minerx/ui/button';
import { Field } from '@minerx/ui/field';
import { useState } from 'react';
import { request, sentenceOf } from '../../base/api.ts';
import field from '../../base/file-field.module.css';

interface PictureFieldProps {
  /** Id of the one that is there; '' where none is. */
  value: string;
  onChange: (picture: string) => void;
}

/** Sent when it is chosen, so that the preview shows it as it will be; the form names it. */
export function PictureField({ value, onChange }: PictureFieldProps) {
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const send = async (file: File | undefined) => {
    setError(null);
    if (file === undefined) return;
    if (file.size > PICTURE_BYTES_MAX) return setError('The picture is larger than 5 MB.');
    const form = new FormData();
    form.append('image', file);
    setBusy(true);
    await request(operatorPicture, { form }).then(
      ({ picture }) => onChange(picture),
      (failed: unknown) => setError(sentenceOf(failed)),
    );
    setBusy(false);
  };
  return (
    <Field label="Picture" hint="PNG, JPEG or WebP, up to 5 MB. 16:9 looks best." error={error}>
      {(wire) => (
        <div className="line-3 apart wraps">
          <input
            {...wire}
            className={field.file}
            type="file"
            accept="image/png,image/jpeg,image/webp"
            onChange={({ target }) => void send(target.files?.[0])}
          />
          {(busy || value !== '') && (
            <Button variant="quiet" size="medium" busy={busy} onClick={() => onChange('')}>
              Remove
            </Button>
          )}
        </div>
      )}
    </Field>
  );
}
