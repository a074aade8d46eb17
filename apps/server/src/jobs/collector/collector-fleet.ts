import { MINUTE_MS } from '@minerx/rules/duration';
import type { DeviceRow } from '../../modules/device/device.query.ts';
import { boundPerMinute, boundPerSecond } from '@minerx/rules/device-bound';
import type { Answer } from '../../modules/telemetry/hash-proof.ts';
import {
  accountPoll,
  createTrack,
  doubtDown,
  type DeviceTrack,
  type MinutePart,
} from '../../modules/telemetry/minute-estimator.ts';
import type { MinuteRow, StateRow } from '../../modules/telemetry/telemetry.command.ts';
import type { DeviceStateRow } from '../../modules/telemetry/telemetry.query.ts';
import { countAtSite, createSites, moveToSite, type Site } from './collector-site.ts';
import type { DeviceEndpoint, EpochMemory, PollResult } from '../../outside/hashrate/port.ts';

/** A device counts as disconnected after this long without an answer … */
const SILENCE_MS = MINUTE_MS;
/** … and as many polls that failed: one lost poll after we looked away says nothing. */
const SILENT_POLLS = 3;
const COUNTER_LIMIT = 10n ** 40n;
const ELAPSED_LIMIT = 2_147_483_647;

interface Tracked {
  deviceId: number;
  endpoint: DeviceEndpoint;
  track: DeviceTrack;
  ratedThs: number;
  connected: boolean;
  failures: number;
  /** Polled since its place was last kept. */
  polled: boolean;
  site: Site;
}

/** Failures this many rounds before a site was known to be gone belong to it. */
const SITE_ROUNDS = 3;

type Reading = [deviceId: number, hashrateThs: number, at: number];
export type Link = [deviceId: number, connected: boolean, at: number];

interface Batch {
  minutes: MinuteRow[];
  states: StateRow[];
  /** Devices whose answers were not all believed, and how many were not. */
  doubted: [deviceId: number, answers: number][];
}

/** The devices that are polled, in memory: what their polls said since the last writing. */
export interface Fleet {
  endpoints(): readonly DeviceEndpoint[];
  remembered(serial: string): EpochMemory | null;
  /** Follows the device table: new ones are added, retired ones dropped after their minutes are taken. */
  adopt(devices: readonly DeviceRow[], states?: readonly DeviceStateRow[]): void;
  take(result: PollResult): void;
  /** Devices whose program began anew since the last call: another machine may answer there. */
  suspects(): number[];
  /** Whether a device has answered for the first time since the last call. */
  hasNewcomers(): boolean;
  /** Readings and changed links since the last call. */
  news(): { readings: Reading[]; links: Link[] };
  /** Takes everything that is to be written; give it back with `restore` when the writing failed. */
  batch(): Batch;
  restore(batch: Batch): void;
  /** Follows these devices no more, and gives what is to be written before another process does. */
  release(isGone: (deviceId: number) => boolean): Batch;
  /** These begin anew, as if they had never answered. */
  forget(deviceIds: readonly number[]): void;
}

export const createFleet = (intervalMs: number): Fleet => new PolledFleet(intervalMs);

class PolledFleet implements Fleet {
  readonly #intervalMs: number;
  readonly #bySerial = new Map<string, Tracked>();
  readonly #byId = new Map<number, Tracked>();
  readonly #sites = createSites();
  #endpoints: DeviceEndpoint[] = [];
  #readings = new Map<number, Reading>();
  #links: Link[] = [];
  #suspects = new Set<number>();
  #hasNewcomers = false;
  /** Minutes of devices that are not followed any more. */
  #orphaned: MinuteRow[] = [];

  constructor(intervalMs: number) {
    this.#intervalMs = intervalMs;
  }

  endpoints(): readonly DeviceEndpoint[] {
    return this.#endpoints;
  }

  remembered(serial: string): EpochMemory | null {
    return this.#bySerial.get(serial)?.track.answered ?? null;
  }

