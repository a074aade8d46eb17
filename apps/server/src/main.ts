import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { buildApp } from './app.ts';
import { compose } from './compose.ts';
import { seedReference } from './db/seed/reference.ts';
import type { Env } from './env.ts';
import { outboxTopics } from './jobs/outbox-topics.ts';
import { startOutboxWorker } from './jobs/outbox.ts';
import { startSweeper } from './jobs/sweep.ts';
import { createOutside } from './outside/create.ts';

export interface Running {
  /** Where it listens, e.g. `http://127.0.0.1:3000`. */
  url: string;
  /** Of the root member: what the first members enter at sign-up. */
  rootReferralCode: string;
  /** Stops in order: no new requests, finish what runs, jobs, database. */
  stop(): Promise<void>;
}

/** Runs what the environment's roles ask for, on a migrated database. */
export const run = async (env: Env, { databaseUrl, log }: { databaseUrl: string; log: Logger }): Promise<Running> => {
  const { context, close } = await compose({ env, log, databaseUrl, outside: createOutside(env, Date) });
  const { rootReferralCode } = await seedReference(context.pool);
  const { http, close: closeApp } = await buildApp(context);
  const outbox = env.roles.has('worker') ? startOutboxWorker(context, outboxTopics(context)) : null;
  const sweeper = env.roles.has('worker') ? startSweeper(context) : null;
  await http.listen({ host: env.host, port: env.roles.has('api') ? env.port : 0 });
  const { address, port } = http.server.address() as AddressInfo;
  return {
    url: `http://${address.includes(':') ? `[${address}]` : address}:${port}`,
    rootReferralCode,
    stop: async () => {
      await closeApp();
      await Promise.all([outbox?.stop(), sweeper?.stop()]);
      await close();
    },
  };
};
