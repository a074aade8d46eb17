/** One line of the product, broken on purpose, and the tests that must notice. */
export interface Mutant {
  /** What the break would mean, as a sentence. */
  readonly name: string;
  /** Path from the root. */
  readonly file: string;
  /** Stands exactly once in the file. */
  readonly from: string;
  readonly to: string;
  /** Test files, nearest first. */
  readonly tests: readonly string[];
}

export const MODULES = 'apps/server/src/modules';

/** Of a file of the rules, which its own test notices; others may be named with it. */
export const rule = (file: string, name: string, from: string, to: string, ...tests: string[]): Mutant => ({
  name,
  file: `packages/rules/src/${file}.ts`,
  from,
  to,
  tests: [`packages/rules/src/${file}.test.ts`, ...tests],
});

/** Of a noun's files, by tests that all of them have. */
export const inModule =
  (noun: string, ...tests: string[]) =>
  (file: string, name: string, from: string, to: string, ...others: string[]): Mutant => ({
    name,
    file: `${MODULES}/${noun}/${file}.ts`,
    from,
    to,
    tests: [...tests, ...others],
  });
