import '../../scripts/pinned-node.ts';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { ADVISORY_LOCK } from '../../apps/server/src/db/advisory-locks.ts';
import { startSimulator } from '../../simulators/src/spawn.ts';
import { pollBare } from './feed/bare-polling.ts';
import { ownCpuUs } from './measure/cpu.ts';
import { format, median, mustHold, row, startCluster } from './measure/harness.ts';
import { makeMiningWorld, type DevicePlace } from './world/mining-world.ts';

/**
 * S16: 30 000 miners asked every ten seconds by three collectors that share them, then one of the three is killed. CPU of the three for
 * an answer, against a bare loop of sockets; how long the fleet is without an owner; and that every second of every miner is written once.
 */
const FLEETS = 3;
const DEVICES = 30_000;
const INTERVAL_MS = 10_000;
const MINUTES = 3;
const GOAL = 1.3;
const GOAL_TAKEN_MS = 10_000;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const cluster = await startCluster();
const fleets = await Promise.all(
  Array.from({ length: FLEETS }, (_, n) =>
    startSimulator(
      'fleet',
      `--devices ${DEVICES / FLEETS} --outages-per-mille 0 --seed s16-${n} --prefix F${n}-`.split(' '),
    ),
  ),
);
const collectors: ChildProcess[] = [];

interface Told {
  cpuUs: number;
  answered: number;
  skipped: number;
}

const askCollector = async (child: ChildProcess): Promise<Told> => {
  child.send('counts');
  return ((await once(child, 'message')) as [Told])[0];
};
const tellAll = (): Promise<Told[]> => Promise.all(collectors.map(askCollector));
const sum = (told: readonly Told[], of: (each: Told) => number): number =>
  told.reduce((total, each) => total + of(each), 0);

/** CPU of a bare loop for an answer, µs: a third of the fleet in ten seconds, as each collector does it. */
const bare = async (devices: readonly DevicePlace[]): Promise<number> => {
  const cpu = await ownCpuUs(async () =>
    mustHold((await pollBare(devices, INTERVAL_MS)) === devices.length, 'every miner answered the bare loop'),
  );
  return cpu / devices.length;
};

try {
  const devices = (await Promise.all(fleets.map((fleet) => fleet.ask('/devices')))).flat() as DevicePlace[];
  mustHold(devices.length === DEVICES, `${devices.length} miners listen`);
  const world = await makeMiningWorld(cluster.url, 'bench_s16', { orders: DEVICES, devices });
  const owner = new pg.Client({ connectionString: world.ownerUrl });
  owner.on('error', () => undefined);
  await owner.connect();
  const shares = async (): Promise<string> => {
    const { rows } = await owner.query<{ parts: number }>(
      `SELECT count(*)::int AS parts FROM pg_locks WHERE locktype = 'advisory' AND classid = $1 AND objsubid = 2 AND granted GROUP BY pid`,
      [ADVISORY_LOCK.collector],
    );
    return rows.map(({ parts }) => parts).join();
  };
  const untilShared = async (wanted: string): Promise<number> => {
    const start = performance.now();
    while ((await shares()) !== wanted) await wait(50);
    return performance.now() - start;
  };

  const before = [await bare(devices.slice(0, DEVICES / FLEETS)), await bare(devices.slice(-DEVICES / FLEETS))];
  for (let n = 0; n < FLEETS; n += 1) {
    const child = fork(join(import.meta.dirname, 'feed/collector-server.ts'), [world.url]);
    collectors.push(child);
    await once(child, 'message');
  }
  await untilShared('20,20,20');
  await wait(2 * INTERVAL_MS);

  const first = await tellAll();
  await wait(MINUTES * 60_000);
  const last = await tellAll();
  const answered = sum(last, (each) => each.answered) - sum(first, (each) => each.answered);
  const skipped = sum(last, (each) => each.skipped) - sum(first, (each) => each.skipped);
  const ours = (sum(last, (each) => each.cpuUs) - sum(first, (each) => each.cpuUs)) / answered;
  const due = (DEVICES * MINUTES * 60_000) / INTERVAL_MS;
  mustHold(answered > due * 0.99, `${answered} of ${due} answers came`);

  const dead = collectors.shift()!;
  dead.kill('SIGKILL');
  const takenMs = await untilShared('30,30');
  await wait(2 * INTERVAL_MS);
  for (const child of collectors) child.disconnect();
  await Promise.all(collectors.splice(0).map((child) => once(child, 'exit')));
  const load = loadavg()[0]!;
  const after = [await bare(devices.slice(0, DEVICES / FLEETS)), await bare(devices.slice(-DEVICES / FLEETS))];

  const { rows } = await owner.query<{ devices: number; lost: number; twice: number; blind: number }>(
    `WITH each AS (
       SELECT s.device_id, floor(extract(epoch FROM s.polled_at))::bigint - min((m.day - '1970-01-01'::date) * 1440 + m.minute) * 60 AS until,
              sum(m.covered_s + m.down_s + m.blind_s) AS seconds, sum(m.blind_s) AS blind,
              (array_agg(60 - m.covered_s - m.down_s - m.blind_s ORDER BY m.day, m.minute))[1] AS begun
         FROM device_state s JOIN device_minute m ON m.device_id = s.device_id GROUP BY s.device_id, s.polled_at)
     SELECT count(*)::int AS devices, count(*) FILTER (WHERE seconds < until - begun)::int AS lost,
            count(*) FILTER (WHERE seconds > until - begun)::int AS twice, sum(blind)::int AS blind FROM each`,
  );
  const { devices: written, lost, twice, blind } = rows[0]!;
  mustHold(written === DEVICES, `${written} miners have minutes`);
  mustHold(lost === 0 && twice === 0, `of ${lost} miners a second is missing, of ${twice} one was counted twice`);

  const reference = median([...before, ...after]);
  const ratio = ours / reference;
  row({
    id: 'S16',
    work: `${DEVICES} miners asked every ${INTERVAL_MS / 1000} s by three collectors for ${MINUTES} minutes, minutes written; then one of the three is killed`,
    reference: 'bare socket loop, the same exchange',
    goal: `≤ ${GOAL} × CPU; taken over ≤ ${GOAL_TAKEN_MS / 1000} s; no second lost or counted twice`,
    measured: [
      `${format(ratio)} × CPU`,
      `${format(ours)} µs against ${format(reference)} µs an answer`,
      `${format((ours * DEVICES) / INTERVAL_MS / 10)} % of a core for all three`,
      `${skipped} of ${due} left out`,
      `taken over after ${format(takenMs)} ms`,
      `${blind} s unseen of all miners, none lost or twice`,
      `load of the machine meanwhile ${format(load)} on 2 cores`,
    ],
    reached: ratio <= GOAL && takenMs <= GOAL_TAKEN_MS,
  });
  await owner.end();
} finally {
  for (const child of collectors) child.kill('SIGKILL');
  await Promise.all(fleets.map((fleet) => fleet.stop()));
  await cluster.stop();
}
