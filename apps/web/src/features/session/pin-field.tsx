import { isWeakPin } from '@minerx/rules/pin';
import { PinInput, type PinInputProps } from '@minerx/ui/pin-input';
import { Controller, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import { useTexts } from '../../i18n/texts.ts';
import styles from './session.module.css';

interface PinFieldProps<T extends FieldValues> extends Pick<
  PinInputProps,
  'id' | 'aria-describedby' | 'aria-invalid' | 'enterKeyHint'
> {
  control: Control<T>;
  name: FieldPath<T>;
  /** Says at once that a PIN is one that anybody would try first. */
  advise?: boolean;
}

/** The six boxes of a new PIN, bound to a form. */
export function PinField<T extends FieldValues>({ control, name, advise = false, ...wire }: PinFieldProps<T>) {
  const { t } = useTexts();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field }) => {
        const pin = String(field.value ?? '');
        // Once the form has refused it, the form's own sentence stands below.
        const refused = wire['aria-invalid'] === true;
        return (
          <>
            <PinInput
              {...wire}
              name={name}
              value={pin}
              onChange={field.onChange}
              onBlur={field.onBlur}
              ref={field.ref}
            />
            {advise && (
              <div aria-live="polite">
                {!refused && isWeakPin(pin) && <p className={styles.advice}>{t('err_pin_weak')}</p>}
              </div>
            )}
          </>
        );
      }}
    />
  );
}
