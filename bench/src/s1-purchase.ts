import '../../scripts/pinned-node.ts';
import { format, row } from './measure/harness.ts';
import { measurePurchases, SPREAD_LINES } from './api/purchase-bench.ts';

const GOAL = 3;
const { perSecond, referencePerSecond, ratio, p50Ms, p99Ms, cpuUs, referenceCpuUs } =
  await measurePurchases(SPREAD_LINES);
row({
  id: 'S1',
  work: 'X1 purchase by method 3 through HTTP, 64 connections, durable commits',
  reference: `pgbench -M prepared, the same statements interactively, over ${SPREAD_LINES} stock rows`,
  goal: `≥ ${GOAL} ×`,
  measured: [
    `${format(ratio)} ×`,
    `${format(perSecond)}/s against ${format(referencePerSecond)}/s`,
    `p50 ${format(p50Ms)} ms, p99 ${format(p99Ms)} ms`,
    `CPU ${format(cpuUs)} µs against ${format(referenceCpuUs)} µs`,
  ],
  reached: ratio >= GOAL,
});
