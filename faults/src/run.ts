import '../../scripts/pinned-node.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** `npm run faults -- <campaign> [numbers]`: runs one of the scripts beside this one. */
const [name = '', ...rest] = process.argv.slice(2);
const CAMPAIGNS = [
  'races',
  'kill',
  'disk',
  'forgeries',
  'payouts',
  'sweeps',
  'deposits',
  'model',
  'cluster',
  'restore',
];
const folder = ['cluster', 'restore'].includes(name) ? 'machines' : '.';
const file = join(import.meta.dirname, folder, `${name}.ts`);
if (!CAMPAIGNS.includes(name) || !existsSync(file)) {
  console.error(`Which one? npm run faults -- ${CAMPAIGNS.join(' | ')}`);
  process.exit(1);
}
process.argv = [process.argv[0]!, file, ...rest];
await import(file);
