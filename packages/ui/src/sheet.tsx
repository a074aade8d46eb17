import { Dialog, type DialogProps } from './dialog.tsx';

export type SheetProps = Omit<DialogProps, 'shape' | 'role'>;

/** Comes up from the bottom edge, within the thumb's reach. For choices and short forms; long forms are pages. */
export function Sheet(props: SheetProps) {
  return <Dialog {...props} shape="sheet" />;
}
