import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A simulator as a child process, reached by its protocols only; it ends with this process. */
export type Simulator = {
  port: number;
  /** `http://127.0.0.1:<port>`. */
  url: string;
  /** POSTs JSON to a control path (`/clock`, `/fault`, `/devices`, …) and gives the answer. */
  control(path: string, body: unknown): Promise<unknown>;
  /** GETs JSON from a control path. */
  ask(path: string): Promise<unknown>;
  stop(): Promise<void>;
};

/** Starts `simulators/src/<name>.ts` on a free port; rejects with its last words when it dies. */
export const startSimulator = async (
  name: 'fleet' | 'pool' | 'network' | 'market' | 'second-market' | 'chain' | 'tron',
  args: string[] = [],
): Promise<Simulator> => {
  const path = fileURLToPath(new URL(`../../../../simulators/src/${name}.ts`, import.meta.url));
  const child = spawn(process.execPath, [path, '--parent', '--port', '0', ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint = (complaint + text).slice(-2000)));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const ready = await new Promise<{ port: number; control?: number }>((resolve, reject) => {
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
    port: ready.port,
    url: `http://127.0.0.1:${ready.port}`,
    control: async (to, body) => read(await fetch(controlUrl + to, { method: 'POST', body: JSON.stringify(body) })),
    ask: async (from) => read(await fetch(controlUrl + from)),
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
};
