import '../../../scripts/pinned-node.ts';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { createLog } from '../../../apps/server/src/base/log.ts';
import { buildApp } from '../../../apps/server/src/composition/app.ts';
import { createLocalBus } from '../../../apps/server/src/bus/bus.ts';
import { compose } from '../../../apps/server/src/composition/compose.ts';
import { readEnv } from '../../../apps/server/src/env/env.ts';
import { startCollector } from '../../../apps/server/src/jobs/collector/collector.ts';
import type { Outside } from '../../../apps/server/src/outside/outside.ts';

/** The whole server and the collector in one process; asked on its channel it tells its resident memory in bytes. */
const [url, secret] = process.argv.slice(2) as [string, string];
const outcome = readEnv({
  DATA_DIR: tmpdir(),
  PORT: '0',
  SOCKETS_PER_ADDRESS: '99999',
  CONNECTIONS_PER_ADDRESS: '99999',
  LOG_LEVEL: 'error',
  SESSION_SECRET: secret,
  PEPPER: `${secret}-pepper`,
});
if (!outcome.ok) throw new Error(outcome.problems.join('\n'));
const { context } = await compose({
  env: outcome.env,
  log: createLog('error'),
  databaseUrl: url,
  bus: createLocalBus(),
  outside: { mailer: { kind: 'eml', send: async () => undefined, close: async () => undefined } } as unknown as Outside,
});
const { http } = await buildApp(context);
const collector = startCollector(context);
await http.listen({ host: '127.0.0.1', port: 0 });
process.send!({ port: (http.server.address() as AddressInfo).port });
process.on('message', () => {
  const rss = Number(/VmRSS:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))![1]) * 1024;
  const { heapUsed, heapTotal, external } = process.memoryUsage();
  process.send!({ rss, heapUsed, heapTotal, external, counts: collector.counts() });
});
process.on('disconnect', () => process.exit(0));
