import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The Node that comes with the install; another one passes tests that ours fails, and the other way round. */
const { dependencies } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
  dependencies: { node: string };
};

const major = (version: string): number => Number(version.replace(/^v/, '').split('.')[0]);

/** Refuses to go on under another Node than the installed one: `npm test` and `npx` take it by themselves. */
export const requirePinnedNode = (running: string = process.version): void => {
  if (major(running) === major(dependencies.node)) return;
  throw new Error(
    `This is Node ${running}; the project runs on ${dependencies.node}, which npm ci installs. Call it through npm or npx.`,
  );
};
