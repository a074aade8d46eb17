import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, type Registry } from 'prom-client';
import type { Context } from '../../context.ts';
import { lostLogLines } from '../../base/log-destination.ts';
import { sendRefusal } from '../answer.ts';

/** A figure that is read when somebody scrapes; null is left out. */
interface Sign {
  name: string;
  help: string;
  value: number | null;
}

/** What other rooms can tell. */
export interface Told {
  /** Counts of each feed by its path. */
  feeds(): Record<string, { sockets: number; rooms: number; skipped: number }>;
  /** How the work that goes on by itself stands. */
  signs(): Promise<Sign[]>;
}

/**
 * `/metrics`, Prometheus text: of the process (requests, funnel, feeds, what other parts count in `context.metrics`), and of
 * the work that goes on by itself, read from the database, so that one scrape of any process tells of all.
 * @returns reads them: whoever tells the figures elsewhere does it first
 */
export const installMetrics = (http: FastifyInstance, context: Context, told: Told): (() => Promise<void>) => {
  const { metrics } = context;
  collectDefaultMetrics({ register: metrics });
  observeRequests(http, metrics);
  gauge(metrics, 'ledger_commands_waiting', 'Commands that wait for or run in the funnel.', () => context.funnel.depth);
  gauge(metrics, 'log_lines_lost', 'Lines of the log that found no room or no reader since the start.', lostLogLines);
  addFeedGauges(metrics, told.feeds);
  const measure = addSigns(context, told.signs);

  http.get('/metrics', async (request, reply) => {
    if (!mayRead(request, context.env)) return sendRefusal(request, reply, 'err_not_found');
    await measure();
    return reply.type(metrics.contentType).send(await metrics.metrics());
  });
  return measure;
};

const gauge = (metrics: Registry, name: string, help: string, read: () => number): void =>
  void new Gauge({
    name,
    help,
    registers: [metrics],
    collect() {
      this.set(read());
    },
  });

const observeRequests = (http: FastifyInstance, metrics: Registry): void => {
  const seconds = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer, by route and status.',
    labelNames: ['route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [metrics],
  });
  http.addHook('onResponse', async (request, reply) => {
    seconds.observe({ route: request.routeOptions.url ?? 'none', status: reply.statusCode }, reply.elapsedTime / 1000);
  });
};

const addFeedGauges = (metrics: Registry, countFeeds: Told['feeds']): void => {
  const figures = [
    ['feed_sockets', 'Open sockets of a feed.', 'sockets'],
    ['feed_rooms', 'What the sockets of a feed listen to.', 'rooms'],
    ['feed_skipped', 'Values left out for slow connections since the start.', 'skipped'],
  ] as const;
  for (const [name, help, figure] of figures) {
    new Gauge({
      name,
      help,
      labelNames: ['feed'],
      registers: [metrics],
      collect() {
        for (const [feed, counts] of Object.entries(countFeeds())) this.set({ feed }, counts[figure]);
      },
    });
  }
};

const addSigns = ({ metrics, log }: Context, readSigns: Told['signs']): (() => Promise<void>) => {
  const up = new Gauge({ name: 'database_up', help: 'Whether the database answers.', registers: [metrics] });
  const shown = new Map<string, Gauge>();
  const show = ({ name, help, value }: Sign): void => {
    let known = shown.get(name);
    if (known === undefined) shown.set(name, (known = new Gauge({ name, help, registers: [metrics] })));
    if (value === null) known.remove();
    else known.set(value);
  };
  return async () => {
    try {
      for (const sign of await readSigns()) show(sign);
      up.set(1);
    } catch (error) {
      log.warn({ err: error }, 'what the metrics tell of the database could not be read');
      for (const known of shown.values()) known.remove();
      up.set(0);
    }
  };
};

/** What a proxy adds: a request that carries one of them came from elsewhere. */
const FORWARDING = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];
const LOOPBACK = ['127.0.0.1', '::1', '::ffff:127.0.0.1'];

/** Whoever knows the token. Without one, in a demo, whoever asks on the machine itself: a proxy there need not say that it is one. */
const mayRead = (request: FastifyRequest, { metricsToken, mode }: Context['env']): boolean => {
  if (metricsToken !== null) return isSame(request.headers.authorization ?? '', `Bearer ${metricsToken}`);
  // The socket's own address: a forwarded header must not open it.
  const isLocal = LOOPBACK.includes(request.socket.remoteAddress ?? '');
  return mode === 'demo' && isLocal && FORWARDING.every((name) => request.headers[name] === undefined);
};

const isSame = (given: string, known: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(known)];
  return a.length === b.length && timingSafeEqual(a, b);
};
