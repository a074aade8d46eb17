import { useId, type ReactNode } from 'react';
import { useUi } from '../ui-context.tsx';
import styles from './switch.module.css';

interface SwitchProps {
  label: ReactNode;
  /** Below the label, smaller. */
  detail?: ReactNode;
  checked: boolean;
  disabled?: boolean;
  /** Something leaves with it: without a network it says so and cannot be switched. */
  sends?: boolean;
  onChange: (checked: boolean) => void;
}

/** On or off, at once: a line whose whole width is pressed. */
export function Switch({
  label,
  detail: ownDetail,
  checked,
  disabled: blocked = false,
  sends = false,
  onChange,
}: SwitchProps) {
  const id = useId();
  const { online, texts } = useUi();
  const lacks = sends && !online;
  const disabled = blocked || lacks;
  const detail = lacks ? texts.offline : ownDetail;
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
