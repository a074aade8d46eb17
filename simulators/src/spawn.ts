import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A simulator as a child process, reached by its protocols only; it ends with this process. */
export type Simulator = {
  /** What it said when it was ready: `port`, and `control` for the fleet. */
  ready: { port: number; control?: number; [key: string]: unknown };
  port: number;
  /** `http://127.0.0.1:<port>`. */
  url: string;
  /** POSTs JSON to the control paths (the fleet's control port, the others' own port) and gives the answer. */
  control(path: string, body: unknown): Promise<unknown>;
  /** GETs JSON from the control paths. */
  ask(path: string): Promise<unknown>;
  pid: number;
  stop(): Promise<void>;
};

export type SimulatorName = 'fleet' | 'pool' | 'network' | 'market' | 'second-market' | 'chain' | 'tron';

/** What Node makes of a simulator's TypeScript is kept, beside that of the product's programs: a start costs little more than half of it. */
const COMPILED = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url));

/** Starts `simulators/src/<name>.ts` on a free port and resolves when it is listening; rejects with its last words when it dies. */
export const startSimulator = async (name: SimulatorName, args: string[] = []): Promise<Simulator> => {
  const path = fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
  const child = spawn(process.execPath, [path, '--parent', '--port', '0', ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILED },
  });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint = (complaint + text).slice(-2000)));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const ready = await new Promise<Simulator['ready']>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', (line) => resolve(JSON.parse(line)));
    child.once('error', reject);
    void ended.then(() => reject(new Error(`${name} ended before it was ready: ${complaint}`)));
  });
  const controlUrl = `http://127.0.0.1:${ready.control ?? ready.port}`;
  const read = async (response: Response): Promise<unknown> => {
    const body: unknown = await response.json();
    if (!response.ok) throw new Error(`${name}: ${response.status} ${JSON.stringify(body)}`);
    return body;
  };
  return {
    ready,
    port: ready.port,
    url: `http://127.0.0.1:${ready.port}`,
    control: async (path, body) =>
      read(await fetch(`${controlUrl}${path}`, { method: 'POST', body: JSON.stringify(body) })),
    ask: async (path) => read(await fetch(`${controlUrl}${path}`)),
    pid: child.pid!,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
};
