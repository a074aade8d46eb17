import {
  operatorDevice,
  operatorDeviceCheck,
  operatorDevices,
  type OperatorDevice,
} from '@minerx/contract/operator/device';
import { MAX_FILE_BYTES } from '@minerx/contract/operator/action';
import { apartPpm, meanThs } from '@minerx/rules/machine-standing';
import { perMinute } from '../../../http/limit.ts';
import { addRoute, type Api } from '../../../http/route.ts';
import type { ListedDevice } from '../../../modules/device/device-file.ts';
import { listDevicePage, listKnownSerials, type ListedDeviceState } from '../../../modules/device/device-list.query.ts';
import {
  findDeviceToShow,
  listDeviceFigures,
  listDeviceHolders,
  type DeviceDayFigures,
} from '../../../modules/device/device-page.query.ts';
import { siteOf } from '../../../modules/device/device-site.ts';
import { refuse } from '../../../refusal.ts';
import { checkDeviceFile } from '../../mining/device-check.ts';
import { getAuditOf, iso, pageOf, requireLook, requireRole } from '../desk.ts';

const SHOWN_PROBLEMS = 200;
const SHOWN_DEVICES = 50;

const presentDevice = (device: ListedDeviceState): OperatorDevice => ({
  serial: device.serial,
  line: device.line,
  address: `${device.host}:${device.port}`,
  simulated: device.simulated,
  free: device.free,
  connected: device.connected,
  hashrate_ths: Number(device.hashrateThs),
  asked_at: iso(device.polledAt),
  exchanged_at: iso(device.exchangedAt),
  same_as: device.sameAs,
});

const presentDay = ({ day, ...figures }: DeviceDayFigures) => {
  const measured = BigInt(figures.measured);
  const pool = figures.pool === null ? null : BigInt(figures.pool);
  return {
    day,
    measured_ths: meanThs(measured),
    pool_ths: pool === null ? null : meanThs(pool),
    apart_ppm: apartPpm({ measured, pool }),
  };
};

const showDevice = async ({ context }: Api, serial: string) => {
  const { pool } = context;
  const device = (await findDeviceToShow(pool, serial)) ?? refuse('err_not_found');
  const [holders, days, audit] = await Promise.all([
    listDeviceHolders(pool, device.id),
    listDeviceFigures(pool, device.id),
    getAuditOf(context, serial),
  ]);
  return {
    device: presentDevice(device),
    site: siteOf(device),
    rated_ths: device.ratedThs,
    registered_at: device.registeredAt.toISOString(),
    retired_at: iso(device.retiredAt),
    in_stock: device.inStock,
    changed_at: iso(device.changedAt),
    pool_seen_at: iso(device.poolSeenAt),
    mac: device.mac,
    machine_serial: device.machineSerial,
    pool_worker: device.poolWorker,
    holders: holders.map(({ order, memberId, username, shareTenths, since }) => ({
      order,
      member_id: memberId.toString(),
      username,
      share_tenths: shareTenths,
      since: iso(since),
    })),
    days: days.map(presentDay),
    audit,
  };
};

const presentListed = (known: ReadonlySet<string>) => (device: ListedDevice, place: number) => ({
  row: place + 1,
  serial: device.serial,
  line: device.line,
  address: `${device.host}:${device.port}`,
  known: known.has(device.serial),
});

export const addDeviceDesk = (api: Api): void => {
  const { context } = api;
  addRoute(api, operatorDevices, { limit: perMinute(240) }, async ({ operator, query }) => {
    await requireLook(context, operator, 'device list', {});
    const { state, serial, after } = query;
    const rows = await listDevicePage(context.pool, { list: state, from: serial, after });
    return pageOf(rows, (row) => row.serial, presentDevice);
  });

  addRoute(api, operatorDevice, { limit: perMinute(240) }, async ({ operator, query: { serial } }) => {
    await requireLook(context, operator, 'device list', { serial });
    return showDevice(api, serial);
  });

  addRoute(
    api,
    operatorDeviceCheck,
    { limit: perMinute(60), bodyBytes: MAX_FILE_BYTES },
    async ({ operator, body: { file } }) => {
      requireRole(operator, 'device register');
      const { devices, problems } = await checkDeviceFile(context, file);
      const known = await listKnownSerials(
        context.pool,
        devices.map(({ serial }) => serial),
      );
      return {
        count: devices.length,
        known: known.size,
        problems: problems.slice(0, SHOWN_PROBLEMS),
        problem_count: problems.length,
        devices: devices.slice(0, SHOWN_DEVICES).map(presentListed(known)),
      };
    },
  );
};
