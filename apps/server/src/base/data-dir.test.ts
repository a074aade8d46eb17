import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockDataDir } from './data-dir.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'minerx-lock-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

/** A process that has the lock, until it is killed. */
const hold = async (shared: boolean): Promise<{ kill(): Promise<void> }> => {
  const module = new URL('./data-dir.ts', import.meta.url).href;
  const program = `const { lockDataDir } = await import(${JSON.stringify(module)});
    lockDataDir(${JSON.stringify(dataDir)}, ${shared}); console.log('locked'); setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await new Promise((resolve) => createInterface({ input: child.stdout }).once('line', resolve));
  return { kill: async () => void (child.kill('SIGKILL'), await ended) };
};

describe('the lock of DATA_DIR', () => {
  it('is had by one process, and is free as soon as that one is killed', async () => {
    const holder = await hold(false);
    expect(() => lockDataDir(dataDir, false)).toThrow(
      `Another start works on DATA_DIR ${dataDir}. Stop that one first`,
    );
    expect(() => lockDataDir(dataDir, true)).toThrow('Another start works');
    await holder.kill();
    lockDataDir(dataDir, false).release();
    lockDataDir(dataDir, false).release();
  });

  it('is shared by processes that do parts of the work, and by nobody else', async () => {
    const holder = await hold(true);
    const second = lockDataDir(dataDir, true);
    expect(() => lockDataDir(dataDir, false)).toThrow('Another start works');
    second.release();
    await holder.kill();
    lockDataDir(dataDir, false).release();
  });
});
