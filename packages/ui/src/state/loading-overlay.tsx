import { Dialog } from '../dialog/dialog.tsx';
import { Spinner } from './spinner.tsx';
import { useUi } from '../ui-context.tsx';
import styles from './loading-overlay.module.css';

/** Covers the screen while something must not be disturbed. Prefer a busy button or a skeleton. */
export function LoadingOverlay({ open, text }: { open: boolean; text?: string | undefined }) {
  const { texts } = useUi();
  const words = text ?? texts.loading;
  return (
    <Dialog open={open} onClose={() => undefined} shape="modal" label={words} dismissable={false}>
      <div className={styles.body} role="status">
        <Spinner size={36} />
        <p>{words}</p>
      </div>
    </Dialog>
  );
}
