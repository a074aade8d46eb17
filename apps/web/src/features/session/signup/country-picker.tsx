import { classes } from '@minerx/ui/classes';
import type { FieldWire } from '@minerx/ui/field';
import { Sheet } from '@minerx/ui/sheet';
import { ChevronDown } from 'lucide-react';
import { useId, useState, type Ref } from 'react';
import { useTexts } from '../../../i18n/texts.ts';
import { type CountryChoice } from './country-search.ts';
import styles from './country-picker.module.css';
import { useCountries } from './signup.api.ts';
import { CountryCode, CountryList } from './country-list.tsx';

interface CountryPickerProps {
  wire: FieldWire;
  value: number | undefined;
  onChange: (country: CountryChoice) => void;
  onBlur?: (() => void) | undefined;
  disabled?: boolean | undefined;
  ref?: Ref<HTMLButtonElement>;
}

/** Looks like our other inputs and opens a sheet with all countries and a search. */
export function CountryPicker({ wire, value, onChange, onBlur, disabled, ref }: CountryPickerProps) {
  const { t } = useTexts();
  const listId = useId();
  const [open, setOpen] = useState(false);
  const { choices } = useCountries();
  const chosen = choices?.find(({ id }) => id === value);
  return (
    <>
      <button
        {...wire}
        ref={ref}
        type="button"
        role="combobox"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={listId}
        className={classes('fillable line-3', styles.pick)}
        disabled={disabled}
        onClick={() => setOpen(true)}
        onBlur={onBlur}
      >
        {chosen ? (
          <>
            <CountryCode iso={chosen.iso} />
            <span className={styles.name}>{chosen.name}</span>
          </>
        ) : (
          <span className={styles.none}>{t('session.country.choose')}</span>
        )}
        <ChevronDown className={styles.arrow} size={20} aria-hidden="true" />
      </button>
      <Sheet open={open} onClose={() => setOpen(false)} title={t('session.country')}>
        <CountryList
          id={listId}
          value={value}
          onChoose={(country) => {
            onChange(country);
            setOpen(false);
          }}
        />
      </Sheet>
    </>
  );
}
