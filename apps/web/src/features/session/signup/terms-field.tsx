import { classes } from '@minerx/ui/classes';
import { FieldError } from '@minerx/ui/field';
import { Check } from 'lucide-react';
import { useId, useState, type Ref } from 'react';
import { useTexts } from '../../../i18n/texts.ts';
import type { Fault } from './signup-groups.tsx';
import styles from './terms-field.module.css';
import { TermsModal } from './terms-modal.tsx';

interface TermsFieldProps extends Fault {
  agreed: boolean;
  onChange: (agreed: boolean) => void;
  ref?: Ref<HTMLInputElement>;
}

/** Ticked by agreeing in the modal: pressing the empty box opens the terms, pressing the ticked one takes the tick away. */
export function TermsField({ agreed, onChange, error, quiet, ref }: TermsFieldProps) {
  const { t } = useTexts();
  const errorId = useId();
  const [open, setOpen] = useState(false);
  return (
    <div className={classes(styles.field, quiet && 'quietly')}>
      <label className={styles.label}>
        <input
          ref={ref}
          type="checkbox"
          name="tnc"
          className={styles.input}
          checked={agreed}
          aria-invalid={error ? true : undefined}
          aria-describedby={errorId}
          onChange={(event) => (event.target.checked ? setOpen(true) : onChange(false))}
        />
        <span className={styles.box} aria-hidden="true">
          {agreed && <Check size={18} strokeWidth={3} />}
        </span>
        <span>{t('session.terms.accept')}</span>
      </label>
      <button type="button" className={styles.open} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('session.terms')}
      </button>
      <div id={errorId} aria-live={quiet ? 'off' : 'polite'}>
        {error && <FieldError>{error}</FieldError>}
      </div>
      <TermsModal
        open={open}
        onClose={() => setOpen(false)}
        onAgree={() => {
          onChange(true);
          setOpen(false);
        }}
      />
    </div>
  );
}
