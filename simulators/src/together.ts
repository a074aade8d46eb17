import '../../scripts/pinned-node.ts';
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import { readOptions, runUntilStopped } from './program/program.ts';

/**
 * Several simulators in one program, each in a thread of its own: they share nothing, and are reached by their protocols as if each
 * were alone. When one of them ends by itself all do, and whoever started them starts them again.
 *
 *   node simulators/src/together.ts --programs '{"market": ["--port", "0"], "network": ["--port", "0"]}'
 *   {"ready": true, "programs": {"market": {"port": 40001, …}, …}}
 */
const options = readOptions(process.argv.slice(2), ['programs']);
const programs = JSON.parse(options.text('programs', '{}')) as Record<string, string[]>;

const begin = (name: string, args: readonly string[]) => {
  // With an input of its own: where it ends the simulator stops, as a program does whose parent is gone.
  const thread = new Worker(new URL(`./${name}.ts`, import.meta.url), {
    argv: ['--parent', ...args],
    stdin: true,
    stdout: true,
  });
  const ended = new Promise<void>((resolve) => thread.once('exit', () => resolve()));
  const ready = new Promise<unknown>((resolve, reject) => {
    createInterface({ input: thread.stdout }).once('line', (line) => resolve(JSON.parse(line)));
    thread.once('error', (error) => {
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      reject(new Error(`${name} did not start`, { cause: error }));
    });
    void ended.then(() => reject(new Error(`${name} ended before it was ready`)));
  });
  const stop = (): Promise<void> => {
    thread.stdin!.end();
    return ended;
  };
  return { name, ready, ended, stop };
};

const threads = Object.entries(programs).map(([name, args]) => begin(name, args));
const ready = await Promise.all(threads.map(async (thread) => [thread.name, await thread.ready] as const));
runUntilStopped({ programs: Object.fromEntries(ready) }, options.parent, async () => {
  await Promise.all(threads.map(({ stop }) => stop()));
});
void Promise.race(threads.map(({ ended }) => ended)).then(() => process.kill(process.pid, 'SIGTERM'));
