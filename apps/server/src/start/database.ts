import pg from 'pg';
import { startEmbedded } from '../db/embedded.ts';
import type { Env } from '../env.ts';

/** The database of this run. */
export type StartedDatabase = { url: string; stop(): Promise<void> };

const NAME = 'minerx';

/** The one of `DATABASE_URL`, which is its owner's to stop, or the embedded one under DATA_DIR. */
export async function startDatabase(env: Env, say: (line: string) => void): Promise<StartedDatabase> {
  if (env.databaseUrl !== null) return { url: env.databaseUrl, stop: () => Promise.resolve() };
  const server = await startEmbedded({ dataDir: env.dataDir, log: say });
  return { url: await ensureDatabase(server.url), stop: server.stop };
}

async function ensureDatabase(serverUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [NAME]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${NAME}`);
  } catch (error) {
    // Two launchers at the same moment: the other one made it.
    if (!['42P04', '23505'].includes((error as pg.DatabaseError).code ?? '')) throw error;
  } finally {
    await client.end();
  }
  const url = new URL(serverUrl);
  url.pathname = `/${NAME}`;
  return url.href;
}
