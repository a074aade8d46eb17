import '../../scripts/pinned-node.ts';
import { format, row } from './measure/harness.ts';
import { measurePurchases } from './api/purchase-bench.ts';

const GOAL = 6;
const { perSecond, referencePerSecond, ratio, p50Ms, p99Ms, cpuUs, referenceCpuUs } = await measurePurchases(1);
row({
  id: 'S2',
  work: 'The same when every purchase takes the same stock row and pays the same house account',
  reference: 'pgbench -M prepared, the same statements interactively, one stock row',
  goal: `≥ ${GOAL} ×`,
  measured: [
    `${format(ratio)} ×`,
    `${format(perSecond)}/s against ${format(referencePerSecond)}/s`,
    `p50 ${format(p50Ms)} ms, p99 ${format(p99Ms)} ms`,
    `CPU ${format(cpuUs)} µs against ${format(referenceCpuUs)} µs`,
  ],
  reached: ratio >= GOAL,
});
