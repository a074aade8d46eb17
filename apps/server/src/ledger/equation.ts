/** A statement that must hold of the whole database. The ledger and every noun bring theirs; equations.ts lists them. */
export interface Equation {
  readonly name: string;
  /** What it says, for the operator. */
  readonly sentence: string;
  /** Of what operators and members have set; left out: of money and its records. */
  readonly about?: 'settings';
  /** Stands before what leaves and reads little, so it is checked twice a minute: beside the check of everything, or in place of it. */
  readonly guard?: 'also' | 'only';
  /** Gives `id` of every row that breaks it. */
  readonly rows: string;
}
