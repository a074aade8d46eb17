import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';

interface ServerInput {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly secrets: { readonly session: string; readonly pepper: string };
  /** Locks that its funnel does not take. */
  readonly unlocked?: readonly string[];
}

/** The server in a process of its own. */
export interface ServerProcess {
  readonly port: number;
  readonly child: ChildProcess;
  /** What its faults said, from its log: the database's constraints and the ledger's own checks. */
  readonly faults: ReadonlySet<string>;
  stop(): Promise<void>;
}

/** Starts a server and waits until it listens. The simulators are not needed: it has the role `api` alone. */
export const startServer = ({ databaseUrl, dataDir, secrets, unlocked = [] }: ServerInput): Promise<ServerProcess> => {
  const nowhere = 'http://127.0.0.1:9';
  const child = fork(join(import.meta.dirname, 'server-process.ts'), [...unlocked], {
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...process.env,
      DATA_DIR: join(dataDir, 'server'),
      DATABASE_URL: databaseUrl,
      DEMO_DATABASE: 'yes',
      PORT: '0',
      CONNECTIONS_PER_ADDRESS: '9999',
      ROLES: 'api',
      LOG_LEVEL: 'error',
      SESSION_SECRET: secrets.session,
      PEPPER: secrets.pepper,
      POOL_URL: nowhere,
      POOL_TOKEN: 'none',
      NETWORK_URL: nowhere,
      MARKET_URL: nowhere,
    },
  });
  const faults = new Set<string>();
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      const text = chunk.toString();
      said = `${said}${text}`.slice(-2000);
      for (const [, message] of text.matchAll(/"message":"((?:[^"\\]|\\.)*)"/g)) faults.add(withoutNumbers(message!));
    });
  }
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
    child.once('message', (url: string) =>
      resolve({ port: Number(new URL(url).port), child, faults, stop: () => stopServer(child) }),
    );
  });
};

/** The same fault of another account is the same fault. */
const withoutNumbers = (message: string): string =>
  message
    .replaceAll(/\\"/g, '')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…')
    .replaceAll(/\b\d{3,}\b/g, '…');

const stopServer = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.disconnect();
    setTimeout(() => child.kill('SIGKILL'), 10_000).unref();
    return undefined;
  });
