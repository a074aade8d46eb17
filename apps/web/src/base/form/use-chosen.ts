import { useState } from 'react';

interface Chosen<T> {
  open: boolean;
  /** Stays while the modal closes. */
  chosen: T | null;
  choose: (one: T) => void;
  close: () => void;
}

/** What of many a modal shows. */
export function useChosen<T>(): Chosen<T> {
  const [state, setState] = useState<Pick<Chosen<T>, 'open' | 'chosen'>>({ open: false, chosen: null });
  return {
    ...state,
    choose: (chosen) => setState({ open: true, chosen }),
    close: () => setState(({ chosen }) => ({ open: false, chosen })),
  };
}
