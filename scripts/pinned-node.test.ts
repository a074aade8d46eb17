import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listEntryPoints } from './entry-points.ts';
import { misfitOfNode } from './pinned-node.ts';

const ROOT = join(import.meta.dirname, '..');
const programs = listEntryPoints(ROOT);

/** Lets a program believe that another Node is the one of the install. */
const PIN_ANOTHER = `import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module';
const read = fs.readFileSync;
fs.readFileSync = (path, ...rest) => (String(path) === ${JSON.stringify(join(ROOT, 'package.json'))} ? '{"dependencies":{"node":"23.0.0"}}' : read(path, ...rest));
syncBuiltinESMExports();`;

/** Vitest looks for its configuration where it is called, and no further up. Of apps it finds that of Vite. */
const workspaces = [
  ...new Set(
    globSync('{apps/server,packages/*,simulators,scripts}/**/*.test.{ts,tsx}', {
      cwd: ROOT,
      exclude: ['**/node_modules', '**/dist'],
    }).map((file) => /^(?:simulators|scripts|[^/]+\/[^/]+)/.exec(file)![0]),
  ),
];

describe('the pinned Node', () => {
  it('is the one that runs the tests', () => {
    expect(misfitOfNode(process.version)).toBeNull();
    expect(execFileSync('node', ['--version']).toString().trim()).toBe(process.version);
  });

  it('refuses another one and says what to do', () => {
    const [major, minor, patch] = process.versions.node.split('.').map(Number) as [number, number, number];
    const near = [`v${major}.${minor + 1}.0`, `v${major}.${minor}.${patch + 1}`];
    for (const other of ['v20.20.2', 'v22.1.0', 'v26.0.0', ...near])
      expect(misfitOfNode(other)).toMatch(/Call it through npm or npx/);
  });

  it('is asked for first by every program there is', () => {
    for (const known of [
      'apps/server/src/start.ts',
      'apps/server/src/operator.ts',
      'apps/server/src/signer.ts',
      'bench/src/s3-reads.ts',
      'bench/src/feed/feed-load.ts',
      'e2e/playwright.config.ts',
      'faults/src/disk.ts',
      'scripts/coverage.ts',
      'scripts/test.ts',
      'simulators/src/fleet.ts',
      'vitest.config.ts',
      ...workspaces.map((folder) => `${folder}/vitest.config.ts`),
    ])
      expect(programs).toContain(known);
    const first = programs.map((file) => [file, readFileSync(join(ROOT, file), 'utf8').split('\n', 1)[0]]);
    const wanted = programs.map((file) => {
      const path = relative(dirname(file), 'scripts/pinned-node.ts');
      return [file, `import '${path.startsWith('.') ? path : `./${path}`}';`];
    });
    expect(first).toEqual(wanted);
  });

  it.each(['.', 'apps/web', ...workspaces])('keeps vitest from running in %s under another', (folder) => {
    const preload = `data:text/javascript,${encodeURIComponent(PIN_ANOTHER)}`;
    const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
    const cwd = join(ROOT, folder);
    const { status, stderr } = spawnSync(process.execPath, ['--import', preload, vitest, 'list', '--filesOnly'], {
      cwd,
      env: { ...process.env, VITEST: undefined },
    });
    expect(stderr.toString()).toContain('the project runs on 23.0.0');
    expect(status).toBe(1);
  });

  it.each(['apps/server/src/signer.ts', 'bench/src/feed/feed-load.ts', 'faults/src/run.ts', 'simulators/src/fleet.ts'])(
    'keeps %s from running under another',
    (file) => {
      const preload = `data:text/javascript,${encodeURIComponent(PIN_ANOTHER)}`;
      const { status, stderr } = spawnSync(process.execPath, ['--import', preload, file], { cwd: ROOT });
      expect(stderr.toString()).toContain('the project runs on 23.0.0');
      expect(status).toBe(1);
    },
  );
});
