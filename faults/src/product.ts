import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { isAlive } from '@minerx/embedded-postgres/postmaster';
import { unitsOf } from '@minerx/rules/money';
import { WALLET } from '@minerx/rules/wallet';
import { createLocalBus } from '../../apps/server/src/bus/bus.ts';
import { LEDGER_TABLES } from '../../apps/server/src/composition/ledger-tables.ts';
import { appUrlOf } from '../../apps/server/src/db/app-sign-in.ts';
import { createPool } from '../../apps/server/src/db/pool.ts';
import { createFunnel } from '../../apps/server/src/ledger/funnel.ts';
import { creditMember } from '../../apps/server/src/modules/member/adjustment.command.ts';
import { createVault } from '../../apps/server/src/security/vault.ts';
import { addMember, testRandom } from '../../apps/server/test/money-house.ts';
import { launch } from '../../apps/server/test/start/launch.ts';
import { parentOf, postmasterOf, serverProcesses } from '../../apps/server/test/start/postgres-processes.ts';
import { killAll } from './cluster.ts';
import { letIn, SECRETS } from './world.ts';
import type { Racer } from './world.ts';

/** Everything that `npm start` starts: api, worker and collector, the database, the simulated world and the signer. */
export interface Product {
  readonly port: number;
  /** The app's address of its database, and connections to it. */
  readonly url: string;
  readonly pool: Pool;
  /** What it said. */
  readonly lines: readonly string[];
  /** Every program that runs, by its name, with its process; the database is one. */
  programs(): Map<string, number>;
  isDatabaseUp(): boolean;
  /** Kills all of its processes, as `kill -9` does. */
  killDatabase(): Promise<void>;
  /** A figure of `/metrics`; NaN where it is not told. */
  figure(name: string): Promise<number>;
  stop(): Promise<void>;
}

const MEMBERS_MONEY = '100000000';

/** Starts it as `npm start` does, or with words of another start, on a folder that holds everything that it writes, and waits until it is ready. */
export const startProduct = async (dataDir: string, words: readonly string[] = []): Promise<Product> => {
  const launched = launch(
    {
      DATA_DIR: dataDir,
      LOG_LEVEL: 'debug',
      SESSION_SECRET: SECRETS.session,
      PEPPER: SECRETS.pepper,
    },
    words,
  );
  await launched.said('ready; Ctrl-C');
  const port = Number(/:(\d+)\//.exec(await launched.said('member app'))![1]);
  const { port: databasePort, password } = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8')) as {
    port: number;
    password: string;
  };
  const url = appUrlOf(`postgres://minerx:${password}@127.0.0.1:${databasePort}/minerx`);
  const pool = createPool(url, { max: 4 });
  const database = (): number | null => {
    try {
      return postmasterOf(dataDir);
    } catch {
      return null;
    }
  };
  const isDatabaseUp = (): boolean => {
    const pid = database();
    return pid !== null && isAlive(pid);
  };
  return {
    port,
    url,
    pool,
    lines: launched.lines,
    isDatabaseUp,
    killDatabase: () => killAll(serverProcesses(dataDir)),
    programs: () => {
      const own = launched.child.exitCode === null && launched.child.signalCode === null;
      return new Map([
        ...(own ? [['the server', launched.child.pid!] as const] : []),
        ...(isDatabaseUp() ? [['the database', database()!] as const] : []),
        ...childrenOf(launched.child.pid!),
      ]);
    },
    figure: async (name) => {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      return Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1]);
    },
    stop: async () => {
      await pool.end();
      await launched.stop();
    },
  };
};

/** The programs that a process has started, by the names of their files. */
const childrenOf = (parent: number): [string, number][] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 1 && parentOf(pid) === parent)
    .flatMap((pid) => {
      const file = argumentsOf(pid).find((argument) => argument.endsWith('.ts'));
      return file === undefined ? [] : [[basename(file, '.ts'), pid] as [string, number]];
    });

const argumentsOf = (pid: number): string[] => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
};

/** Members of a running product, each signed in and with money. */
export const makeBuyers = async ({ url, pool }: Product, count: number): Promise<Racer[]> => {
  const books = createPool(url, { max: 3, work: 'ledger' });
  const funnel = createFunnel({
    pool: books,
    clock: Date,
    random: testRandom,
    bus: createLocalBus(),
    vault: createVault(SECRETS.pepper),
    tables: LEDGER_TABLES,
  });
  const racers: Racer[] = [];
  for (let n = 0; n < count; n += 1) {
    const memberId = await addMember(pool, `drill${n}`);
    const money = { walletId: WALLET.CW, amountUnits: unitsOf(MEMBERS_MONEY) };
    await funnel.run(creditMember({ memberId, ...money, reason: 'test', actor: 'operator:test' }));
    racers.push({ memberId, sessionId: randomUUID() });
  }
  await letIn(pool, racers, true);
  await funnel.drain();
  await books.end();
  return racers;
};
