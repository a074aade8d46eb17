import { useSyncExternalStore } from 'react';
import { onSessionEnd } from '../base/session.ts';

/** One message about an order's machines. */
interface Reading {
  /** Th/s; null when none of the machines could be measured. */
  ths: number | null;
  /** Milliseconds since 1970 on this device. */
  at: number;
}

const readings = new Map<string, Reading>();
const listeners = new Map<string, Set<(reading: Reading) => void>>();

// The next member on this device starts with nothing of the last one.
onSessionEnd(() => readings.clear());

/** The latest live hashrate of an order, by its serial. Kept outside of the query cache: it changes every second. */
export const hashrates = {
  put(serial: string, ths: number | null, at = Date.now()): void {
    const reading = { ths, at };
    readings.set(serial, reading);
    for (const listener of listeners.get(serial) ?? []) listener(reading);
  },

  get: (serial: string): Reading | undefined => readings.get(serial),

  /** Calls back with every message of one serial, also when the value is what it was. */
  follow(serial: string, listener: (reading: Reading) => void): () => void {
    const all = listeners.get(serial) ?? new Set();
    listeners.set(serial, all.add(listener));
    return () => {
      all.delete(listener);
      if (all.size === 0) listeners.delete(serial);
    };
  },
};

/** Th/s as the feed last said it; undefined while the feed has said nothing. Draws anew only when the value changes. */
export const useHashrate = (serial: string): number | null | undefined =>
  useSyncExternalStore(
    (changed) => hashrates.follow(serial, changed),
    () => readings.get(serial)?.ths,
  );
