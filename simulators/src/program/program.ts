import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

/** Options of a simulator's command line, all of the form `--name value`; `--parent` alone ties its life to stdin. */
type Options = {
  text(name: string, fallback: string): string;
  number(name: string, fallback: number): number;
};

export const readOptions = (argv: string[], names: readonly string[]): Options & { parent: boolean } => {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  const { values } = parseArgs({ args: argv, options: { ...options, parent: { type: 'boolean' } } });
  const given: Record<string, string | boolean | undefined> = values;
  const text = (name: string, fallback: string): string => {
    const value = given[name];
    return typeof value === 'string' ? value : fallback;
  };
  return {
    parent: given['parent'] === true,
    text,
    number(name, fallback) {
      const value = Number(text(name, String(fallback)));
      if (!Number.isFinite(value)) throw new RangeError(`--${name} wants a number`);
      return value;
    },
  };
};

/**
 * Serial numbers from `--devices`: a count (`--prefix` and six digits), or a file with a JSON array or one per line.
 */
export const readSerials = (options: Options): string[] => {
  const source = options.text('devices', '0');
  if (/^\d+$/.test(source)) {
    const prefix = options.text('prefix', 'X1-');
    return Array.from({ length: Number(source) }, (_, i) => `${prefix}${String(i + 1).padStart(6, '0')}`);
  }
  const content = readFileSync(source, 'utf8').trim();
  const list: unknown = content.startsWith('[') ? JSON.parse(content) : content.split(/\s+/).filter(Boolean);
  if (!Array.isArray(list)) throw new TypeError('--devices: a JSON array or one serial per line');
  return list.map(String);
};

/** Prints the ready line, and ends the program on SIGTERM, SIGINT or, with `--parent`, when whoever started it is gone. */
export const runUntilStopped = (ready: Record<string, unknown>, parent: boolean, stop: () => Promise<void>): void => {
  let stopping = false;
  const end = (): void => {
    if (stopping) return;
    stopping = true;
    // A peer that holds its connection open must not keep a stopped simulator alive.
    setTimeout(() => process.exit(0), 1000).unref();
    void stop().finally(() => process.exit(0));
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
  if (parent) {
    process.stdin.resume();
    process.stdin.once('end', end);
    process.stdin.once('close', end);
    process.stdin.once('error', end);
    process.once('disconnect', end);
  }
  process.stdout.write(`${JSON.stringify({ ready: true, ...ready })}\n`);
};
