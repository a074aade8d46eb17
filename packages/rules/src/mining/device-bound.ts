/** What a device may be credited with, whatever it says of itself. */

/** Room above the rated hashrate for overclocking and for counters that move in steps. A stated bound, not a measurement. */
const HEADROOM_PERCENT = 125n;
const HASHES_PER_THS = 1_000_000_000_000n;
const SECONDS_PER_MINUTE = 60n;

/** The most hashes a second that a device of this rating can do. */
export const boundPerSecond = (ratedThs: number): bigint =>
  (BigInt(ratedThs) * HASHES_PER_THS * HEADROOM_PERCENT) / 100n;

/** The most that one minute of it can hold: for every rating that the database allows far below its largest integer. */
export const boundPerMinute = (ratedThs: number): bigint => boundPerSecond(ratedThs) * SECONDS_PER_MINUTE;

/** The most that it can have done in a time; nothing in a time that ran backwards. */
export const boundOfMs = (perSecond: bigint, ms: number): bigint =>
  ms <= 0 ? 0n : (perSecond * BigInt(Math.ceil(ms))) / 1000n;

/** How far above the pool's figure a device is believed where operators have set nothing, in millionths: the pool's luck with shares. */
export const DEFAULT_LUCK_BAND_PPM = 100_000;
