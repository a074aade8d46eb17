/** A statement that must hold of the whole database. The ledger and every noun bring theirs; equations.ts lists them. */
export interface Equation {
  readonly name: string;
  /** What it says, for the operator. */
  readonly sentence: string;
  /** Of what operators and members have set, and of the time of the check; left out: of money and its records. */
  readonly about?: 'settings';
  /** Stands before what leaves and reads as much however large the house is, so it is checked twice a minute: beside the check of everything, or in place of it. */
  readonly guard?: 'also' | 'only';
  /** Speaks of transfers, postings and rewards one by one, or of sums that are right when each day’s are: a closed day need not be asked with the open ones. */
  readonly byDay?: true;
  /** Speaks of accounts, or of orders, each by itself: the rounds ask it of some at a time. */
  readonly each?: 'account' | 'order';
  /** Gives `id` of every row that breaks it. */
  readonly rows: string;
}

const MOMENT = 'minerx.moment';

/** Statement that sets what time it is for the equations of a transaction: the product's, which a demo may run ahead or behind. */
export const SET_MOMENT = `SELECT set_config('${MOMENT}', $1, true)`;

/** SQL: the time of the check; the database's where nobody has set another. */
export const CHECKED_AT = `coalesce(nullif(current_setting('${MOMENT}', true), '')::timestamptz, now())`;
