import styles from './toast-region.module.css';

interface ShownToast {
  id: number;
  text: string;
  /** Something that may be done about it, now or never. */
  action?: { label: string; onPress: () => void } | undefined;
}

/** Short messages above the bottom bar, read out by screen readers as they come. */
export function ToastRegion({ toasts }: { toasts: readonly ShownToast[] }) {
  return (
    <div className={styles.region} role="status" aria-live="polite">
      {toasts.map(({ id, text, action }) => (
        <p key={id} className={styles.toast}>
          {text}
          {action && (
            <button type="button" className={styles.action} onClick={action.onPress}>
              {action.label}
            </button>
          )}
        </p>
      ))}
    </div>
  );
}
