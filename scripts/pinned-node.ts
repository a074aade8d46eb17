import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The first import of every program of ours, whoever calls it and however: the Node that comes with the install runs it, or nobody does.
 * Another one passes tests that ours fails, and the other way round. `entry-points.ts` lists the programs; a test holds each to it.
 */
const { dependencies } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
  dependencies: { node: string };
};

/** @returns what is wrong with a version of Node and what to do; null for the installed one */
export const misfitOfNode = (running: string): string | null =>
  running === `v${dependencies.node}`
    ? null
    : `This is Node ${running}; the project runs on ${dependencies.node}, which npm ci installs. Call it through npm or npx.`;

const misfit = misfitOfNode(process.version);
if (misfit !== null) {
  process.stderr.write(`${misfit}\n`);
  process.exit(1);
}
