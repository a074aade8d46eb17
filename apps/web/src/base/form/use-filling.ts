import { useRef, useState, type RefObject } from 'react';
import type { Faults, Secrets } from './faults.ts';
import { Refusal } from '../refusal.ts';
import { useFields } from './use-fields.ts';

type FieldOf<Field extends string> = Readonly<Record<string, Field>>;

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
  /**
   * Tells of a refusal; then a secret that was wrong is forgotten, and what the refusal names is marked.
   * @param fieldOf field of the form by its name on the wire
   */
  refuse: (error: unknown, fieldOf: FieldOf<keyof Input & string>, tell: () => Promise<void>) => Promise<void>;
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
  const fail = (faults: Faults<Input>) => {
    setErrors(faults);
    const wrong = order.find((name) => faults[name]);
    if (wrong) form.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus();
    return wrong !== undefined;
  };
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
    fail,
    refuse: async (error, fieldOf, tell) => {
      const faults = faultsIn(error, fieldOf) as Faults<Input>;
      await tell();
      setFields((before) => ({ ...before, ...(faults.pin && { pin: '' }), ...(faults.code && { code: '' }) }));
      fail(faults);
    },
  };
}

/** Fields of the form that a refusal marks, with its codes. */
const faultsIn = <Field extends string>(error: unknown, fieldOf: FieldOf<Field>): Partial<Record<Field, string>> =>
  Object.fromEntries(
    Object.entries(error instanceof Refusal ? error.fields : {}).flatMap(([name, code]) =>
      fieldOf[name] ? [[fieldOf[name], code]] : [],
    ),
  ) as Partial<Record<Field, string>>;
