import {
  operatorFleet,
  operatorFleetMachines,
  type FleetMachine,
  type FleetSite,
} from '@minerx/contract/operator/fleet';
import { apartPpm, meanThs, STANDINGS } from '@minerx/rules/machine-standing';
import { perMinute } from '../../../http/limit.ts';
import { addRoute, type Api } from '../../../http/route.ts';
import {
  findNewestDay,
  listFleetMachines,
  listFleetSites,
  type FleetMachineRow,
} from '../../../modules/device/fleet.query.ts';
import type { FleetPlace, FleetSiteRow } from '../../../modules/device/fleet.store.ts';
import { getSetting } from '../../../modules/setting/setting.query.ts';
import { refuse } from '../../../refusal.ts';
import { pageOf, requireLook } from '../desk.ts';

const bigOrNull = (hashes: string | null): bigint | null => (hashes === null ? null : BigInt(hashes));
const thsOrNull = (hashes: bigint | null): number | null => (hashes === null ? null : meanThs(hashes));

const presentMachine = (row: FleetMachineRow): FleetMachine => {
  const measured = bigOrNull(row.measured);
  const pool = bigOrNull(row.pool);
  return {
    serial: row.serial,
    site: row.site,
    standing: STANDINGS[row.rank]!,
    simulated: row.simulated,
    now_ths: row.connected ? row.nowThs : 0,
    measured_ths: thsOrNull(measured),
    pool_ths: thsOrNull(pool),
    apart_ppm: apartPpm({ measured, pool }),
  };
};

const presentSite = ({ site, standings, simulated, nowThs, measuredThs, poolThs }: FleetSiteRow): FleetSite => ({
  site,
  standings,
  simulated,
  now_ths: nowThs,
  measured_ths: measuredThs,
  pool_ths: poolThs,
});

const keyOf = ({ rank, closeness, serial }: FleetPlace): string => `${rank}.${0 - closeness}.${serial}`;

const placeAfter = (after: string): FleetPlace => {
  const [, rank, apart, serial] = /^(\d)\.(\d{1,10})\.(.+)$/.exec(after) ?? refuse('err_page');
  const closeness = 0 - Number(apart);
  return closeness < -0x80000000 ? refuse('err_page') : { rank: Number(rank), closeness, serial: serial! };
};

export const addFleetDesk = (api: Api): void => {
  const { context } = api;

  addRoute(api, operatorFleet, { limit: perMinute(60) }, async ({ operator }) => {
    await requireLook(context, operator, 'device list', {});
    const { pool } = context;
    const [day, bandPpm, { sites, count }] = await Promise.all([
      findNewestDay(pool),
      getSetting(pool, 'luck_band_ppm'),
      listFleetSites(pool),
    ]);
    return { day, band_ppm: bandPpm, sites: sites.map(presentSite), site_count: count };
  });

  addRoute(api, operatorFleetMachines, { limit: perMinute(120) }, async ({ operator, query: { site, after } }) => {
    await requireLook(context, operator, 'device list', {});
    const rows = await listFleetMachines(context.pool, {
      site,
      after: after === undefined ? null : placeAfter(after),
    });
    return pageOf(rows, keyOf, presentMachine);
  });
};
