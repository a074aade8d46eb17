import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSimulator, type Simulator } from '../../../../../simulators/src/spawn.ts';
import { testDatabase, type TestDatabase } from '../../db/test-database.ts';

/** Three processes that share a fleet, one killed and one frozen. */

const DEVICES = 12;
/** Each in a part of its own. */
const idOf = (index: number): number => (index + 1) * 80;

let database: TestDatabase;
let fleet: Simulator;
let serials: string[];
let owner: pg.Client;
const running: ChildProcess[] = [];

beforeAll(async () => {
  database = await testDatabase();
  fleet = await startSimulator('fleet', ['--devices', `${DEVICES}`, '--seed', 'shared', '--outages-per-mille', '0']);
  await database.pool.query(`INSERT INTO stock (line, total) VALUES ('x1', 100)`);
  const devices = (await fleet.ask('/devices')) as { serial: string; host: string; port: number }[];
  serials = devices.map(({ serial }) => serial);
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  for (const [index, { serial, host, port }] of devices.entries())
    await owner.query(
      `INSERT INTO device (id, serial, line, host, port, simulated) OVERRIDING SYSTEM VALUE VALUES ($1, $2, 'x1', $3, $4, true)`,
      [idOf(index), serial, host, port],
    );
});
afterAll(async () => {
  for (const process of running) process.kill('SIGKILL');
  await owner.end();
  await fleet.stop();
  await database.drop();
});

const collect = (): ChildProcess => {
  const file = new URL('../../../test/race/race-collector.ts', import.meta.url).pathname;
  const process_ = spawn(process.execPath, [file, database.url], { stdio: ['ignore', 'inherit', 'inherit'] });
  running.push(process_);
  return process_;
};

const until = async (what: () => Promise<boolean>): Promise<void> => {
  while (!(await what())) await new Promise((resolve) => setTimeout(resolve, 100));
};

/** How many parts each process has, the most first. */
const shares = async (): Promise<number[]> => {
  const { rows } = await owner.query<{ parts: number }>(
    `SELECT count(*)::int AS parts FROM pg_locks WHERE locktype = 'advisory' AND classid = 7240102 AND objsubid = 2 AND granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) GROUP BY pid ORDER BY 1 DESC`,
  );
  return rows.map(({ parts }) => parts);
};
const untilShared = (...wanted: number[]) => until(async () => (await shares()).join() === wanted.join());

interface Place {
  answeredAt: Date;
  polledAt: Date;
  seconds: number;
  hashes: string;
}

/** What is written of each device and up to when, of one moment; null while one of them was never polled. */
const places = async (): Promise<Place[] | null> => {
  const { rows } = await owner.query<Place>(
    `SELECT s.answered_at AS "answeredAt", s.polled_at AS "polledAt", coalesce(sum(m.covered_s + m.down_s + m.blind_s), 0)::int AS seconds, coalesce(sum(m.hashes), 0)::text AS hashes
       FROM device_state s LEFT JOIN device_minute m ON m.device_id = s.device_id WHERE s.answered_at IS NOT NULL GROUP BY s.device_id ORDER BY s.device_id`,
  );
  return rows.length === DEVICES ? rows : null;
};

/** All of them, polled after the moment. */
const placesAfter = async (moment: number): Promise<Place[]> => {
  let found: Place[] | null = null;
  await until(async () => {
    found = await places();
    return found?.every(({ answeredAt }) => answeredAt.getTime() > moment) ?? false;
  });
  return found!;
};

it('a killed and a frozen process lose their parts to others, and no second is counted twice or lost', async () => {
  const first = await (async () => {
    const begun = placesAfter(0);
    collect();
    return begun;
  })();
  const [one] = running;
  const [two, three] = [collect(), collect()];
  await untilShared(20, 20, 20);

  one!.kill('SIGKILL');
  await untilShared(30, 30);
  await placesAfter(Date.now());

  two.kill('SIGSTOP');
  await untilShared(60);
  await placesAfter(Date.now());

  // It thaws and finds that its connection is gone: what it still has in memory is written by nobody.
  two.kill('SIGCONT');
  await untilShared(30, 30);
  await placesAfter(Date.now());
  const ends = [two, three].map((process) => once(process, 'exit'));
  for (const process of [two, three]) process.kill('SIGTERM');
  expect((await Promise.all(ends)).map(([code]) => code)).toEqual([0, 0]);

  const last = (await places())!;
  for (const [index, serial] of serials.entries()) {
    const [from, to] = [first[index]!, last[index]!];
    const whole = ({ polledAt }: Place): number => Math.floor(polledAt.getTime() / 1000);
    expect([serial, to.seconds - from.seconds]).toEqual([serial, whole(to) - whole(from)]);
    const truth = (await fleet.ask(
      `/truth?serial=${serial}&from=${from.answeredAt.getTime()}&to=${to.answeredAt.getTime()}`,
    )) as { hashes: string };
    // An answer is some milliseconds under way, more on a busy machine.
    const off = Number(BigInt(to.hashes) - BigInt(from.hashes) - BigInt(truth.hashes)) / 7.4e13;
    expect(Math.abs(off)).toBeLessThan(1);
  }
});
