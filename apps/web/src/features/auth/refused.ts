import { asRefusal, Refusal } from '../../base/refusal.ts';

/** Field names and codes of a refusal that says nothing but which fields are wrong; null for any other. */
export function fieldRefusals(error: unknown): Record<string, string> | null {
  if (!(error instanceof Refusal) || error.code !== 'err_validation') return null;
  return Object.keys(error.fields).length === 0 ? null : error.fields;
}

/** Whether somebody answered: a failed sign-in resets its form, a lost answer keeps what was typed. */
export const isAnswered = (error: unknown): boolean => {
  const { status } = asRefusal(error);
  return status > 0 && status < 500;
};
