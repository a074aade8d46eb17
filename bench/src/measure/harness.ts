import { existsSync, mkdtempSync, chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '@minerx/embedded-postgres/server';

/** One line of the table in bench/README.md. */
interface BenchRow {
  /** 'S1' and so on, as in the list of goals. */
  readonly id: string;
  readonly work: string;
  /** What ran beside it, in the same run. */
  readonly reference: string;
  readonly goal: string;
  /** Figures with their units, the ratio first. */
  readonly measured: readonly string[];
  readonly reached: boolean;
}

const ROOT = join(import.meta.dirname, '../../..');

/** What `npm start` tells Node. */
export const START_FLAGS: readonly string[] = (
  JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: { start: string } }
).scripts.start
  .split(' ')
  .slice(1, -1)
  .map((word) => (word.startsWith('./') ? join(ROOT, word) : word));

const README = join(ROOT, 'bench/README.md');
const HEAD = ['| # | work | reference in the same run | goal | measured | reached |', '|---|---|---|---|---|---|'];

/** Prints a row and writes it to bench/README.md in place of the row of the same number. */
export const row = (measured: BenchRow): void => {
  const cells = [
    measured.id,
    measured.work,
    measured.reference,
    measured.goal,
    measured.measured.join('; '),
    measured.reached ? 'yes' : '**no**',
  ];
  const line = `| ${cells.join(' | ')} |`;
  console.log(line);
  const kept = (existsSync(README) ? readFileSync(README, 'utf8').split('\n') : []).filter(
    (text) => /^\| [A-Z]\d/.test(text) && !text.startsWith(`| ${measured.id} |`),
  );
  const rows = [...kept, line].sort((a, b) => placeOf(a) - placeOf(b));
  writeFileSync(README, [intro(), ...HEAD, ...rows, ''].join('\n'));
};

/** The browser's rows (B) come after the server's (S). */
const placeOf = (line: string): number =>
  Number(/^\| [A-Z](\d+)/.exec(line)?.[1] ?? 0) + (line.startsWith('| B') ? 1000 : 0);

const intro = (): string =>
  `# Benchmarks

\`npm run bench\` runs all of them, \`npm run bench -- s1 s2\` some. Machines are noisy, so every figure is a ratio against a
reference that was measured in the same run: interleaved, at least five rounds, medians. Every benchmark checks its own
answers; wrong results have no speed. The rows below come from a machine with ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}).
`;

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

export const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? Number.NaN;

/**
 * Runs two measurements in turn, first one then the other leading, and gives both series and the median of the ratios of
 * the rounds (`ours` ÷ `reference`).
 */
export const interleave = async (
  rounds: number,
  ours: () => Promise<number>,
  reference: () => Promise<number>,
): Promise<{ ours: number[]; reference: number[]; ratio: number }> => {
  const series = { ours: [] as number[], reference: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    const steps = [
      async () => void series.ours.push(await ours()),
      async () => void series.reference.push(await reference()),
    ];
    for (const step of round % 2 === 0 ? steps : steps.reverse()) await step();
    console.log(`round ${round + 1}: ${format(series.ours.at(-1)!)} against ${format(series.reference.at(-1)!)}`);
  }
  return { ...series, ratio: median(series.ours.map((value, round) => value / series.reference[round]!)) };
};

export const format = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toPrecision(3));

/** Wrong results have no speed: throws unless `condition` holds. */
export const mustHold = (condition: boolean, sentence: string): void => {
  if (!condition) throw new Error(`The benchmark's own check failed: ${sentence}`);
};

/** A fresh embedded PostgreSQL with the settings of a real run: commits wait for the disk. */
export const startCluster = async (): Promise<{ url: string; dataDir: string; stop(): Promise<void> }> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'minerx-bench-'));
  chmodSync(dataDir, 0o711); // As root the server runs as nobody and must pass through.
  const server = await startEmbedded({ dataDir, log: () => undefined });
  return {
    url: server.url,
    dataDir,
    stop: async () => {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};
