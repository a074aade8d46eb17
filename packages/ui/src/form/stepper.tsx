import { Minus, Plus } from 'lucide-react';
import type { Ref } from 'react';
import { digitsOf } from '../text/digits.tsx';
import { IconButton } from '../button/icon-button.tsx';
import { useUi } from '../ui-context.tsx';
import styles from './stepper.module.css';

/** Longer is no quantity; it bounds what can be typed, not what counts. */
const LONGEST = 9;

/** The whole number that a text means, digits of any script; null when it is none or lies outside of the range. */
export function wholeNumberIn(text: string, min: number, max: number): number | null {
  const digits = digitsOf(text);
  const number = Number(digits);
  return digits !== '' && digits.length === text.trim().length && number >= min && number <= max ? number : null;
}

interface StepperProps {
  /** As typed, right or wrong; `wholeNumberIn` reads it. */
  value: string;
  onChange: (text: string) => void;
  onBlur?: (() => void) | undefined;
  min?: number;
  max?: number;
  id?: string;
  disabled?: boolean;
  ref?: Ref<HTMLInputElement>;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
}

/** A whole number in a range: minus, the number itself to type, plus. What is typed stays as it is. */
export function Stepper({ value, onChange, min = 1, max = 100, disabled, ...rest }: StepperProps) {
  const { texts } = useUi();
  // From a number that is too large or too small a step leads to the nearest that is right.
  const typed = Number(digitsOf(value));
  const step = (by: number) => onChange(String(Math.min(max, Math.max(min, typed + by))));
  return (
    <div className={styles.stepper}>
      <IconButton
        label={texts.decrease}
        icon={<Minus size={20} aria-hidden="true" />}
        disabled={disabled || typed <= min}
        onClick={() => step(-1)}
      />
      <input
        {...rest}
        className={styles.input}
        type="text"
        inputMode="numeric"
        role="spinbutton"
        aria-valuenow={wholeNumberIn(value, min, max) ?? undefined}
        aria-valuetext={value}
        aria-valuemin={min}
        aria-valuemax={max}
        autoComplete="off"
        maxLength={LONGEST}
        disabled={disabled}
        value={value}
        onChange={(event) => onChange(event.target.value)}
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
        disabled={disabled || typed >= max}
        onClick={() => step(1)}
      />
    </div>
  );
}
