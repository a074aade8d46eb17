import { useEffect } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { writeDraft } from './draft.ts';

/** Keeps the form's draft up to date while it is filled in. */
export function useDraft<T extends FieldValues, C, O>(form: UseFormReturn<T, C, O>, name: string): void {
  const { subscribe } = form;
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => writeDraft(name, values) }),
    [subscribe, name],
  );
}
