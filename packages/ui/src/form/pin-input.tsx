import { Eye, EyeOff } from 'lucide-react';
import { useState, type Ref } from 'react';
import { classes } from '../classes.tsx';
import { digitsOf } from '../text/digits.tsx';
import { IconButton } from '../button/icon-button.tsx';
import { useUi } from '../ui-context.tsx';
import styles from './pin-input.module.css';

export interface PinInputProps {
  value: string;
  onChange: (digits: string) => void;
  onBlur?: (() => void) | undefined;
  length?: number;
  name?: string;
  id?: string;
  ref?: Ref<HTMLInputElement>;
  disabled?: boolean;
  enterKeyHint?: 'done' | 'next' | 'go';
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
  'aria-label'?: string;
}

/** A secret PIN: six boxes drawn over one input, masked with a toggle. The browser is not asked to keep it. */
export function PinInput(props: PinInputProps) {
  const { texts } = useUi();
  const [shown, setShown] = useState(false);
  return (
    <div className={styles.row}>
      <Boxes {...props} masked={!shown} autoComplete="off" />
      <IconButton
        label={shown ? texts.hideDigits : texts.showDigits}
        aria-pressed={shown}
        icon={shown ? <EyeOff size={20} aria-hidden="true" /> : <Eye size={20} aria-hidden="true" />}
        onClick={() => setShown(!shown)}
      />
    </div>
  );
}

/** An emailed code: the same boxes in clear, filled from mail or clipboard where the platform can. */
export function CodeInput(props: PinInputProps) {
  return <Boxes {...props} masked={false} autoComplete="one-time-code" />;
}

interface BoxesProps extends PinInputProps {
  masked: boolean;
  autoComplete: 'off' | 'one-time-code';
}

function Boxes({ value, onChange, length = 6, masked, ref, ...rest }: BoxesProps) {
  const [focused, setFocused] = useState(false);
  // No maxLength: it would cut a pasted "Code: 98 76-54" before the digits are picked out of it.
  return (
    <div className={styles.boxes}>
      <input
        {...rest}
        ref={ref}
        className={classes(styles.input, masked && styles.masked)}
        type="text"
        inputMode="numeric"
        pattern="[0-9]*"
        autoCorrect="off"
        spellCheck={false}
        data-1p-ignore={masked || undefined}
        data-lpignore={masked || undefined}
        value={value}
        onChange={(event) => onChange(digitsOf(event.target.value).slice(0, length))}
        onFocus={() => setFocused(true)}
        onBlur={() => {
          setFocused(false);
          rest.onBlur?.();
        }}
      />
      <div className={styles.drawn} aria-hidden="true">
        {Array.from({ length }, (_, place) => (
          <span
            key={place}
            className={classes(styles.box, focused && place === Math.min(value.length, length - 1) && styles.current)}
          >
            {value[place] === undefined ? '' : masked ? '•' : value[place]}
          </span>
        ))}
      </div>
    </div>
  );
}
