import './pinned-node.ts';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '@minerx/embedded-postgres/server';
import { migrate } from '../apps/server/src/db/migrate.ts';
import { checkSql } from './sql/check.ts';
import { checkGrowth } from './sql/growth.ts';
import { findWrongHands } from './sql/hands.ts';
import { findStrays } from './sql/rooms.ts';
import { readStatements } from './sql/statements.ts';
import { ROOT } from './step.ts';

/** Every statement of the server against a database of its own, migrated: is it valid, do its values and its declared rows fit, and what would it read if the tables were large? */

/** Fewer than this mean that the reader did not see them, not that they are fine. */
const STATEMENT_FLOOR = 300;

/** The signer's own memory is a file of SQLite. */
const OF_THE_SIGNER = 'apps/server/src/signer/';
/** What the owner of a database does: it makes roles, schemas and tables, and asks about databases of any age. */
const OF_THE_OWNER = 'apps/server/src/db/';
const isRead = (path: string): boolean =>
  path.startsWith('apps/server/src/') &&
  !path.startsWith(OF_THE_OWNER) &&
  !path.startsWith(OF_THE_SIGNER) &&
  !path.endsWith('.test.ts');

/** The equations ask of everything that ever was, and the demo writes its own small world. */
const isOfTheWhole = (place: string): boolean => isComputed(place) || place.startsWith('apps/server/src/demo/');

/** The equations are computed from tables of the rules; every test of money runs them all. */
const isComputed = (place: string): boolean =>
  /\.equations\.ts:\d+$/.test(place) || /^apps\/server\/src\/(?:modules\/integrity|composition\/newest)\//.test(place);

const SOURCES = join(ROOT, 'apps/server/src');
const readSources = () =>
  readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => ({ file, text: readFileSync(join(SOURCES, file), 'utf8') }));

// A killed check leaves its server behind: the next test run sweeps what is called so (test/global-setup.ts).
const dataDir = mkdtempSync(join(tmpdir(), 'minerx-test-sql-'));
chmodSync(dataDir, 0o711); // As root the server runs as nobody and must pass through.
const server = await startEmbedded({ dataDir, log: () => undefined, unsafeFast: true });
try {
  await migrate(server.url);
  const reading = readStatements(join(ROOT, 'apps/server/tsconfig.json'), ROOT, isRead);
  const { statements, wrong } = await checkSql(reading, server.url, isComputed);
  wrong.push(...findStrays(reading.statements));
  wrong.push(...findWrongHands(readSources()));
  // Last, for it leaves nothing of the database.
  wrong.push(
    ...(await checkGrowth(
      reading.statements.filter(({ at }) => !isOfTheWhole(at)),
      server.url,
    )),
  );
  for (const line of wrong) process.stdout.write(`${line}\n`);
  if (statements < STATEMENT_FLOOR) process.stdout.write(`only ${statements} statements were seen\n`);
  process.exitCode = wrong.length > 0 || statements < STATEMENT_FLOOR ? 1 : 0;
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
