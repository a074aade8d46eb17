import { useRef, useState, type RefObject } from 'react';
import type { Draft } from './drafts.ts';

export interface AmountEntry {
  /** Code of what is wrong with the amount. */
  amountError: string | undefined;
  amountInput: RefObject<HTMLInputElement | null>;
}

interface Fields<T> extends AmountEntry {
  fields: T;
  /** Writes the draft, and forgets what was wrong. */
  change: (part: Partial<T>) => void;
  setAmountError: (code: string | undefined) => void;
}

/** What is typed and chosen in a form that moves money, and what is wrong with its amount. */
export function useFields<T>(draft: Draft<T>, first: () => T = draft.read): Fields<T> {
  const [fields, setFields] = useState(first);
  const [amountError, setAmountError] = useState<string>();
  const amountInput = useRef<HTMLInputElement>(null);
  const change = (part: Partial<T>) => {
    const next = { ...fields, ...part };
    setAmountError(undefined);
    setFields(next);
    draft.write(next);
  };
  return { fields, change, amountError, setAmountError, amountInput };
}
