import { Dialog, type DialogProps } from './dialog.tsx';

type ModalProps = Omit<DialogProps, 'shape'>;

/** In the middle of the screen. For something that must be read or decided before going on. */
export function Modal(props: ModalProps) {
  return <Dialog {...props} shape="modal" />;
}
