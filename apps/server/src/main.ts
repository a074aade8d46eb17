import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { compose } from './composition/compose.ts';
import type { Context } from './context.ts';
import type { Clock } from './ports.ts';
import { seedReference } from './seed/reference.ts';
import type { Env } from './env/env.ts';
import { startJobs } from './jobs/start.ts';
import { createOutside } from './outside/create.ts';

export interface Running {
  /** Where it listens, e.g. `http://127.0.0.1:3000`. */
  url: string;
  /** Of the root member: what the first members enter at sign-up. */
  rootReferralCode: string;
  /** Stops in order: no new requests, finish what runs, jobs, database. */
  stop(): Promise<void>;
}

interface RunInput {
  databaseUrl: string;
  log: Logger;
  clock?: Clock;
  /** Called right before the server listens: whoever held its port lets go of it. */
  beforeListening?: () => Promise<void>;
}

/** Runs what the environment's roles ask for, on a migrated database. */
export const run = async (
  env: Env,
  { databaseUrl, log, clock = Date, beforeListening }: RunInput,
): Promise<Running> => {
  const otlp = env.otlp && (await import('./outside/otlp/otlp.ts')).startOtlp(env.otlp, log);
  const { context, close } = await compose({ env, log, databaseUrl, clock, outside: createOutside(env, clock) });
  const { rootReferralCode } = await seedReference(context.pool, clock);
  const { http, measure, close: closeApp } = await answering(context, env);
  otlp?.tellFigures(context.metrics, measure);
  const jobs = startJobs(context, env.roles, {
    longWork: async (row) => (await import('./operator/long-work/long-work.ts')).doLongWork(context, row),
  });
  await beforeListening?.();
  await http.listen({ host: env.host, port: env.port });
  const { address, port } = http.server.address() as AddressInfo;
  const url = `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
  // Mails name the port that there is.
  if (env.publicUrl.endsWith(':0')) env.publicUrl = url;
  return {
    url,
    rootReferralCode,
    stop: async () => {
      await closeApp();
      log.info('everybody is answered');
      await jobs.stop();
      log.info('the jobs have ended');
      await otlp?.stop();
      await close();
    },
  };
};

/** Only who serves members carries all that they ask for: a worker without it needs a third less memory. */
const answering = async (context: Context, { roles }: Env) =>
  roles.has('api')
    ? (await import('./composition/app.ts')).buildApp(context)
    : (await import('./composition/signs.ts')).buildSigns(context);
