import { DAY_MS, HOUR_MS, MINUTE_MS } from '@minerx/rules/duration';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unitsOf } from '@minerx/rules/money';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { compose } from '../composition/compose.ts';
import type { Context } from '../context.ts';
import type { Simulators } from '../demo/simulators.ts';
import { settleDay } from '../jobs/settlement.ts';
import { getSetting } from '../modules/setting/setting.query.ts';
import { putSetting } from '../modules/setting/setting.store.ts';
import { setCommunity } from '../modules/community/community.command.ts';
import { registerDevices } from '../modules/device/register-devices.command.ts';
import { keepDaySeeds } from '../modules/blessing/draw/day-seed.command.ts';
import { recordPoolWorkerDay } from '../modules/settlement/pool/pool-figures.command.ts';
import { createVouchers } from '../modules/voucher/voucher-batch.command.ts';
import { createOutside } from '../outside/create.ts';
import { planAddresses } from './chain/demo-address.ts';
import { planBlessings } from './demo-blessings.ts';
import { callRoll, createDemoCollector } from './demo-measure.ts';
import { DEMO_SIGN_IN, seedDemoMembers } from './demo-members.ts';
import { planCollections } from './demo-collections.ts';
import { planMoves } from './demo-moves.ts';
import { planNews } from './demo-news.ts';
import { planNfts } from './demo-nfts.ts';
import { DEMO_ACTOR, planDemo, type DemoEvent } from './demo-plan.ts';
import { planStaking } from './demo-staking.ts';
import { planTickets } from './demo-tickets.ts';
import { noteContracts, simulatedNetworks } from './chain/demo-chain.ts';
import { planWithdrawals } from './chain/demo-withdrawals.ts';
import { seedReference } from '../seed/reference.ts';

interface DemoInput {
  databaseUrl: string;
  /** Already running, with the environment that names its sources. */
  world: Simulators;
  log: Logger;
  /** Told what is being done, for the person who waits. */
  say: (line: string) => void;
  /** The moment that the demo leads up to; now. */
  now?: number;
  /** Fewer days in tests. */
  days?: number;
}

const DAYS = 30;
/** A day is settled at this hour of the next. */
const SETTLED_AT_HOUR = 1;
const WRITE_EVERY_HOURS = 6;
/** What the hashrate chart shows, and how close its points are. */
const SHOWN_HOURS = 6;
const SHOWN_STEP_MS = 2 * MINUTE_MS;
const BROKEN_FOR_HOURS = 5;
const TEN_YEARS_MS = 3650 * DAY_MS;
const X1_DEVICES = 60;
const X2_DEVICES = 20;
const STATE_KEY = 'demo_seeded';

/** File below DATA_DIR with two voucher codes that nobody has redeemed. */
export const DEMO_VOUCHERS_FILE = 'demo-vouchers.txt';

type SeedState = 'missing' | 'started' | 'done';

/** Whether the demo is in this database; one that was interrupted cannot be trusted and is made anew. */
export const demoState = async (pool: Pool): Promise<SeedState> => {
  return (await getSetting(pool, STATE_KEY)).state;
};

/** Somebody signed up: not an empty database, whatever else is missing. */
const hasMembers = async (pool: Pool): Promise<boolean> => {
  const { rows } = await pool.query('SELECT FROM member WHERE sponsor_id IS NOT NULL LIMIT 1');
  return rows.length > 0;
};

const markDemo = (pool: Pool, state: SeedState) => putSetting(pool, STATE_KEY, { state }, new Date());

/**
 * Fills an empty database with the demo: members, miners of the simulated fleet, and thirty days in which the members buy and
 * activate through the real commands while the real estimator, settlement and ledger follow the simulated world on its
 * own clock. Nothing is invented: every reward has its receipt. Does nothing when the demo is there already.
 */
export const seedDemo = async ({
  databaseUrl,
  world,
  log,
  say,
  now = Date.now(),
  days = DAYS,
}: DemoInput): Promise<void> => {
  const time = { at: now };
  const clock = { now: () => time.at };
  const { context, close } = await compose({
    env: world.env,
    log,
    databaseUrl,
    clock,
    outside: createOutside(world.env, clock),
  });
  try {
    if ((await demoState(context.pool)) === 'done') return;
    if (await hasMembers(context.pool)) {
      say('demo: not added, this database has members of its own');
      return;
    }
    await markDemo(context.pool, 'started');
    await seedReference(context.pool, clock);
    const startedAt = performance.now();
    const firstDayMs = Math.floor(now / DAY_MS) * DAY_MS - days * DAY_MS;
    time.at = firstDayMs - HOUR_MS;
    const simulated = simulatedNetworks(world.env);
    await noteContracts(context.pool, simulated, new Date(time.at));
    say('demo: members and miners');
    const members = await seedDemoMembers(context, firstDayMs);
    await setCommunity(context, { id: 2, member: DEMO_SIGN_IN.emails[0], actor: DEMO_ACTOR, reason: 'Demo' });
    await registerFleet(context, world);
    // A miner that is down at one of these hours answers at another.
    for (const hours of [3, 2, 1]) {
      time.at = firstDayMs - hours * HOUR_MS;
      await world.setTime(time.at);
      await callRoll(context);
    }
    const events = planDemo(context, members, (orderId) =>
      breakDevice(context, world, orderId, { fromMs: now - BROKEN_FOR_HOURS * HOUR_MS, toMs: now + TEN_YEARS_MS }),
    );
    const lastHour = Math.floor((now - firstDayMs) / HOUR_MS);
    events.push(
      ...planBlessings(context, members.demoId),
      ...planNews(context, lastHour),
      ...planTickets(context, members.demoId, lastHour),
      ...planNfts(context, members, lastHour),
    );
    events.push(planAddresses(context, members.demoId, lastHour));
    events.push(...planWithdrawals(context, members.demoId, lastHour, simulated));
    events.push(...planMoves(context, members));
    events.push(...planStaking(context, members.demoId));
    events.push(planCollections(context));
    await liveThrough({ context, world, time, events, firstDayMs, untilMs: now, say });
    await writeVouchers(context);
    await markDemo(context.pool, 'done');
    say(`demo: ready after ${Math.round((performance.now() - startedAt) / 1000)} s`);
  } finally {
    await world.setTime(null);
    await close();
  }
};

