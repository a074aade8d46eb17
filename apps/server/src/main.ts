import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { buildApp } from './app.ts';
import { compose } from './compose.ts';
import type { Env } from './env.ts';
import { createOutside } from './outside/create.ts';

export interface Running {
  /** Where it listens, e.g. `http://127.0.0.1:3000`. */
  url: string;
  /** Stops in order: no new requests, finish what runs, jobs, database. */
  stop(): Promise<void>;
}

/** Runs what the environment's roles ask for, on a migrated database. */
export const run = async (env: Env, { databaseUrl, log }: { databaseUrl: string; log: Logger }): Promise<Running> => {
  const { context, close } = await compose({ env, log, databaseUrl, outside: createOutside(env, Date) });
  const { http, close: closeApp } = await buildApp(context);
  await http.listen({ host: env.host, port: env.roles.has('api') ? env.port : 0 });
  const { address, port } = http.server.address() as AddressInfo;
  return {
    url: `http://${address.includes(':') ? `[${address}]` : address}:${port}`,
    stop: async () => {
      await closeApp();
      await close();
    },
  };
};
