import '../../../scripts/pinned-node.ts';
import { readEnv } from '../../../apps/server/src/env/env.ts';
import { createLog } from '../../../apps/server/src/base/log.ts';
import { run } from '../../../apps/server/src/main.ts';

/** The real worker as a process of its own, whose chain is simulated, as in a demo. Ends when its parent does. */
const outcome = readEnv(process.env);
if (!outcome.ok) throw new Error(outcome.problems.join('\n'));
const { env } = outcome;
const server = await run(
  { ...env, chains: env.chains.map((chain) => ({ ...chain, simulated: true })) },
  { databaseUrl: process.env['DATABASE_URL']!, log: createLog(env.logLevel) },
);
process.once('disconnect', () => void server.stop().then(() => process.exit(0)));
process.send!(server.url);
