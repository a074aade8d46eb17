import { useEffect, useState } from 'react';
import { Dialog, type DialogProps } from './dialog.tsx';
import { UiProvider, useUi } from '../ui-context.tsx';

/** Nobody reads a sheet faster than this. */
const BLIND_MS = 300;

interface SheetProps extends Omit<DialogProps, 'shape' | 'role'> {
  /** What it asks, where it asks several things in turn. */
  question?: string | null | undefined;
}

/**
 * Comes up from the bottom edge, within the thumb's reach. For choices and short forms; long forms are pages.
 * For a moment after it has come, and after each new question, its buttons take no press: the second of a double tap, in
 * the same place, agrees to nothing.
 */
export function Sheet({ question = null, ...props }: SheetProps) {
  const ui = useUi();
  const [read, setRead] = useState<{ question: string | null } | null>(null);
  useEffect(() => {
    if (!props.open) return;
    const timer = setTimeout(() => setRead({ question }), BLIND_MS);
    return () => {
      clearTimeout(timer);
      setRead(null);
    };
  }, [props.open, question]);
  return (
    <UiProvider value={{ ...ui, blind: props.open && read?.question !== question }}>
      <Dialog {...props} shape="sheet" />
    </UiProvider>
  );
}