  adopt(devices: readonly DeviceRow[], states: readonly DeviceStateRow[] = []): void {
    const known = new Map(states.map((state) => [state.deviceId, state]));
    const present = new Set<number>();
    for (const row of devices) {
      present.add(row.id);
      const device = this.#byId.get(row.id);
      if (device) {
        device.endpoint = endpointOf(row);
        device.ratedThs = row.ratedThs;
        moveToSite(device, this.#sites.of(row));
      } else this.#follow(row, known.get(row.id));
    }
    for (const device of this.#byId.values()) {
      if (present.has(device.deviceId)) continue;
      this.#orphaned.push(...takeMinutes(device));
      if (device.connected) this.#link(device, false, device.track.answered?.at ?? 0);
      this.#drop(device);
    }
    this.#endpoints = [...this.#byId.values()].map(({ endpoint }) => endpoint);
  }

  #follow(row: DeviceRow, state: DeviceStateRow | undefined): void {
    const device: Tracked = {
      deviceId: row.id,
      endpoint: endpointOf(row),
      track: createTrack(placeOf(state)),
      ratedThs: row.ratedThs,
      connected: state?.connected ?? false,
      failures: 0,
      polled: false,
      site: this.#sites.of(row),
    };
    device.site.size += 1;
    this.#bySerial.set(row.serial, device);
    this.#byId.set(row.id, device);
  }

