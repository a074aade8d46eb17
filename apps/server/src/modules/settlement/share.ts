/** An order's share of a device, and the minutes of a day in which it worked for the order. */
export interface Share {
  deviceId: number;
  tenths: number;
  fromMinute: number;
  /** Not included. */
  toMinute: number;
}

export const MINUTES_PER_DAY = 1440;
