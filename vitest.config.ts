import './scripts/pinned-node.ts';
// Nothing else of ours: another Node cannot read it, and would end before it is asked.
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Tests assert no times; this only ends what hangs, on a slow and busy machine too. */
const PATIENCE_MS = 300_000;

/** `expect.poll` waits for the thing itself; this too only ends what hangs, before the test's own end hides what it waited for. */
const POLL_PATIENCE_MS = 120_000;

const project = (name: string, root: string, more: { isolate?: boolean } = {}) => ({
  test: {
    name,
    root,
    ...more,
    include: ['**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    testTimeout: PATIENCE_MS,
    hookTimeout: PATIENCE_MS,
  },
});

const LOCK_REMOVAL = 'test/race/lock-removal.test.ts';

const server = (name: string, files: { include: string[]; exclude?: string[]; isolate?: boolean }) => ({
  test: {
    name,
    root: 'apps/server',
    ...files,
    globalSetup: [join(import.meta.dirname, 'apps/server/test/global-setup.ts')],
    alias: { '@node-rs/argon2': join(import.meta.dirname, 'apps/server/test/factor/light-hashes.ts') },
    testTimeout: PATIENCE_MS,
    hookTimeout: PATIENCE_MS,
    expect: { poll: { timeout: POLL_PATIENCE_MS } },
  },
});

/** One run for all workspaces: `npx vitest run`, or `npx vitest run path/to/one.test.ts`, here or in a workspace. */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    // The tests wait for a database and for programs as much as they work: two on two cores left a third of them idle.
    maxWorkers: availableParallelism() + 1,
    // Test files of a worker share its modules: starting and reading them anew for each took as long as the tests.
    isolate: false,
    projects: [
      project('rules', 'packages/rules'),
      project('contract', 'packages/contract'),
      project('ui', 'packages/ui'),
      project('art', 'packages/art'),
      project('embedded-postgres', 'packages/embedded-postgres'),
      // What one file puts in the place of a module no other file has.
      project('web', 'apps/web', { isolate: true }),
      project('simulators', 'simulators'),
      project('scripts', 'scripts'),
      server('server', { include: ['{src,test}/**/*.test.ts'], exclude: [LOCK_REMOVAL] }),
      // Its races are missed more often in a worker that has long been running.
      server('server-locks', { include: [LOCK_REMOVAL], isolate: true }),
    ],
  },
});
