import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A program of ours outside this process that says in one JSON line when it is ready. */
export type ChildProgram<Ready = ReadyLine> = {
  ready: Ready;
  /** Resolves when it has ended, for whatever reason. */
  ended: Promise<void>;
  stop(): Promise<void>;
};

export type ReadyLine = { port: number; control?: number; address?: string };

/** As `npm run signer` has them: small programs that keep little in memory and use again what Node made of their files. */
const FLAGS = [
  '--import',
  fileURLToPath(new URL('../../keep-compiled.js', import.meta.url)),
  '--max-semi-space-size=2',
  '--heap-growing-percent=20',
];
const READY_PATIENCE_MS = 15_000;
const STOP_PATIENCE_MS = 3_000;

/**
 * Starts a Node program and waits for its ready line.
 * Its life is tied to ours by its standard input, which closes when we die; it does not hear the terminal's Ctrl-C,
 * so that it stops after those who use it.
 * @param environment all that it is told of ours; left out: what we were told
 * @throws Error with its last words when it ends or stays silent.
 */
export const startProgram = async <Ready = ReadyLine>(
  file: string,
  args: string[],
  environment?: Readonly<Record<string, string>>,
): Promise<ChildProgram<Ready>> => {
  const child = spawn(process.execPath, [...FLAGS, file, '--parent', ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
    ...(environment && { env: environment }),
  });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint = (complaint + text).slice(-2_000)));
  child.stdin.on('error', () => undefined);
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', (error) => {
      complaint += error.message;
      resolve();
    });
  });
  const stop = (): Promise<void> => stopChild(child, ended);
  try {
    const ready = await readyLine<Ready>(child, ended, () => complaint);
    return { ready, ended, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

const readyLine = async <Ready>(child: ChildProcess, ended: Promise<void>, complaint: () => string): Promise<Ready> => {
  const { promise, resolve, reject } = Promise.withResolvers<Ready>();
  const timer = setTimeout(() => reject(new Error(`no ready line in time. ${complaint()}`)), READY_PATIENCE_MS);
  if (child.stdout !== null) {
    createInterface({ input: child.stdout }).once('line', (line) => {
      try {
        resolve(JSON.parse(line) as Ready);
      } catch {
        reject(new Error(`not a ready line: ${line}`));
      }
    });
  }
  void ended.then(() => reject(new Error(`ended before it was ready. ${complaint()}`)));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
  }
};

const stopChild = async (child: ChildProcess, ended: Promise<void>): Promise<void> => {
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_PATIENCE_MS);
  await ended;
  clearTimeout(timer);
};
