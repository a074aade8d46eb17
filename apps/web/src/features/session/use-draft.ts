import { useEffect } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { Draft } from '../../base/form/drafts.ts';

/** Keeps the form's draft up to date while it is filled in. */
export function useDraft<T extends FieldValues, C, O>(form: UseFormReturn<T, C, O>, draft: Draft<Partial<T>>): void {
  const { subscribe } = form;
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => draft.write(values) }),
    [subscribe, draft],
  );
}
