import '../../scripts/pinned-node.ts';
import { spawn } from 'node:child_process';
import { mkdtempSync, chmodSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { startEmbedded } from '@minerx/embedded-postgres/server';
import { format, interleave, median, mustHold, row, START_FLAGS } from './measure/harness.ts';

/**
 * S10: `npm start` to its "ready" on a folder that holds the demo, against starting the embedded database of such a folder
 * and asking it one question. The first start, which makes the demo, is not counted.
 */
const GOAL_S = 1.2;
const ROUNDS = 5;
const START = join(import.meta.dirname, '../../apps/server/src/start.ts');

const folder = mkdtempSync(join(tmpdir(), 'minerx-s10-'));
chmodSync(folder, 0o711); // As root the server runs as nobody and must pass through.
const dataDir = join(folder, 'data');

/** Milliseconds to the line "ready"; then it is stopped. */
const startToReady = async (): Promise<number> => {
  const began = performance.now();
  const child = spawn(process.execPath, [...START_FLAGS, START], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let took = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('ready')) continue;
    took = performance.now() - began;
    child.kill('SIGTERM');
  }
  if (child.exitCode === null) await new Promise((resolve) => child.once('exit', resolve));
  mustHold(took > 0, 'the start says that it is ready');
  return took;
};

const databaseAlone = async (): Promise<number> => {
  const began = performance.now();
  const server = await startEmbedded({ dataDir, log: () => undefined });
  const client = new pg.Client({ connectionString: server.url.replace(/\/postgres$/, '/minerx') });
  await client.connect();
  const { rows } = await client.query<{ n: string }>('SELECT count(*) AS n FROM member');
  const took = performance.now() - began;
  mustHold(Number(rows[0]?.n) > 100, 'the folder holds the demo');
  await client.end();
  await server.stop();
  return took;
};

try {
  console.log(`first start, with the demo: ${format((await startToReady()) / 1000)} s`);
  const { ours, reference } = await interleave(ROUNDS, startToReady, databaseAlone);
  const more = median(ours.map((value, round) => value - reference[round]!)) / 1000;
  row({
    id: 'S10',
    work: '`npm start` to ready, second start: database, migrations, simulators, server, jobs',
    reference: 'start of the embedded database of the same folder, and one query',
    goal: `≤ ${GOAL_S} s more`,
    measured: [
      `${format(more)} s more`,
      `${format(median(ours) / 1000)} s against ${format(median(reference) / 1000)} s`,
    ],
    reached: more <= GOAL_S,
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
