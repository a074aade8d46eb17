import { apartPpm, meanThs, STANDINGS, standingOf, type Standing } from '@minerx/rules/machine-standing';
import type { Context } from '../../context.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { getSetting } from '../setting/setting.query.ts';
import type { ListedDevice } from './device-file.ts';
import { siteOf } from './device-site.ts';
import { findNewestDay } from './fleet.query.ts';
import {
  forgetMachines,
  keepMachines,
  listFleetDevices,
  replaceSites,
  type FleetDevice,
  type FleetSiteRow,
  type KeptMachine,
} from './fleet.store.ts';

/** Read and written together; what is in memory of a fleet of any size. */
const AT_ONCE = 10_000;

/** Further apart than this is as far as that. */
const FURTHEST_PPM = 2_000_000_000;

const bigOrNull = (hashes: string | null): bigint | null => (hashes === null ? null : BigInt(hashes));

const placeMachine = (device: FleetDevice, bandPpm: number): KeptMachine => {
  const { serial, connected, measured, pool } = device;
  const figures = { connected, measured: bigOrNull(measured), pool: bigOrNull(pool) };
  return {
    serial,
    site: siteOf(device),
    rank: STANDINGS.indexOf(standingOf(figures, bandPpm)),
    closeness: 0 - Math.min(Math.abs(apartPpm(figures) ?? 0), FURTHEST_PPM),
    measured,
    pool,
  };
};

/** What is registered stands in the list at once: it has not answered yet. */
export const placeNewMachines = (
  tx: Tx,
  devices: readonly ListedDevice[],
  rows: readonly { id: number; serial: string }[],
): Promise<void> => {
  const idOf = new Map(rows.map(({ id, serial }) => [serial, id]));
  return keepMachines(
    tx,
    devices.flatMap(({ serial, host, site = null }) =>
      idOf.has(serial)
        ? [
            {
              deviceId: idOf.get(serial)!,
              serial,
              site: siteOf({ site, host }),
              rank: STANDINGS.indexOf('silent'),
              closeness: 0,
              measured: null,
              pool: null,
            },
          ]
        : [],
    ),
  );
};

const isSame = (one: KeptMachine, other: KeptMachine): boolean =>
  one.serial === other.serial &&
  one.site === other.site &&
  one.rank === other.rank &&
  one.closeness === other.closeness &&
  one.measured === other.measured &&
  one.pool === other.pool;

interface SiteSum {
  readonly standings: Record<Standing, number>;
  simulated: boolean;
  nowThs: number;
  measured: bigint;
  pool: bigint;
}

const emptySite = (): SiteSum => ({
  standings: { silent: 0, unseen: 0, apart: 0, new: 0, even: 0 },
  simulated: false,
  nowThs: 0,
  measured: 0n,
  pool: 0n,
});

const addMachine = (sites: Map<string, SiteSum>, device: FleetDevice, { site, rank }: KeptMachine): void => {
  const sum = sites.get(site) ?? emptySite();
  sites.set(site, sum);
  sum.standings[STANDINGS[rank]!] += 1;
  sum.simulated ||= device.simulated;
  sum.nowThs += device.connected ? device.nowThs : 0;
  sum.measured += BigInt(device.measured ?? 0);
  sum.pool += BigInt(device.pool ?? 0);
};

const presentSite = ([site, { standings, simulated, nowThs, measured, pool }]: [string, SiteSum]): FleetSiteRow => ({
  site,
  outliers: standings.silent + standings.unseen + standings.apart,
  standings,
  simulated,
  // Without what adding lost.
  nowThs: Math.round(nowThs * 1000) / 1000,
  measuredThs: meanThs(measured),
  poolThs: meanThs(pool),
});

/** Reckons how every machine stands and adds up each site, for whoever looks until it runs again; only what changed is written. */
export const reckonFleet = async ({ pool }: Pick<Context, 'pool'>): Promise<void> => {
  const [day, bandPpm] = await Promise.all([findNewestDay(pool), getSetting(pool, 'luck_band_ppm')]);
  const sites = new Map<string, SiteSum>();
  for (let after = 0; ;) {
    const devices = await listFleetDevices(pool, { day, after, limit: AT_ONCE });
    const gone = devices.filter(({ isRetired, kept }) => isRetired && kept !== null);
    const changed: (KeptMachine & { deviceId: number })[] = [];
    for (const device of devices) {
      if (device.isRetired) continue;
      const placed = placeMachine(device, bandPpm);
      addMachine(sites, device, placed);
      if (device.kept === null || !isSame(device.kept, placed)) changed.push({ ...placed, deviceId: device.deviceId });
    }
    if (gone.length > 0)
      await forgetMachines(
        pool,
        gone.map(({ deviceId }) => deviceId),
      );
    if (changed.length > 0) await keepMachines(pool, changed);
    if (devices.length < AT_ONCE) break;
    after = devices.at(-1)!.deviceId;
  }
  await inTransaction(pool, (tx) => replaceSites(tx, [...sites].map(presentSite)));
};
