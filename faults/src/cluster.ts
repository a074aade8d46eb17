import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { appUrlOf, letAppSignIn } from '../../apps/server/src/db/app-sign-in.ts';
import { isAlive } from '@minerx/embedded-postgres/postmaster';
import { startEmbedded } from '@minerx/embedded-postgres/server';
import { migrate } from '../../apps/server/src/db/migrate.ts';
import { createPool } from '../../apps/server/src/db/pool.ts';
import { serverProcesses } from '../../apps/server/test/start/postgres-processes.ts';
import type { TestDatabase } from '../../apps/server/src/db/test-database.ts';

/** An embedded PostgreSQL with the settings of a real run: commits wait for the disk. */
export interface Cluster {
  readonly url: string;
  readonly dataDir: string;
  /** A new migrated database. */
  database(name: string): Promise<TestDatabase>;
  /** Kills all processes of the server with SIGKILL, as `kill -9` does, and waits until they are gone. */
  kill(): Promise<void>;
  /** Starts the server again after a kill; gives how many milliseconds it took until it answered. */
  restart(): Promise<number>;
  stop(): Promise<void>;
}

/**
 * @param dataDir where it lies; by default in a folder of its own, which goes with it
 * @param unsafeFast commits wait for no disk: where the database itself is not what is put to the test
 */
export const startCluster = async (
  dataDir = mkdtempSync(join(tmpdir(), 'minerx-faults-')),
  unsafeFast = false,
): Promise<Cluster> => {
  chmodSync(dataDir, 0o711); // As root the server runs as nobody and must pass through.
  const input = { dataDir, log: () => undefined, unsafeFast };
  let server = await startEmbedded(input);
  const { url } = server;
  let turn: Promise<unknown> = Promise.resolve();
  return {
    url,
    dataDir,
    database: (name) => {
      // One after the other: each lets the same role in.
      const made = turn.then(() => makeDatabase(url, name));
      turn = made.catch(() => undefined);
      return made;
    },
    kill: () => killAll(serverProcesses(dataDir)),
    restart: async () => {
      const since = performance.now();
      server = await startEmbedded(input);
      if (server.url !== url) throw new Error('the database came back at another address');
      return performance.now() - since;
    },
    stop: async () => {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

/** None of them ends in order; the server's first process dies first, so that it starts no other. */
export const killAll = async (all: readonly number[]): Promise<void> => {
  for (const pid of all) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // Gone in between.
    }
  }
  while (all.some(isAlive)) await sleep(1);
};

/** Runs one statement on a database. */
export const administer = async (url: string, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};

/** A new migrated database on a server, of its owner's address. */
export const makeDatabase = async (clusterUrl: string, name: string): Promise<TestDatabase> => {
  await administer(clusterUrl, `CREATE DATABASE ${name}`);
  const address = new URL(clusterUrl);
  address.pathname = `/${name}`;
  await migrate(address.href);
  const url = appUrlOf(address.href);
  await letAppSignIn(address.href, url);
  const pool = createPool(url, { max: 6 });
  return {
    url,
    ownerUrl: address.href,
    pool,
    drop: async () => {
      if (!pool.ended) await pool.end();
      await administer(clusterUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
};
