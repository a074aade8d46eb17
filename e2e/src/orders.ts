import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { succeed } from './call.ts';
import { tokenOf, type Member } from './member.ts';
import { currentWorld, operator } from './world.ts';

/** What the server tells of an order; the fields that journeys look at. */
export interface Order {
  id: string;
  package_order_no: string;
  package_order_packageid: number;
  package_order_serial_no: string;
  /** 1 Activated, 2 Ready, 7 On-Queue (for a group of ten, or for stock), 8 Disconnected, 9 Ended. */
  package_order_status: number;
}

export const ACTIVATED = 1;
export const READY = 2;
export const ON_QUEUE = 7;
export const DISCONNECTED = 8;
export const ENDED = 9;

/** Every order of a member that is not cancelled, wherever the app shows it. */
export async function ordersOf(member: Member): Promise<Order[]> {
  const accessToken = await tokenOf(member);
  const { data } = await succeed('package/order', { accessToken, body: { page: 1, pageSize: 100 } });
  const { queue, outOfStock } = await succeed('package/order/queue', { method: 'GET', accessToken });
  return [data, queue, outOfStock].flat() as Order[];
}

/** New X2 miners from the supplier: simulated ones, which answer from the next start of the world on. */
export async function deliverX2Miners(count: number): Promise<void> {
  const batch = Date.now().toString(36).toUpperCase();
  const rows = Array.from({ length: count }, (_, place) => `JRN-${batch}-${place},x2,127.0.0.1,4028,true`);
  const file = join(currentWorld().dataDir, 'delivery.csv');
  writeFileSync(file, ['serial,line,host,port,simulated', ...rows].join('\n'));
  await operator('device', 'register', '--file', file, '--reason', 'delivery');
}
