import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launch, makeDataDir, PRODUCTION, removeDataDir } from './launch.ts';
import { startSimulator } from '../../../../simulators/src/spawn.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'minerx-error-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** Starts, waits for the end, and gives what was said: a sentence with the file's name, never a stack. */
const endOf = async (variables: Record<string, string>): Promise<string> => {
  const run = launch({ DATA_DIR: dataDir, ...variables });
  expect(await run.ended).toBe(1);
  expect(run.lines.filter((line) => /^\s+at /.test(line))).toEqual([]);
  return run.lines.join('\n');
};

describe('a start that cannot be', () => {
  it('names DATA_DIR when it is a file, lies below one, or takes no files', async () => {
    const file = join(dataDir, 'file');
    writeFileSync(file, '');
    for (const [folder, why] of [
      [file, 'is a file'],
      [join(file, 'below'), 'is a file, or lies below one'],
      // Of the kernel: nobody makes files there, root neither.
      ...(process.platform === 'linux' ? [['/sys/kernel', 'cannot be written']] : []),
    ] as [string, string][]) {
      expect(await endOf({ DATA_DIR: folder })).toMatch(new RegExp(`^DATA_DIR ${folder} ${why}.*Set DATA_DIR`));
    }
  });

  it.each([
    ['secrets.json', '{"sessionSecret":"x', 'is damaged. Put back a copy of it'],
    ['secrets.json', '', 'is empty. Put back a copy of it'],
    ['postgres.json', '{"port":', 'is damaged. It holds port and password of the database. Put back a copy'],
    ['postgres.json', '{"port":"5432"}', 'is damaged. It holds port and password of the database'],
    ['postgres.location', '', 'should name the folder of the database'],
  ])('names %s when it is %j, and says what to do', async (name, text, advice) => {
    writeFileSync(join(dataDir, name), text);
    expect(await endOf({ ROLES: 'worker' })).toContain(`${join(dataDir, name)} ${advice}`);
  });

  it.each([
    ['DATABASE_URL', {}],
    ['DATABASE_OWNER_URL', { DATABASE_OWNER_URL: 'postgres://owner@127.0.0.1:9/nothing' }],
  ])('names %s when its database does not answer', async (name, more) => {
    const own = { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/nothing', DEMO_DATABASE: 'yes', ROLES: 'worker' };
    expect(await endOf({ ...own, ...more })).toMatch(
      new RegExp(`could not start: The database of ${name} lets nobody in \\(connect ECONNREFUSED.*\\. Start it, or`),
    );
  });

  it('tells a port that is taken before it makes anything', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    const said = await endOf({ PORT: String(port) });
    expect(said).toContain(`Port ${port} of 127.0.0.1 is taken by another program`);
    expect(said).not.toContain('applied migration');
    other.close();
  });

  it('tells production of simulators behind its sources, also of those it may have on this machine', async () => {
    const [market, second, network, pool] = await Promise.all([
      startSimulator('market'),
      startSimulator('second-market'),
      startSimulator('network'),
      startSimulator('pool', ['--token', 'token']),
    ]);
    const sources = {
      MARKET_URL: market.url,
      SECOND_MARKET_URL: second.url,
      NETWORK_URL: `${network.url}/api`,
      POOL_URL: pool.url,
    };
    const said = await endOf({
      ...PRODUCTION,
      ...sources,
      // Never reached: the sources are looked at first.
      DATABASE_URL: 'postgres://nobody@127.0.0.1:9/nothing',
      ALLOW_LOCAL_SOURCES: Object.keys(sources).join(','),
    });
    for (const name of Object.keys(sources)) expect(said).toContain(`${name}: a simulator answers`);
    await Promise.all([market, second, network, pool].map((simulator) => simulator.stop()));
  });
});

describe('a start that has a database', () => {
  let folder: string;
  beforeAll(() => {
    folder = makeDataDir();
  });
  afterAll(() => removeDataDir(folder));

  it.each(['simulators.json', 'simulated-outages.json'])(
    'names %s when it is damaged, and says what to do',
    async (name) => {
      const file = join(folder, name);
      writeFileSync(file, '[{');
      try {
        const said = await endOf({ DATA_DIR: folder, ROLES: 'worker' });
        expect(said).toContain(`${file} is damaged. Remove it`);
        expect(said).toContain('could not start');
      } finally {
        rmSync(file);
      }
    },
  );
});
