import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { sendRefusal } from '../http/answer.ts';
import { installHealth } from '../http/health.ts';
import { installMetrics, type Told } from '../http/served/metrics.ts';
import { createHttp } from '../http/server.ts';
import type { App } from './app.ts';
import { readAlarms } from '../modules/system/alarms.query.ts';
import { readVitalSigns } from '../modules/system/vital-signs.query.ts';

/**
 * `/healthz`, `/readyz` and `/metrics`: what every process tells of itself, whatever it does.
 * @returns as `installMetrics`
 */
export const installSigns = (
  http: FastifyInstance,
  context: Context,
  feeds: Told['feeds'],
  isLeaving = (): boolean => false,
): (() => Promise<void>) => {
  installHealth(http, context, () => readAlarms(context.probe, context.clock.now()), isLeaving);
  return installMetrics(http, context, {
    feeds,
    signs: () => readVitalSigns(context.requestPool, context.clock.now()),
  });
};

/** All that a process answers which serves no members: it need not carry what they ask for. */
export const buildSigns = async (context: Context): Promise<Omit<App, 'routes'>> => {
  const http = createHttp(context, {
    newRequestId: () => context.random.bytes(9).toString('base64url'),
    findChosen: async () => null,
  });
  const measure = installSigns(http, context, () => ({}));
  http.setNotFoundHandler((request, reply) => sendRefusal(request, reply, 'err_not_found'));
  return { http, measure, close: () => http.close() };
};
