import { X } from 'lucide-react';
import { useEffect, useId, useRef, useState, type ReactNode, type RefObject } from 'react';
import { classes } from '../classes.tsx';
import { IconButton } from '../button/icon-button.tsx';
import { dialogOpened } from './open-dialogs.tsx';
import { useUi } from '../ui-context.tsx';
import styles from './dialog.module.css';

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  /** Heading of the dialog and its accessible name. */
  title?: ReactNode;
  /** Accessible name where there is no visible title. */
  label?: string;
  /** Stays in sight below the scrolling content: the main action. */
  footer?: ReactNode;
  children: ReactNode;
  shape: 'sheet' | 'modal';
  role?: 'dialog' | 'alertdialog';
  /** False where a choice must be made: no cross, Esc and a press outside do nothing. */
  dismissable?: boolean;
}

/** The platform's own dialog: focus moves in and stays, Esc and back close, focus returns, the page behind is inert. */
export function Dialog(props: DialogProps) {
  const { open, onClose, shape, dismissable = true } = props;
  const element = useRef<HTMLDialogElement>(null);
  const [shown, setShown] = useState(open);
  const closing = useRef(onClose);
  if (open && !shown) setShown(true);

  useEffect(() => {
    closing.current = onClose;
  }, [onClose]);

  useEffect(() => {
    const dialog = element.current;
    if (!dialog || !open) return;
    const close = () => {
      if (dismissable) closing.current();
    };
    dialog.showModal();
    const gone = dialogOpened(close);
    return () => {
      gone();
      dialog.close();
      // The content stays until the closing motion has ended.
      void Promise.allSettled(dialog.getAnimations().map((motion) => motion.finished)).then(() => {
        if (!dialog.open) setShown(false);
      });
    };
  }, [open, dismissable]);

  return (
    <dialog
      ref={element}
      role={props.role}
      className={classes(styles.dialog, styles[shape])}
      aria-label={props.title ? undefined : props.label}
      onCancel={(event) => {
        event.preventDefault();
        if (dismissable) onClose();
      }}
      onClose={(event) => {
        // The platform has closed it without asking: Android's back before the first touch. A reopened one is open again.
        const dialog = event.currentTarget;
        if (!open || dialog.open) return;
        if (dismissable) onClose();
        else dialog.showModal();
      }}
      onKeyDown={(event) => {
        // Chromium lets a second Esc through a prevented cancel.
        if (event.key === 'Escape') {
          event.preventDefault();
          event.stopPropagation();
          if (dismissable) onClose();
        }
      }}
      onClick={(event) => {
        // The second tap of a double tap was meant for what stood there before the dialog came.
        const outside = event.target === element.current && event.detail < 2;
        if (outside && dismissable) onClose();
      }}
    >
      {shown && <DialogBody {...props} dismissable={dismissable} dialog={element} />}
    </dialog>
  );
}

/** What stands inside of one; a picture of a sheet is made of it too. */
export function DialogBody({
  title,
  shape,
  footer,
  children,
  onClose,
  dismissable,
  dialog,
}: DialogProps & { dialog?: RefObject<HTMLDialogElement | null> }) {
  const { texts } = useUi();
  const titleId = useId();
  useEffect(() => {
    if (title) dialog?.current?.setAttribute('aria-labelledby', titleId);
  }, [dialog, title, titleId]);
  return (
    <div className={styles.panel}>
      {shape === 'sheet' && <span className={styles.grip} aria-hidden="true" />}
      {(title || (dismissable && shape === 'sheet')) && (
        <header className={styles.head}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          {dismissable && (
            <IconButton label={texts.close} icon={<X size={22} aria-hidden="true" />} onClick={onClose} />
          )}
        </header>
      )}
      {/* Nothing in a picture of a sheet takes the focus, and it may be longer than its frame. */}
      <div className={styles.content} tabIndex={dialog === undefined ? 0 : undefined}>
        {children}
      </div>
      {footer && <footer className={styles.foot}>{footer}</footer>}
    </div>
  );
}
