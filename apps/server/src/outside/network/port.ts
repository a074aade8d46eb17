import type { HasHealth } from '../source-health.ts';

/** The network at its tip. */
export type NetworkState = {
  height: number;
  /** Compact target of the block header, eight hexadecimal digits: `1701fca1`. */
  bits: string;
  /** Difficulty recomputed from `bits`, decimal text with at most 8 decimals. */
  difficulty: string;
  /** Header time of the tip, epoch milliseconds. */
  at: number;
};

/** What another tip is held against. */
export type KnownTip = Pick<NetworkState, 'height' | 'bits'>;

/** A stretch of a UTC day with one difficulty and one subsidy. `fromMs` included, `toMs` not. */
export type DaySegment = {
  fromMs: number;
  toMs: number;
  /** Eight hexadecimal digits. */
  bits: string;
  /** A height inside the segment; it decides the subsidy. */
  height: number;
};

/** Bitcoin's difficulty. Every call throws `OutsideFailure`. */
export type NetworkSource = HasHealth & {
  sourceId: string;
  simulated: boolean;
  /** The tip that an earlier start believed last: the first one of this start must be able to follow it. Null: any may be the first. */
  recall(tip: KnownTip | null): void;
  current(): Promise<NetworkState>;
  /**
   * The UTC day `YYYY-MM-DD` from midnight to midnight without holes, split where the difficulty was adjusted
   * (every 2 016 blocks) or the subsidy halved (every 210 000). Refuses with `not_ready` while a coming block
   * could still change the day: until the first block after midnight, about an hour longer next to an adjustment.
   */
  segmentsOfDay(day: string): Promise<DaySegment[]>;
};
