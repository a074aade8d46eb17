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
