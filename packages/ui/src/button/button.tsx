import { useId, type ButtonHTMLAttributes, type ReactNode, type Ref } from 'react';
import { classes } from '../classes.tsx';
import { Spinner } from '../state/spinner.tsx';
import { useUi } from '../ui-context.tsx';
import styles from './button.module.css';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

interface ButtonLook {
  variant?: ButtonVariant | undefined;
  size?: 'large' | 'medium' | undefined;
  /** Takes the whole width of its place. */
  full?: boolean | undefined;
}

/** The same look for a link: `<Link className={buttonClass({ variant: 'primary' })}>`. */
export const buttonClass = ({ variant = 'primary', size = 'large', full = false }: ButtonLook = {}): string =>
  classes(styles.button, styles[variant], styles[size], full && styles.full);

export interface ButtonProps extends ButtonLook, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> {
  /** Work is under way: a ring takes the label's place, the width stays, presses are ignored. */
  busy?: boolean | undefined;
  /** Why it cannot be pressed now. Shown as text under the button; the button stays reachable by keyboard. */
  reason?: string | null | undefined;
  /** Something leaves with it: without a network it says so and cannot be pressed. */
  sends?: boolean | undefined;
  icon?: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({
  variant,
  size,
  full,
  busy = false,
  reason: ownReason,
  sends = false,
  icon,
  children,
  className,
  onClick,
  ...rest
}: ButtonProps) {
  const reasonId = useId();
  const { blind, online, texts } = useUi();
  const reason = sends && !online && !busy ? texts.offline : ownReason;
  const blocked = busy || blind || Boolean(reason);
  const button = (
    <button
      type="button"
      {...rest}
      className={classes(buttonClass({ variant, size, full }), busy && styles.busy, className)}
      aria-busy={busy || undefined}
      aria-disabled={blocked || rest['aria-disabled'] || undefined}
      aria-describedby={reason ? reasonId : rest['aria-describedby']}
      onClick={(event) => {
        if (blocked) event.preventDefault();
        else onClick?.(event);
      }}
    >
      <span className={styles.label}>
        {icon}
        {children}
      </span>
      {busy && (
        <span className={styles.ring}>
          <Spinner />
        </span>
      )}
    </button>
  );
  if (reason === undefined || reason === null || reason === '') return button;
  return (
    <div className={classes(styles.stack, full && styles.full)}>
      {button}
      <p className={styles.reason} id={reasonId}>
        {reason}
      </p>
    </div>
  );
}
