import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import type { RefusalCode } from '@minerx/contract/refusal';
import type { FieldErrors, FieldPath, FieldValues, Resolver } from 'react-hook-form';

/** A new secret, the field that repeats it, and what is wrong when they differ. */
type Pair<T extends FieldValues> = readonly [first: FieldPath<T>, second: FieldPath<T>, code: RefusalCode];

/**
 * The contract's schema as the judge of a form, and the pairs beside it: the contract compares them only once every field is
 * right, but a member should see both kinds of mistake at once.
 */
export function withPairs<T extends FieldValues>(schema: unknown, pairs: readonly Pair<T>[]): Resolver<T, unknown, T> {
  const contractResolver = standardSchemaResolver(
    schema as Parameters<typeof standardSchemaResolver>[0],
  ) as unknown as Resolver<T, unknown, T>;
  return async (typed, ...rest) => {
    const judged = await contractResolver(typed, ...rest);
    const errors: Record<string, unknown> = { ...judged.errors };
    for (const [first, second, message] of pairs)
      if (typed[second] !== '' && typed[first] !== typed[second]) errors[second] = { type: '', message };
    return Object.keys(errors).length === 0 ? judged : { values: {}, errors: errors as FieldErrors<T> };
  };
}
