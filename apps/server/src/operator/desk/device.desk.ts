import { operatorDevices, type OperatorDevice } from '@minerx/contract/operator/device';
import { perMinute } from '../../http/limit.ts';
import { addRoute, type Api } from '../../http/route.ts';
import { listDevicePage, type ListedDeviceState } from '../../modules/device/device-list.query.ts';
import { iso, pageOf, requireLook } from './desk.ts';

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

export const addDeviceDesk = (api: Api): void => {
  const { context } = api;
  addRoute(api, operatorDevices, { limit: perMinute(240) }, async ({ operator, query }) => {
    await requireLook(context, operator, 'device list', {});
    const { state, serial, after } = query;
    const rows = await listDevicePage(context.pool, { list: state, from: serial, after });
    return pageOf(rows, (row) => row.serial, presentDevice);
  });
};
