import { MINUTE_MS } from '@minerx/rules/duration';
import type { Context } from '../../context.ts';
import { listDeviceStates } from './telemetry.query.ts';

/** A reading older than this says nothing about now. */
const FRESH_MS = MINUTE_MS;
const TENTHS = 10;
/** Four decimals: a tenth of a GH/s. */
const ROUNDING = 1e4;

/** The latest value of every device, in every process: the collector tells them over the bus. */
export interface Readings {
  /** Σ share × hashrate of the devices that answered within the last minute, Th/s; null when none did. */
  hashrateOf(shares: readonly { deviceId: number; shareTenths: number }[]): number | null;
  /** Whether a device answers, by the collector's word. */
  answers(deviceId: number): boolean;
  /** Resolves when what was known before this process began is loaded. */
  loaded: Promise<void>;
  close(): void;
}

export const createReadings = ({ pool, bus, clock, log }: Context): Readings => {
  const latest = new Map<number, { hashrateThs: number; at: number }>();
  const answering = new Map<number, boolean>();

  const take = (deviceId: number, hashrateThs: number, at: number): void => {
    const known = latest.get(deviceId);
    if (known === undefined) latest.set(deviceId, { hashrateThs, at });
    else if (at >= known.at) {
      known.hashrateThs = hashrateThs;
      known.at = at;
    }
  };

  const unsubscribe = [
    bus.subscribe('device_readings', ({ readings }) => {
      for (const [id, hashrateThs, at] of readings) take(id, hashrateThs, at);
    }),
    bus.subscribe('device_links', ({ links }) => {
      for (const [id, connected] of links) answering.set(id, connected);
    }),
  ];

  const load = async (): Promise<void> => {
    for (const state of await listDeviceStates(pool)) {
      if (state.answeredAt !== null) take(state.deviceId, state.hashrateThs, state.answeredAt.getTime());
      // A message that came meanwhile is newer than what was read.
      if (!answering.has(state.deviceId)) answering.set(state.deviceId, state.connected);
    }
  };

  return {
    hashrateOf: (shares) => {
      const freshFrom = clock.now() - FRESH_MS;
      let tenths = 0;
      let known = false;
      for (const { deviceId, shareTenths } of shares) {
        const reading = latest.get(deviceId);
        if (reading === undefined || reading.at < freshFrom) continue;
        known = true;
        tenths += reading.hashrateThs * shareTenths;
      }
      return known ? Math.round((tenths / TENTHS) * ROUNDING) / ROUNDING : null;
    },
    answers: (deviceId) => answering.get(deviceId) ?? false,
    loaded: load().catch((error: Error) => log.warn({ err: error }, 'last readings not loaded')),
    close: () => {
      for (const end of unsubscribe) end();
    },
  };
};
