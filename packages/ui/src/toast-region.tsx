import styles from './toast-region.module.css';

/** Short messages above the bottom bar, read out by screen readers as they come. */
export function ToastRegion({ toasts }: { toasts: readonly { id: number; text: string }[] }) {
  return (
    <div className={styles.region} role="status" aria-live="polite">
      {toasts.map((toast) => (
        <p key={toast.id} className={styles.toast}>
          {toast.text}
        </p>
      ))}
    </div>
  );
}
