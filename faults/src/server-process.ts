import '../../scripts/pinned-node.ts';
import type { AddressInfo } from 'node:net';
import { buildApp } from '../../apps/server/src/composition/app.ts';
import { compose } from '../../apps/server/src/composition/compose.ts';
import { createPool } from '../../apps/server/src/db/pool.ts';
import { seedReference } from '../../apps/server/src/seed/reference.ts';
import { readEnv } from '../../apps/server/src/env/env.ts';
import type { Env } from '../../apps/server/src/env/env.ts';
import { LEDGER_TABLES } from '../../apps/server/src/composition/ledger-tables.ts';
import { createFunnel } from '../../apps/server/src/ledger/funnel.ts';
import { createLog } from '../../apps/server/src/base/log.ts';
import { run } from '../../apps/server/src/main.ts';
import { createOutside } from '../../apps/server/src/outside/create.ts';

/**
 * The server as a process of its own. Without arguments it is the real one; with names of locks (`stock`, `accounts` …)
 * it is put together from the same parts, but its funnel does not take those locks. Ends when its parent does.
 */
const outcome = readEnv(process.env);
if (!outcome.ok) throw new Error(outcome.problems.join('\n'));
const databaseUrl = process.env['DATABASE_URL']!;
const unlocked = process.argv.slice(2);

const runCareless = async (env: Env): Promise<{ url: string; stop(): Promise<void> }> => {
  const log = createLog(env.logLevel);
  const { context, close } = await compose({ env, log, databaseUrl, outside: createOutside(env, Date) });
  await seedReference(context.pool);
  const pool = createPool(databaseUrl, { max: 3, work: 'ledger' });
  const { clock, random, bus, vault } = context;
  const funnel = createFunnel({ pool, clock, random, bus, vault, tables: LEDGER_TABLES, unsafeWithoutLocks: unlocked });
  const app = await buildApp({ ...context, funnel });
  await app.http.listen({ host: env.host, port: 0 });
  const stop = async (): Promise<void> => {
    await app.close();
    await funnel.drain();
    await close();
    await pool.end();
  };
  return { url: `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`, stop };
};

const server =
  unlocked.length === 0
    ? await run(outcome.env, { databaseUrl, log: createLog(outcome.env.logLevel) })
    : await runCareless(outcome.env);
process.once('disconnect', () => void server.stop().then(() => process.exit(0)));
process.send!(server.url);
