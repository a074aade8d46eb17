/** A device behind an order, and how much of it belongs to the order. */
export interface DeviceShare {
  deviceId: number;
  /** 10 is a whole miner. */
  shareTenths: number;
}

/** What the measurements of a UTC day say about an order before it is settled. */
export interface TodayOfOrder {
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  /** Satoshi mined so far at the difficulty of now; never credited as it stands. */
  estimatedSat: bigint;
  /** Device seconds measured, those in which it stood still, and those that nobody could see: together all that have passed. */
  coveredSeconds: number;
  downSeconds: number;
  blindSeconds: number;
}

/** The measurements that the screens read; modules/telemetry provides them. */
export interface OrderMeasurements {
  /** Σ share × the device's latest hashrate, Th/s; null when none of the devices was measured lately. */
  hashrateOf(shares: readonly DeviceShare[]): number | null;
  /** Null when nothing can be said yet: no measurement today, or no network source. */
  todayOfOrder(orderId: string): Promise<TodayOfOrder | null>;
  /** The same of a day that is over and not settled. */
  dayOfOrder(orderId: string, day: string): Promise<TodayOfOrder | null>;
  /** Satoshi that orders have mined on a day that is over and not settled: the sum of their estimates. */
  daySatOfOrders(orderIds: readonly string[], day: string): Promise<bigint>;
  /** Satoshi that all live orders of a member have mined today so far: the sum of their estimates. */
  todaySatOfMember(memberId: bigint): Promise<bigint>;
  /** Minute averages, oldest first; null where nothing was measured, and before the order's first full minute. */
  hashrateSeries(orderId: string): Promise<{ at: Date; hashrateThs: number | null }[]>;
}
