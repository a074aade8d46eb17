import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { asRefusal, Refusal } from '../../base/refusal.ts';

/** Field names and codes of a refusal that says nothing but which fields are wrong; null for any other. */
export function fieldRefusals(error: unknown): Record<string, string> | null {
  if (!(error instanceof Refusal) || error.code !== 'err_validation') return null;
  return Object.keys(error.fields).length === 0 ? null : error.fields;
}

/** Marks the fields of a form that a refusal names, and goes to the first of them; whether there was one. */
export function markRefused<T extends FieldValues, C, O>(
  form: UseFormReturn<T, C, O>,
  error: unknown,
  isField: (name: string) => name is FieldPath<T>,
): boolean {
  const fields = Object.entries(fieldRefusals(error) ?? {}).flatMap(([name, message]) =>
    isField(name) ? [{ name, message }] : [],
  );
  for (const [place, { name, message }] of fields.entries())
    form.setError(name, { message }, { shouldFocus: place === 0 });
  return fields.length > 0;
}

/** Whether somebody answered: a failed sign-in resets its form, a lost answer keeps what was typed. */
export function isAnswered(error: unknown): boolean {
  const { status } = asRefusal(error);
  return status > 0 && status < 500;
}
