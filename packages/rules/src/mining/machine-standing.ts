/** How a machine stands beside what the pool saw of it, the worst first. */
export const STANDINGS = ['silent', 'unseen', 'apart', 'new', 'even'] as const;
export type Standing = (typeof STANDINGS)[number];

/** A machine now, and on the newest settled day. */
export interface MachineFigures {
  /** Whether it answers now. */
  readonly connected: boolean;
  /** Hashes of that day that it was measured with; null where the day knows nothing of it. */
  readonly measured: bigint | null;
  /** Hashes that the pool saw; null where it told nothing. */
  readonly pool: bigint | null;
}

const PPM = 1_000_000n;
const DAY_S = 86_400n;
const GIGA = 1_000_000_000n;

/** The mean of a day's hashes, in Th/s to three places. */
export const meanThs = (hashes: bigint): number => Number(hashes / DAY_S / GIGA) / 1000;

/** How far above what the pool saw it was measured, in millionths, negative below; null where the two cannot be compared. */
export const apartPpm = ({ measured, pool }: Pick<MachineFigures, 'measured' | 'pool'>): number | null =>
  measured === null || pool === null || pool === 0n ? null : Number(((measured - pool) * PPM) / pool);

/**
 * `silent`: it does not answer. `unseen`: it was measured, and the pool saw nothing of it. `apart`: the two differ by more than the band.
 * `new`: no settled day knows it.
 */
export const standingOf = (machine: MachineFigures, bandPpm: number): Standing => {
  const { connected, measured } = machine;
  if (!connected) return 'silent';
  if (measured === null) return 'new';
  const apart = apartPpm(machine);
  if (apart === null) return measured > 0n ? 'unseen' : 'even';
  return Math.abs(apart) > bandPpm ? 'apart' : 'even';
};
