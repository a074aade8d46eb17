import { useId, type ReactNode } from 'react';
import styles from './switch.module.css';

interface SwitchProps {
  label: ReactNode;
  /** Below the label, smaller. */
  detail?: ReactNode;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

/** On or off, at once: a line whose whole width is pressed. */
export function Switch({ label, detail, checked, disabled = false, onChange }: SwitchProps) {
  const id = useId();
  return (
    <label className={styles.line} data-disabled={disabled || undefined}>
      <span className={styles.words}>
        <span>{label}</span>
        {detail && (
          <span id={id} className={styles.detail}>
            {detail}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        role="switch"
        className={styles.input}
        checked={checked}
        disabled={disabled}
        aria-describedby={detail ? id : undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={styles.track} aria-hidden="true" />
    </label>
  );
}
