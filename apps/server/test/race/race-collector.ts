import '../../../../scripts/pinned-node.ts';
import pino from 'pino';
import { createLocalBus } from '../../src/bus/bus.ts';
import type { Context } from '../../src/context.ts';
import { createPool } from '../../src/db/pool.ts';
import { startCollector } from '../../src/jobs/collector/collector.ts';

/** A collector in a process of its own, for tests that kill and freeze it. */

const pool = createPool(process.argv[2]!, { max: 4 });
const context = { pool, bus: createLocalBus(), clock: Date, log: pino({ level: 'silent' }) } as unknown as Context;
const collector = startCollector(context, { intervalMs: 300, timeoutMs: 200, writeMs: 1700 });
process.once('SIGTERM', () => void collector.stop().then(() => pool.end()));
