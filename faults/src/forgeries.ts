import '../../scripts/pinned-node.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { createLocalBus } from '../../apps/server/src/bus/bus.ts';
import { createVault } from '../../apps/server/src/security/vault.ts';
import { createPool } from '../../apps/server/src/db/pool.ts';
import { seedDemo } from '../../apps/server/src/demo/demo.ts';
import { startSimulators } from '../../apps/server/src/demo/simulators.ts';
import { readEnv } from '../../apps/server/src/env/env.ts';
import { LEDGER_TABLES } from '../../apps/server/src/composition/ledger-tables.ts';
import { createFunnel } from '../../apps/server/src/ledger/funnel.ts';
import { findAuditHead } from '../../apps/server/src/modules/integrity/audit-chain.query.ts';
import { everything } from '../../apps/server/test/forgery/checks.ts';
import { FORGERIES } from '../../apps/server/test/forgery/forgeries.ts';
import { finderOf } from '../../apps/server/test/forgery/found-by.ts';
import { forge } from '../../apps/server/test/forgery/forgery.ts';
import { prepareForgeries } from '../../apps/server/test/forgery/prepare.ts';
import { testRandom } from '../../apps/server/test/money-house.ts';
import { startCluster } from './cluster.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * Lives the demo on a database of its own, then makes every forgery of the list with all rights, each in a transaction that is
 * undone: once with the database's own triggers and keys, once with them silenced. Exit code 0 only when all are found.
 */
const run = async (): Promise<boolean> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'minerx-forgeries-'));
  const outcome = readEnv({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', PORT: '0' });
  if (!outcome.ok) throw new Error(outcome.problems.join('\n'));
  const cluster = await startCluster();
  try {
    const database = await cluster.database('forgeries');
    const world = await startSimulators({ env: outcome.env, serials: [], log: () => undefined });
    await seedDemo({ databaseUrl: database.url, world, log: pino({ level: 'silent' }), say });
    await world.stop();
    const ledger = createPool(database.url, { max: 2, work: 'ledger' });
    await prepareForgeries(
      database.pool,
      createFunnel({
        pool: ledger,
        clock: Date,
        random: testRandom,
        bus: createLocalBus(),
        vault: createVault(outcome.env.pepper),
        tables: LEDGER_TABLES,
      }).run,
    );
    await ledger.end();
    const pool = createPool(database.ownerUrl, { max: 1 });
    const owner = await pool.connect();
    const check = everything([(await findAuditHead(owner))!]);
    const honest = await forge(owner, { sql: 'SELECT 1' }, 'open', check);
    if (honest.seenBy.length > 0) say(`before any forgery: ${honest.seenBy.join(', ')}`);
    let found = 0;
    for (const forgery of FORGERIES) {
      const ways = [];
      for (const way of ['open', 'silent'] as const)
        ways.push({ finder: finderOf(forgery, way), ...(await forge(owner, forgery, way, check)) });
      const isFound = ways.every(({ finder, seenBy, refused }) =>
        (refused === null ? seenBy : [refused]).includes(finder),
      );
      if (isFound) found += 1;
      const told = ways.map(({ seenBy, refused }) => (refused === null ? seenBy.join(', ') || 'NOBODY' : refused));
      say(`${isFound ? 'found ' : 'UNSEEN'}  ${forgery.name}: ${[...new Set(told)].join(' | ')}`);
    }
    say(`found ${found} of ${FORGERIES.length}`);
    owner.release();
    await pool.end();
    await database.drop();
    return found === FORGERIES.length && honest.seenBy.length === 0;
  } finally {
    await cluster.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};

process.exit((await run()) ? 0 : 1);
