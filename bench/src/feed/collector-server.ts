import '../../../scripts/pinned-node.ts';
import { createPool } from '../../../apps/server/src/db/pool.ts';
import { startCollector } from '../../../apps/server/src/jobs/collector/collector.ts';
import { contextOf } from '../world/context.ts';

/** A collector with the intervals of the product, in a process of its own; asked on its channel it tells what it did and used. Ends when its parent does. */
const pool = createPool(process.argv[2]!, { max: 5 });
const collector = startCollector(contextOf({ pool }));
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send!({ cpuUs: user + system, ...collector.counts() });
});
process.once('disconnect', () => void collector.stop().then(() => process.exit(0)));
process.send!('ready');
