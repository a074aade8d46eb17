import { execFileSync, spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { requirePinnedNode } from './pinned-node.ts';

describe('the pinned Node', () => {
  it('is the one that runs the tests', () => {
    expect(() => requirePinnedNode()).not.toThrow();
    expect(execFileSync('node', ['--version']).toString().trim()).toBe(process.version);
  });

  it('refuses another one and says what to do', () => {
    for (const other of ['v20.20.2', 'v22.1.0', 'v26.0.0'])
      expect(() => requirePinnedNode(other)).toThrow(/Call it through npm or npx/);
  });

  it('is asked for by everything that runs tests or tools', () => {
    for (const config of [
      'vitest.config.ts',
      'e2e/playwright.config.ts',
      'scripts/step.ts',
      'bench/src/run.ts',
      'faults/src/run.ts',
    ]) {
      const { stdout } = spawnSync('grep', ['-c', 'requirePinnedNode()', config], { cwd: `${import.meta.dirname}/..` });
      expect([config, stdout.toString().trim()]).toEqual([config, '1']);
    }
  });
});
