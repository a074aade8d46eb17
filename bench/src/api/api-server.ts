import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { PurchaseWorld } from './purchase-world.ts';

/**
 * Our server over a world that is filled already, with nothing outside of it.
 * @param children where the program is added, for who ends them all
 * @returns its port
 */
export const startApiServer = async (
  world: PurchaseWorld,
  dataDir: string,
  children: ChildProcess[],
): Promise<number> => {
  const nobody = 'http://127.0.0.1:9';
  const child = fork(join(import.meta.dirname, 'purchase-server.ts'), {
    env: {
      ...process.env,
      DATA_DIR: join(dataDir, 'server'),
      DATABASE_URL: world.url,
      DEMO_DATABASE: 'yes',
      PORT: '0',
      ROLES: 'api',
      LOG_LEVEL: 'error',
      SESSION_SECRET: world.secrets.session,
      PEPPER: world.secrets.pepper,
      POOL_URL: nobody,
      POOL_TOKEN: 'none',
      NETWORK_URL: nobody,
      MARKET_URL: nobody,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  children.push(child);
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
    child.stdout!.on('data', (chunk: Buffer) => {
      const port = /listening http:\/\/[^:]+:(\d+)/.exec(chunk.toString());
      if (port) resolve(Number(port[1]));
    });
  });
};
