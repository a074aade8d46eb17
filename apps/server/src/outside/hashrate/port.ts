/**
 * One reading of one device, or the reason why there is none.
 * Times are epoch milliseconds of our own clock unless a field says otherwise.
 */
export type HashrateSample = {
  serial: string;
  /** Id of the configured source the reading came through. */
  sourceId: string;
  /** When the answer was complete, our clock. */
  at: number;
  /** The device's own short-window figure, TH/s. */
  instantThs: number;
  /** Hashes since the device's program started (`Total MH` × 10⁶), or null when the dialect has no counter. */
  counterHashes: bigint | null;
  /** The device's own average over its run agrees with its counter: two figures of one mind. */
  counterAttested: boolean;
  /** Seconds since the device's program started, device clock; below zero after that clock was set back. */
  elapsedS: number;
  /**
   * Names one uninterrupted run of the device's program: two counters may be subtracted only inside one epoch.
   * The text is the second (unix time, our clock) at which that run was first computed to have started.
   */
  epochId: string;
  accepted: number;
  rejected: number;
  /** From the device, when the dialect tells it. */
  lastShareAt: number | null;
  /** Names of the repairs that were needed before the answer could be parsed; empty for a clean answer. */
  repairs: string[];
  /** From the configuration of the source, never from what the device says. */
  simulated: boolean;
};

/**
 * - `refused`     the machine is there and takes no connection: its program does not run
 * - `unreachable` no route, or closed without a word: we do not see it
 * - `timeout`     no whole answer within the time given
 * - `truncated`   the answer stopped in the middle (never repaired: half a number is a wrong number)
 * - `parse`       whole, but not readable even after the named repairs, or without a usable hashrate
 * - `denied`      the device answered with an error status
 */
const pollFailureReasons = ['refused', 'unreachable', 'timeout', 'parse', 'truncated', 'denied'] as const;
export type PollFailureReason = (typeof pollFailureReasons)[number];

export type PollResult =
  | { ok: true; sample: HashrateSample }
  | { ok: false; serial: string; at: number; reason: PollFailureReason; detail: string };

/** Where a device is asked, and what its configuration says of the source. */
export type DeviceEndpoint = { serial: string; host: string; port: number; sourceId: string; simulated: boolean };

/** What must be remembered of a device to know whether its next counter continues the last one. */
export type EpochMemory = Pick<HashrateSample, 'at' | 'elapsedS' | 'epochId' | 'counterHashes'>;

/** Who a machine says that it is; null where its program does not tell. */
export type MachineIdentity = {
  /** Twelve hexadecimal digits, small. */
  mac: string | null;
  /** The maker's serial, not ours. */
  machineSerial: string | null;
  /** As the machine signs in to the pool that it works for: `acct.X1-000124`. */
  poolWorker: string | null;
};
