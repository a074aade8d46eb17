import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..');

/** One command of a check or test run. */
export type Step = { name: string; command: string; args: string[]; cwd?: string; env?: Record<string, string> };
type StepResult = { name: string; code: number; ms: number; output: string };

/** Our own Node and tools first, also when a script is not started by npm. */
const toolPath = (): string => [join(ROOT, 'node_modules/.bin'), process.env['PATH']].join(delimiter);

/** Runs a command to its end, and keeps what it says. */
export const runStep = async (step: Step): Promise<StepResult> => {
  const start = performance.now();
  const child = spawn(step.command, step.args, {
    cwd: step.cwd ?? ROOT,
    env: { ...process.env, PATH: toolPath(), ...step.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number>((resolve) => {
    child.once('error', (error) => {
      output += error.message;
      resolve(1);
    });
    child.once('close', (ended) => resolve(ended ?? 1));
  });
  return { name: step.name, code, ms: performance.now() - start, output };
};

/** `name  1.2 s`, in columns. */
export const line = (mark: string, name: string, ms: number): string =>
  `${mark} ${name.padEnd(28)} ${(ms / 1000).toFixed(1).padStart(6)} s\n`;
