import { useRef, useState, type RefObject } from 'react';
import type { Draft } from './drafts.ts';

interface Fields<T> {
  fields: T;
  /** Writes the draft. */
  change: (part: Partial<T>) => void;
  /** Without a draft: what was sent, and secrets. */
  setFields: (fields: T | ((before: T) => T)) => void;
}

/** What is typed and chosen in a form, kept over a reload until it is sent. */
export function useFields<T extends object>(draft: Pick<Draft<T>, 'write'>, first: () => T): Fields<T> {
  const [fields, setFields] = useState(first);
  const change = (part: Partial<T>) => {
    const next = { ...fields, ...part };
    setFields(next);
    draft.write(next);
  };
  return { fields, change, setFields };
}

export interface AmountEntry {
  /** Code of what is wrong with the amount. */
  amountError: string | undefined;
  amountInput: RefObject<HTMLInputElement | null>;
}

interface AmountFields<T> extends Omit<Fields<T>, 'setFields'>, AmountEntry {
  setAmountError: (code: string | undefined) => void;
  /** The field is left with this wrong with it; nothing typed is nothing wrong yet. */
  leaveAmount: (fault: string | undefined) => void;
}

/** The same in a form that moves money, and what is wrong with its amount, until something is changed. */
export function useAmountFields<T extends { amount: string }>(
  draft: Draft<T>,
  first: () => T = draft.read,
): AmountFields<T> {
  const { fields, change } = useFields(draft, first);
  const [amountError, setAmountError] = useState<string>();
  const amountInput = useRef<HTMLInputElement>(null);
  return {
    fields,
    change: (part) => {
      setAmountError(undefined);
      change(part);
    },
    amountError,
    setAmountError,
    leaveAmount: (fault) => {
      if (fields.amount !== '') setAmountError(fault);
    },
    amountInput,
  };
}
