import '../../../scripts/pinned-node.ts';
import { readEnv } from '../../../apps/server/src/env/env.ts';
import { createLog } from '../../../apps/server/src/base/log.ts';
import { run } from '../../../apps/server/src/main.ts';

/** The real server in a process of its own: told its database by DATABASE_URL, says its address on a line, stops on SIGTERM. */
const outcome = readEnv(process.env);
if (!outcome.ok) throw new Error(outcome.problems.join('\n'));
const server = await run(outcome.env, {
  databaseUrl: process.env['DATABASE_URL']!,
  log: createLog(outcome.env.logLevel),
});
process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)));
console.log(`listening ${server.url}`);