interface Journey {
  context: Context;
  world: Simulators;
  /** The clock of the context. */
  time: { at: number };
  events: readonly DemoEvent[];
  firstDayMs: number;
  untilMs: number;
  say: (line: string) => void;
}

/**
 * Hour by hour: the pool's figures and the settlement of the day before when they are due, what is planned, the miners.
 * The last hours go in small steps, because the charts show them.
 */
const liveThrough = async (journey: Journey): Promise<void> => {
  const { context, world, time, firstDayMs, untilMs } = journey;
  const collector = await createDemoCollector(context, HOUR_MS);
  const planned = journey.events.toSorted((a, b) => a.hour - b.hour);
  const shownFromMs = Math.floor((untilMs - SHOWN_HOURS * HOUR_MS) / HOUR_MS) * HOUR_MS;
  let next = 0;
  for (let at = firstDayMs; at <= untilMs; at += at < shownFromMs ? HOUR_MS : SHOWN_STEP_MS) {
    const hour = (at - firstDayMs) / HOUR_MS;
    time.at = at;
    await world.setTime(at, hour % 24 === 0 || hour % 24 === SETTLED_AT_HOUR ? 'everybody' : 'miners');
    if (hour % WRITE_EVERY_HOURS === SETTLED_AT_HOUR) collector.flush();
    if (hour >= 24) {
      if (hour % 24 === SETTLED_AT_HOUR) await collector.written();
      await closeDay(journey, hour);
    }
    for (; planned[next] !== undefined && planned[next]!.hour <= hour; next += 1) await planned[next]!.run();
    await collector.poll();
    if (at >= shownFromMs && hour % 1 === 0) {
      await world.setTime(at);
      await callRoll(context);
    }
  }
  time.at = untilMs;
  await world.setTime(untilMs);
  await callRoll(context);
  await collector.poll();
  collector.flush();
  await collector.written();
};

/** What is due in the first hours of a day about the day before. */
const closeDay = async ({ context, time, say }: Journey, hour: number): Promise<void> => {
  const before = new Date(time.at - DAY_MS).toISOString().slice(0, 10);
  if (hour % 24 === 0) {
    await recordPoolWorkerDay(context, before);
    await keepDaySeeds(context);
  }
  if (hour % 24 !== SETTLED_AT_HOUR) return;
  const { state, reason, openOrders } = await settleDay(context, before);
  if (state !== 'settled')
    throw new Error(`The demo could not settle ${before}: ${reason ?? `${openOrders} orders wait`}`);
  const days = Math.floor(hour / 24);
  if (days % 10 === 0) say(`demo: ${days} days lived and settled`);
};

const registerFleet = async (context: Context, world: Simulators): Promise<void> => {
  const serials = (line: string, count: number): string[] =>
    Array.from({ length: count }, (_, index) => `${line}-${String(index + 1).padStart(6, '0')}`);
  const places = await world.addDevices([...serials('X1', X1_DEVICES), ...serials('X2', X2_DEVICES)]);
  const devices = places.map((place) => ({
    ...place,
    line: place.serial.startsWith('X1') ? ('x1' as const) : ('x2' as const),
    simulated: true,
  }));
  await registerDevices(context, devices, { actor: DEMO_ACTOR, reason: 'Simulated fleet of the demo' });
};

const breakDevice = async (
  { pool }: Context,
  world: Simulators,
  orderId: string,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<void> => {
  const { rows } = await pool.query<{ serial: string }>(
    'SELECT d.serial FROM allocation a JOIN device d ON d.id = a.device_id WHERE a.order_id = $1',
    [orderId],
  );
  for (const { serial } of rows) await world.addOutage({ serial, fromMs, toMs });
};

/** One voucher of each kind for whoever tries the demo; their codes are kept nowhere else. */
const writeVouchers = async (context: Context): Promise<void> => {
  const lines: string[] = [];
  for (const [packageId, amount] of [
    [3, '1000'],
    [4, '1000'],
  ] as const) {
    const amountUnits = unitsOf(amount);
    const input = { packageId, amountUnits, count: 1, expiresAt: null, actor: DEMO_ACTOR, reason: 'Demo voucher' };
    for (const code of await createVouchers(context, input))
      lines.push(`${code}  package ${packageId}, ${amount} USDT`);
  }
  writeFileSync(join(context.env.dataDir, DEMO_VOUCHERS_FILE), `${lines.join('\n')}\n`, { mode: 0o600 });
};
