import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '../db/test-database.ts';
import { readEnv } from '../env/env.ts';
import type { Env } from '../env/env.ts';
import { alignDevices, listSimulatedSerials, startSimulators } from './simulators.ts';
import type { Simulators } from './simulators.ts';

let env: Env;
let running: Simulators | undefined;
beforeEach(() => {
  const outcome = readEnv({ DATA_DIR: mkdtempSync(join(tmpdir(), 'minerx-simulators-')) });
  if (!outcome.ok) throw new Error(outcome.problems.join());
  env = outcome.env;
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
});

const start = async (
  serials: string[],
  input: Env = env,
  log: (line: string) => void = () => undefined,
): Promise<Simulators> => (running = await startSimulators({ env: input, serials, log }));

describe('the demo world', () => {
  it('fills in every source that is not set, marked as simulated', async () => {
    const real = { url: 'https://data-api.example.com', simulated: false };
    const { env: filled } = await start([], { ...env, market: real });
    expect(filled.market).toEqual(real);
    expect(filled.network).toMatchObject({ simulated: true });
    expect(filled.pool).toMatchObject({ simulated: true });
    expect((await fetch(`${filled.network?.url}/blocks/tip/height`)).status).toBe(200);
  });

  it('gives miners the same address at every start', async () => {
    const first = await start(['X1-000001']);
    const [one, two] = await first.addDevices(['X1-000001', 'X1-000002']);
    await first.stop();
    const second = await start(['X1-000001', 'X1-000002']);
    expect(await second.addDevices(['X1-000001', 'X1-000002'])).toEqual([one, two]);
  });

  it.each([
    ['it died', (world: number) => world],
    ['one of it ended', (world: number) => childOf(world, 'anvil')],
  ])('starts the simulated world again when %s', async (_, victim) => {
    const lines: string[] = [];
    const { env: filled } = await start([], env, (line) => lines.push(line));
    const url = `${filled.market?.url}/api/v3/time`;
    expect((await fetch(url)).status).toBe(200);
    process.kill(victim(childOf(process.pid, 'together.ts')), 'SIGKILL');
    await expect.poll(() => lines).toEqual(['the simulated world ended by itself and is started again']);
    await expect.poll(async () => (await fetch(url)).status).toBe(200);
  });

  it('brings the device rows up to date', async () => {
    const database = await testDatabase();
    await database.pool.query("INSERT INTO stock (line, total) VALUES ('x1', 2) ON CONFLICT DO NOTHING");
    await database.pool.query(
      "INSERT INTO device (serial, line, host, port, simulated) VALUES ('A', 'x1', 'h', 1, true), ('B', 'x1', 'h', 1, false)",
    );
    expect(await listSimulatedSerials(database.pool)).toEqual(['A']);
    await alignDevices(
      database.pool,
      ['A', 'B'].map((serial) => ({ serial, host: '127.16.0.1', port: 9 })),
    );
    const { rows } = await database.pool.query('SELECT serial, host, port FROM device ORDER BY serial');
    expect(rows).toEqual([
      { serial: 'A', host: '127.16.0.1', port: 9 },
      { serial: 'B', host: 'h', port: 1 },
    ]);
    await database.drop();
  });
});

/** The child of a process whose command line has the word in it. */
const childOf = (parent: number, word: string): number => {
  const children = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(parent)], { encoding: 'utf8' });
  const found = children.split('\n').find((child) => child.includes(word));
  return Number(found?.trim().split(/\s+/)[0]);
};
