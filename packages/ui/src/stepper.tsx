import { Minus, Plus } from 'lucide-react';
import { useState } from 'react';
import { digitsOf } from './digits.tsx';
import { IconButton } from './icon-button.tsx';
import { useUi } from './ui-context.tsx';
import styles from './stepper.module.css';

export interface StepperProps {
  value: number;
  onChange: (value: number) => void;
  min?: number;
  max?: number;
  id?: string;
  disabled?: boolean;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
}

/** A whole number in a range: minus, the number itself to type, plus. */
export function Stepper({ value, onChange, min = 1, max = 100, disabled, ...rest }: StepperProps) {
  const { texts } = useUi();
  // While the field is empty or out of range, what is typed stays as it is; the last good number counts.
  const [typed, setTyped] = useState<string | null>(null);
  const step = (by: number) => {
    setTyped(null);
    onChange(Math.min(max, Math.max(min, value + by)));
  };
  return (
    <div className={styles.stepper}>
      <IconButton
        label={texts.decrease}
        icon={<Minus size={20} aria-hidden="true" />}
        disabled={disabled || value <= min}
        onClick={() => step(-1)}
      />
      <input
        {...rest}
        className={styles.input}
        type="text"
        inputMode="numeric"
        role="spinbutton"
        aria-valuenow={value}
        aria-valuemin={min}
        aria-valuemax={max}
        autoComplete="off"
        disabled={disabled}
        value={typed ?? String(value)}
        onChange={(event) => {
          const digits = digitsOf(event.target.value).slice(0, String(max).length);
          const number = Number(digits);
          const good = digits !== '' && number >= min && number <= max;
          setTyped(good ? null : digits);
          if (good) onChange(number);
        }}
        onBlur={() => setTyped(null)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowUp') step(1);
          else if (event.key === 'ArrowDown') step(-1);
          else return;
          event.preventDefault();
        }}
      />
      <IconButton
        label={texts.increase}
        icon={<Plus size={20} aria-hidden="true" />}
        disabled={disabled || value >= max}
        onClick={() => step(1)}
      />
    </div>
  );
}
