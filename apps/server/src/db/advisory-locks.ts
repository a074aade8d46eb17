/**
 * The advisory locks of the database, each for one purpose and the same in every version: processes meet on these numbers.
 * Functions of the migrations take 7 240 101 (making the partition of a day's minutes) and, with a day, 7 240 105 (its minutes).
 */
export const ADVISORY_LOCK = {
  /** Held for as long as a process has the lease. */
  collector: 7_240_102,
  worker: 7_240_103,
  /** One settlement at a time, in all processes. */
  settlement: 7_240_104,
  /** The figures of teams: one fold at a time. With a day the number is another lock, see above. */
  teamFigures: 7_240_105,
  /** With a day: what the pool paid for it. */
  poolPayout: 7_240_106,
  /** The reference rows of a start. */
  seed: 7_240_107,
  /** The next line of the audit log: lines are chained, so they come one after the other. */
  audit: 7_240_110,
  /** Held together by whatever lets something leave until it is committed, and alone by a freeze of payouts. */
  payouts: 7_240_111,
  /** The next child number of deposit addresses. */
  depositAddress: 7_240_112,
  /** Held by the one demo that runs on a database. */
  demo: 7_240_113,
  migration: 7_310_522,
} as const;
