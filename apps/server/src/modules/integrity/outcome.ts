import { createHash } from 'node:crypto';

/** What came of checking an equation. */
export interface EquationOutcome {
  name: string;
  sentence: string;
  violations: bigint;
  /** What breaks it, each by name: what an operator knows of is known by it. Too many to name are one digest. */
  broken: readonly string[];
  /** Some of them. */
  examples: readonly string[];
}

const EXAMPLES = 5;
/** So many stand in the audit log by name when an operator accepts them. */
const NAMED = 1000;

/** The outcome of an equation by the names of what breaks it, in their order. */
export const outcomeOf = (
  { name, sentence }: Pick<EquationOutcome, 'name' | 'sentence'>,
  names: readonly string[],
): EquationOutcome => ({
  name,
  sentence,
  violations: BigInt(names.length),
  broken: names.length <= NAMED ? names : [digestOf(names)],
  examples: names.slice(0, EXAMPLES),
});

/** Of many names, so that any other in the place of one is seen. */
export const digestOf = (names: readonly string[]): string =>
  `${names.length} of sha256 ${createHash('sha256').update(names.join('\n')).digest('hex')}`;
