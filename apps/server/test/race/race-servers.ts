import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { XPUB } from '../chain/deposit-world.ts';
import { PEPPER } from '../money-house.ts';

export const SECRET = 'a session secret for tests, long enough';

/** Starts another process of the API on the same database. @returns its address */
export const startServer = (databaseUrl: string, dataDir: string, servers: ChildProcess[]): Promise<string> => {
  const nowhere = 'http://127.0.0.1:9';
  const child = fork(join(import.meta.dirname, 'race-server.ts'), {
    execPath: process.execPath,
    execArgv: ['--import', join(import.meta.dirname, '../../keep-compiled.js')],
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      DEMO_DATABASE: 'yes',
      PORT: '0',
      ROLES: 'api',
      LOG_LEVEL: 'error',
      SESSION_SECRET: SECRET,
      PEPPER,
      DEPOSIT_XPUB: XPUB,
      POOL_URL: nowhere,
      POOL_TOKEN: 'none',
      NETWORK_URL: nowhere,
      MARKET_URL: nowhere,
    },
  });
  servers.push(child);
  return new Promise((resolve, reject) => {
    child.once('message', (url: string) => resolve(url));
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
};

export const stopServer = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.disconnect();
    setTimeout(() => child.kill('SIGKILL'), 10_000).unref();
    return undefined;
  });
