import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { succeed } from './call.ts';
import { tokenOf, type Member } from './member.ts';
import { currentWorld, operator, travelTo, worldTime } from './world.ts';

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
export const ordersOf = async (member: Member): Promise<Order[]> => {
  const accessToken = await tokenOf(member);
  const { data } = await succeed('package/order', { accessToken, body: { page: 1, pageSize: 100 } });
  const { queue, outOfStock } = await succeed('package/order/queue', { method: 'GET', accessToken });
  return [data, queue, outOfStock].flat() as Order[];
};

/** A start of the world, a poll, a look at the pool, a count of the stock, a placement. */
const DELIVERY_MS = 200_000;

/**
 * New X2 miners from the supplier, until `arrived`: simulated ones answer from the next start of the world on, each at an
 * address of its own, and are stock once the pool has seen them. A page that is open hears the server go.
 */
export const deliverX2Miners = async (
  count: number,
  arrived: () => Promise<boolean>,
  register = async (file: string): Promise<unknown> =>
    operator('device', 'register', '--file', file, '--reason', 'delivery'),
): Promise<void> => {
  const journey = test.info();
  journey.setTimeout(journey.timeout + DELIVERY_MS);
  const batch = `jrn-${Date.now().toString(36)}`;
  const rows = Array.from({ length: count }, (_, place) => `${batch}-${place},x2,${batch}-${place}.invalid,4028,true`);
  const file = join(currentWorld().dataDir, 'delivery.csv');
  writeFileSync(file, ['serial,line,host,port,simulated', ...rows].join('\n'));
  await register(file);
  // What nobody has seen is not sold.
  expect(await arrived()).toBe(false);
  await travelTo(worldTime());
  await expect.poll(arrived, { timeout: DELIVERY_MS, intervals: [1000] }).toBe(true);
};
