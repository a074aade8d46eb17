import { useRef, useState, type RefObject } from 'react';
import type { Faults, Secrets } from './faults.ts';
import { Refusal } from '../refusal.ts';
import { useFields } from './use-fields.ts';

export interface Filling<Input> {
  /** Of the form, whose fields carry their names. */
  form: RefObject<HTMLFormElement | null>;
  input: Input;
  errors: Faults<Input>;
  /** Writes the draft, and forgets what was wrong with these fields. */
  change: (part: Partial<Input>) => void;
  /** Marks what is wrong with some fields, beside what is marked. */
  mark: (faults: Faults<Input>) => void;
  /** Marks what is wrong and takes the member to the first of it; true when something is. */
  fail: (faults: Faults<Input>) => boolean;
  /** Forgets a secret that was wrong. */
  clear: (faults: Faults<Input>) => void;
}

/**
 * What is typed into a form, kept over a reload but for PIN and code, and what is wrong with it.
 * @param order the fields from the top
 */
export function useFilling<Input extends Secrets>(
  draft: { write: (input: Input) => void },
  first: () => Omit<Input, keyof Secrets>,
  order: readonly (keyof Input & string)[],
): Filling<Input> {
  const { fields: input, change, setFields } = useFields(draft, () => ({ ...first(), pin: '', code: '' }) as Input);
  const [errors, setErrors] = useState<Faults<Input>>({});
  const form = useRef<HTMLFormElement>(null);
  return {
    form,
    input,
    errors,
    change: (part) => {
      change(part);
      const left = Object.entries(errors).filter(([name]) => !Object.hasOwn(part, name));
      setErrors(Object.fromEntries(left) as Faults<Input>);
    },
    mark: (faults) => setErrors({ ...errors, ...faults }),
    fail: (faults) => {
      setErrors(faults);
      const wrong = order.find((name) => faults[name]);
      if (wrong) form.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus();
      return wrong !== undefined;
    },
    clear: (faults) =>
      setFields((before) => ({ ...before, ...(faults.pin && { pin: '' }), ...(faults.code && { code: '' }) })),
  };
}

/**
 * Fields of the form that a refusal marks, with its codes.
 * @param fieldOf field of the form by its name on the wire
 */
export const faultsIn = <Field extends string>(
  error: unknown,
  fieldOf: Readonly<Record<string, Field>>,
): Partial<Record<Field, string>> =>
  Object.fromEntries(
    Object.entries(error instanceof Refusal ? error.fields : {}).flatMap(([name, code]) =>
      fieldOf[name] ? [[fieldOf[name], code]] : [],
    ),
  ) as Partial<Record<Field, string>>;
