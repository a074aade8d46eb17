import '../../../../scripts/pinned-node.ts';
import { readEnv } from '../../src/env/env.ts';
import { createLog } from '../../src/base/log.ts';
import { run } from '../../src/main.ts';

/** The real server as a process of its own, for races between processes. Ends when its parent does. */
const outcome = readEnv(process.env);
if (!outcome.ok) throw new Error(outcome.problems.join('\n'));
const server = await run(outcome.env, {
  databaseUrl: process.env['DATABASE_URL']!,
  log: createLog(outcome.env.logLevel),
});
process.once('disconnect', () => void server.stop().then(() => process.exit(0)));
process.send!(server.url);
