import {
  FLEET_SITES,
  operatorFleet,
  operatorFleetMachines,
  type FleetMachine,
  type FleetSite,
} from '@minerx/contract/operator/fleet';
import { LIST_ROWS } from '@minerx/contract/operator/list';
import { apartPpm, STANDINGS, standingOf, type Standing } from '@minerx/rules/machine-standing';
import type { Context } from '../../../context.ts';
import { perMinute } from '../../../http/limit.ts';
import { addRoute, type Api } from '../../../http/route.ts';
import { siteOf } from '../../../modules/device/device-site.ts';
import { listFleet, type FleetMachineRow } from '../../../modules/device/fleet.query.ts';
import { getSetting } from '../../../modules/setting/setting.query.ts';
import { refuse } from '../../../refusal.ts';
import { pageOf, requireLook } from '../desk.ts';
import { meanThs } from './device.desk.ts';

const bigOrNull = (hashes: string | null): bigint | null => (hashes === null ? null : BigInt(hashes));
const thsOrNull = (hashes: string | null): number | null => (hashes === null ? null : meanThs(hashes));

const presentMachine =
  (bandPpm: number) =>
  (row: FleetMachineRow): FleetMachine => {
    const figures = { connected: row.connected, measured: bigOrNull(row.measured), pool: bigOrNull(row.pool) };
    return {
      serial: row.serial,
      site: siteOf(row),
      standing: standingOf(figures, bandPpm),
      simulated: row.simulated,
      now_ths: row.connected ? Number(row.nowThs) : 0,
      measured_ths: thsOrNull(row.measured),
      pool_ths: thsOrNull(row.pool),
      apart_ppm: apartPpm(figures),
    };
  };

/** All machines as they stand; the whole fleet is looked at, whatever part of it is shown. */
const readFleet = async ({ pool }: Pick<Context, 'pool'>) => {
  const [{ day, machines }, bandPpm] = await Promise.all([listFleet(pool), getSetting(pool, 'luck_band_ppm')]);
  return { day, bandPpm, machines: machines.map(presentMachine(bandPpm)) };
};

/** Th/s, without what adding lost. */
const tidy = (ths: number): number => Math.round(ths * 1000) / 1000;

const siteFrom = (site: string, machines: readonly FleetMachine[]): FleetSite => {
  const sumOf = (figure: (machine: FleetMachine) => number | null): number =>
    tidy(machines.reduce((sum, machine) => sum + (figure(machine) ?? 0), 0));
  const countOf = (standing: Standing): number => machines.filter((machine) => machine.standing === standing).length;
  return {
    site,
    standings: Object.fromEntries(STANDINGS.map((one) => [one, countOf(one)])) as Record<Standing, number>,
    simulated: machines.some(({ simulated }) => simulated),
    now_ths: sumOf(({ now_ths: ths }) => ths),
    measured_ths: sumOf(({ measured_ths: ths }) => ths),
    pool_ths: sumOf(({ pool_ths: ths }) => ths),
  };
};

const outliersOf = ({ standings: { silent, unseen, apart } }: FleetSite): number => silent + unseen + apart;

/** Where a machine stands in the list: the worst first, of those the furthest apart. */
interface Place {
  readonly rank: number;
  readonly apart: number;
  readonly serial: string;
}

const placeOf = ({ standing, apart_ppm: apart, serial }: FleetMachine): Place => ({
  rank: STANDINGS.indexOf(standing),
  apart: Math.abs(apart ?? 0),
  serial,
});

const byPlace = (one: Place, other: Place): number =>
  one.rank - other.rank ||
  other.apart - one.apart ||
  (one.serial < other.serial ? -1 : Number(one.serial > other.serial));

const keyOf = (machine: FleetMachine): string => {
  const { rank, apart, serial } = placeOf(machine);
  return `${rank}.${apart}.${serial}`;
};

const placeAfter = (after: string): Place => {
  const [, rank, apart, serial] = /^(\d)\.(\d{1,15})\.(.+)$/.exec(after) ?? refuse('err_page');
  return { rank: Number(rank), apart: Number(apart), serial: serial! };
};

export const addFleetDesk = (api: Api): void => {
  const { context } = api;

  addRoute(api, operatorFleet, { limit: perMinute(60) }, async ({ operator }) => {
    await requireLook(context, operator, 'device list', {});
    const { day, bandPpm, machines } = await readFleet(context);
    const sites = [...Map.groupBy(machines, ({ site }) => site)]
      .map(([site, of]) => siteFrom(site, of))
      .sort((one, other) => outliersOf(other) - outliersOf(one) || (one.site < other.site ? -1 : 1));
    return { day, band_ppm: bandPpm, sites: sites.slice(0, FLEET_SITES), site_count: sites.length };
  });

  addRoute(api, operatorFleetMachines, { limit: perMinute(120) }, async ({ operator, query: { site, after } }) => {
    await requireLook(context, operator, 'device list', {});
    const begin = after === undefined ? null : placeAfter(after);
    const { machines } = await readFleet(context);
    const shown = machines
      .filter((machine) => site === undefined || machine.site === site)
      .filter((machine) => begin === null || byPlace(placeOf(machine), begin) > 0)
      .sort((one, other) => byPlace(placeOf(one), placeOf(other)));
    return pageOf(shown.slice(0, LIST_ROWS + 1), keyOf, (machine) => machine);
  });
};
