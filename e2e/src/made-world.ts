import { execFileSync } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { access, freePort, rememberPort } from '@minerx/embedded-postgres/cluster';

/**
 * What a first start has made, for the worlds after it: they begin as copies of it, as if they had been stopped for a few minutes, and
 * do not live through the demo's thirty days again.
 */

/** Names the folder that the first of a run's worlds leaves itself in. `npm test` sets it, and begins each time without that folder. */
const MADE_VARIABLE = 'MINERX_E2E_MADE';

/** Where the run keeps what was made; null: its world is its own affair. */
export const madeFolder = (): string | null => process.env[MADE_VARIABLE] ?? null;

/** The database's files belong to its own user where we are root; Node's copies would be ours. */
const copy = (from: string, to: string): void => void execFileSync('cp', ['-a', `${from}/.`, to]);

/** Keeps a stopped world, whole or not at all. One whose database lies elsewhere (`postgres.location`) would share it with its copies. */
export const keepMade = (dataDir: string, made: string): void => {
  if (!existsSync(join(dataDir, 'postgres'))) return;
  const draft = `${made}.${process.pid}`;
  copy(dataDir, draft);
  renameSync(draft, made);
};

/** Fills the folder of a world that was never started, if anything was made; whether it was. Worlds that run side by side have ports of their own. */
export const copyMade = async (made: string, dataDir: string): Promise<boolean> => {
  if (!existsSync(made)) return false;
  copy(made, dataDir);
  rmSync(join(dataDir, 'simulators.json'));
  rememberPort(dataDir, await access(dataDir, undefined), await freePort());
  return true;
};
