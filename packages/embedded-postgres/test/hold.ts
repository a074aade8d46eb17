import '../../../scripts/pinned-node.ts';
import { startEmbedded } from '../src/server.ts';

/** A launcher to be killed by tests: starts the database of the given folder, says so, and stays. */
const dataDir = process.argv[2];
if (dataDir === undefined) throw new Error('usage: hold.ts <data folder>');
const { url, adopted } = await startEmbedded({ dataDir, log: () => undefined });
process.stdout.write(`${JSON.stringify({ url, adopted })}\n`);
setInterval(() => undefined, 1_000);