  /** Counts the failure; when with it the whole site is gone, what its devices were called in these rounds is taken back. */
  #fail(device: Tracked, at: number): void {
    device.failures += 1;
    if (device.failures > 1) return;
    const { site } = device;
    const wasGone = site.isGone;
    countAtSite(site, 0, 1);
    if (wasGone || !site.isGone) return;
    const fromS = Math.floor((at - SITE_ROUNDS * this.#intervalMs) / 1000);
    for (const other of this.#byId.values())
      if (other.site === site && other.failures > 0) doubtDown(other.track, fromS);
  }

  take(result: PollResult): void {
    const device = this.#bySerial.get(result.ok ? result.sample.serial : result.serial);
    if (!device) return;
    if (!result.ok) this.#fail(device, result.at);
    else if (device.failures > 0) countAtSite(device.site, 0, -1);
    const isNew = device.track.answered === null && !device.connected;
    const isNewRun = result.ok && device.track.answered?.epochId !== result.sample.epochId;
    const limits = { intervalMs: this.#intervalMs, boundPerS: boundPerSecond(device.ratedThs) };
    accountPoll(device.track, result, limits, device.site.isGone);
    device.polled = true;
    if (result.ok) {
      device.failures = 0;
      const { at, instantThs } = result.sample;
      if (isNewRun) this.#suspects.add(device.deviceId);
      this.#readings.set(device.deviceId, [device.deviceId, Math.round(instantThs * 1e4) / 1e4, at]);
      if (isNew) this.#hasNewcomers = true;
      if (!device.connected) this.#link(device, true, at);
      return;
    }
    const silentMs = result.at - (device.track.answered?.at ?? 0);
    const isSilent = device.failures >= SILENT_POLLS && silentMs >= SILENCE_MS;
    if (device.connected && isSilent) this.#link(device, false, result.at);
  }

  #link(device: Tracked, connected: boolean, at: number): void {
    device.connected = connected;
    this.#links.push([device.deviceId, connected, at]);
  }

  suspects(): number[] {
    const ids = [...this.#suspects];
    this.#suspects.clear();
    return ids;
  }

  hasNewcomers(): boolean {
    const had = this.#hasNewcomers;
    this.#hasNewcomers = false;
    return had;
  }

  news(): { readings: Reading[]; links: Link[] } {
    const told = { readings: [...this.#readings.values()], links: this.#links };
    this.#readings = new Map();
    this.#links = [];
    return told;
  }

  batch(): Batch {
    const minutes = this.#orphaned;
    this.#orphaned = [];
    const states: StateRow[] = [];
    const doubted: Batch['doubted'] = [];
    for (const device of this.#byId.values()) {
      minutes.push(...takeMinutes(device));
      if (device.track.doubted > 0) doubted.push([device.deviceId, device.track.doubted]);
      device.track.doubted = 0;
      if (device.polled) states.push(stateOf(device));
      device.polled = false;
    }
    return { minutes, states, doubted };
  }

  release(isGone: (deviceId: number) => boolean): Batch {
    const batch: Batch = { minutes: [], states: [], doubted: [] };
    for (const device of this.#byId.values()) {
      if (!isGone(device.deviceId)) continue;
      batch.minutes.push(...takeMinutes(device));
      if (device.polled) batch.states.push(stateOf(device));
      this.#drop(device);
    }
    this.#endpoints = [...this.#byId.values()].map(({ endpoint }) => endpoint);
    return batch;
  }

  #drop(device: Tracked): void {
    countAtSite(device.site, -1, device.failures > 0 ? -1 : 0);
    this.#byId.delete(device.deviceId);
    this.#bySerial.delete(device.endpoint.serial);
  }

  restore({ minutes, states }: Batch): void {
    for (const { deviceId, minute, ...part } of minutes) {
      const device = this.#byId.get(deviceId);
      if (device) addBack(device.track.minutes, minute, part);
      else this.#orphaned.push({ deviceId, minute, ...part });
    }
    for (const { deviceId } of states) {
      const device = this.#byId.get(deviceId);
      if (device) device.polled = true;
    }
  }

  forget(deviceIds: readonly number[]): void {
    for (const deviceId of deviceIds) {
      const device = this.#byId.get(deviceId);
      if (device) device.track = createTrack();
    }
  }
}

const endpointOf = ({ serial, host, port, simulated }: DeviceRow): DeviceEndpoint => ({
  serial,
  host,
  port,
  sourceId: 'cgminer-tcp',
  simulated,
});

/** No minute holds more than the device can do in it, whatever was proved. */
const takeMinutes = ({ deviceId, track, ratedThs }: Tracked): MinuteRow[] => {
  const most = boundPerMinute(ratedThs);
  const rows = [...track.minutes].map(([minute, part]) => {
    return { deviceId, minute, ...part, hashes: part.hashes < most ? part.hashes : most };
  });
  track.minutes.clear();
  return rows;
};

const placeOf = (state: DeviceStateRow | undefined): Parameters<typeof createTrack>[0] => {
  if (!state?.polledAt) return undefined;
  const { answeredAt, elapsedS, counterHashes, hashrateThs } = state;
  const answered: Answer | null =
    answeredAt === null || elapsedS === null
      ? null
      : {
          at: answeredAt.getTime(),
          elapsedS,
          // The same name that the poller gives to a run it has not seen before.
          epochId: String(Math.floor(answeredAt.getTime() / 1000 - elapsedS)),
          counterHashes,
          instantThs: hashrateThs,
        };
  return { answered, accountedAt: state.polledAt.getTime() };
};

const stateOf = ({ deviceId, track, connected }: Tracked): StateRow => {
  const { answered } = track;
  const counter = answered?.counterHashes ?? null;
  return {
    deviceId,
    answeredAt: answered?.at ?? null,
    polledAt: track.accountedS === null ? null : track.accountedS * 1000,
    hashrateThs: answered !== null && Number.isFinite(answered.instantThs) ? answered.instantThs : 0,
    counterHashes: counter !== null && counter < COUNTER_LIMIT ? counter : null,
    elapsedS: answered === null ? null : Math.min(ELAPSED_LIMIT, Math.round(answered.elapsedS)),
    connected,
  };
};

const addBack = (minutes: Map<number, MinutePart>, minute: number, part: MinutePart): void => {
  const newer = minutes.get(minute);
  minutes.set(minute, {
    hashes: part.hashes + (newer?.hashes ?? 0n),
    coveredS: part.coveredS + (newer?.coveredS ?? 0),
    downS: part.downS + (newer?.downS ?? 0),
    blindS: part.blindS + (newer?.blindS ?? 0),
  });
};
