import '../../scripts/pinned-node.ts';
import pg from 'pg';
import { createPool } from '../../apps/server/src/db/pool.ts';
import { startCollector } from '../../apps/server/src/jobs/collector/collector.ts';
import { startSimulator } from '../../simulators/src/spawn.ts';
import { pollBare } from './feed/bare-polling.ts';
import { ownCpuUs } from './measure/cpu.ts';
import { format, interleave, median, mustHold, row, startCluster } from './measure/harness.ts';
import { contextOf } from './world/context.ts';
import { makeMiningWorld, type DevicePlace } from './world/mining-world.ts';

/**
 * S8: the whole collector (polling, estimating, links, readings told on the bus, minutes written to PostgreSQL) against a
 * bare socket loop doing the same exchange: connect, send, read to the NUL, close. CPU of this process for each answer.
 */
const DEVICES = 10_000;
const INTERVAL_MS = 10_000;
const GOAL = 1.3;
const ROUNDS = 5;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const cluster = await startCluster();
const fleet = await startSimulator('fleet', ['--devices', String(DEVICES), '--outages-per-mille', '0']);

try {
  const devices = (await fleet.ask('/devices')) as DevicePlace[];
  const world = await makeMiningWorld(cluster.url, 'bench_s8', { orders: DEVICES, devices });
  const pool = createPool(world.url, { max: 5 });
  const owner = new pg.Client({ connectionString: world.ownerUrl });
  owner.on('error', () => undefined);
  await owner.connect();
  const context = contextOf({ pool });
  let told = 0;
  context.bus.subscribe('device_readings', ({ readings }) => (told += readings.length));

  /** One interval of a collector that runs: every device is polled in it once; the minutes are written at its end. */
  const ours = async (): Promise<number> => {
    const collector = startCollector(context, { intervalMs: INTERVAL_MS });
    const answeredBy = (): number => collector.counts()?.answered ?? 0;
    // Its start, which reads the fleet and opens what it needs, is not measured.
    while (answeredBy() < DEVICES) await wait(100);
    const before = answeredBy();
    told = 0;
    const cpu = await ownCpuUs(async () => {
      await wait(INTERVAL_MS);
      await collector.flush();
    });
    const answered = answeredBy() - before;
    await collector.stop();
    mustHold(answered >= DEVICES * 0.99, `${answered} of ${DEVICES} devices answered`);
    mustHold(told >= DEVICES * 0.9, `${told} readings were told`);
    return cpu / answered;
  };

  const reference = async (): Promise<number> => {
    let answered = 0;
    const cpu = await ownCpuUs(async () => {
      answered = await pollBare(devices, INTERVAL_MS);
      await wait(500);
    });
    mustHold(answered === DEVICES, `${answered} of ${DEVICES} answered the bare loop`);
    return cpu / answered;
  };

  await reference();
  await ours();
  const result = await interleave(ROUNDS, ours, reference);
  const { rows } = await owner.query(
    'SELECT count(DISTINCT device_id)::int AS devices, sum(hashes) > 0 AS hashed, sum(blind_s)::int AS blind FROM device_minute',
  );
  mustHold(rows[0].devices === DEVICES && rows[0].hashed, 'every device has minutes');
  const perSecond = DEVICES / (INTERVAL_MS / 1000);
  const core = (median(result.ours) * perSecond) / 10_000;
  row({
    id: 'S8',
    work: `polling ${DEVICES} miners over TCP every ${INTERVAL_MS / 1000} s: parsed, estimated, told, minutes written each round`,
    reference: 'bare socket loop, the same exchange',
    goal: `≤ ${GOAL} × CPU, ${DEVICES} devices on one core`,
    measured: [
      `${format(result.ratio)} × CPU`,
      `${format(median(result.ours))} µs against ${format(median(result.reference))} µs an answer`,
      `${format(core)} % of a core`,
    ],
    reached: result.ratio <= GOAL && core < 100,
  });
  await pool.end();
  await owner.end();
} finally {
  await fleet.stop();
  await cluster.stop();
}
