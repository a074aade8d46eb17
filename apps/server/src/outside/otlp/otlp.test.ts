import { execFileSync } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import { PASSWORD, register } from '../../../test/people.ts';
import { createLog } from '../../base/log.ts';
import { currentTracing } from '../../base/tracing.ts';
import { createSchedule } from '../../jobs/clock.ts';
import { createHttpSource } from '../http-source.ts';
import { startOtlp } from './otlp.ts';

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: number };
}
interface ToldSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  kind: number;
  status: { code: number };
  attributes: Attribute[];
}
interface Point {
  asDouble?: number;
  count?: number;
  bucketCounts?: number[];
  attributes: Attribute[];
}
interface ToldMetric {
  name: string;
  gauge?: { dataPoints: Point[] };
  sum?: { dataPoints: Point[] };
  histogram?: { dataPoints: Point[] };
}

/** A collector that takes OTLP in JSON, and at `/source` something outside that is asked. */
let collector: Server;
let endpoint: string;
let told: { path: string; body: unknown }[];
let app: TestApp | undefined;
let lines: Record<string, unknown>[];
const log = createLog('info', { write: (line: string) => lines.push(JSON.parse(line) as Record<string, unknown>) });

beforeEach(async () => {
  [told, lines] = [[], []];
  collector = createServer((request, response) => {
    const path = request.url ?? '';
    const status = path === '/gone' ? 404 : 200;
    void text(request).then((body) => {
      if (path.startsWith('/v1/')) told.push({ path, body: JSON.parse(body) });
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => void collector.listen(0, '127.0.0.1', resolve));
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
});
afterEach(async () => {
  await app?.close();
  app = undefined;
  collector.close();
});

/** As OTLP numbers them. */
const [INTERNAL, SERVER, CLIENT] = [1, 2, 3];
const FAILED = 2;
const STATUS = 'http.response.status_code';
const HEADERS = { 'content-type': 'application/json', authorization: 'Bearer a-secret' };

const spans = (): ToldSpan[] =>
  told
    .filter(({ path }) => path === '/v1/traces')
    .flatMap(({ body }) => (body as { resourceSpans: { scopeSpans: { spans: ToldSpan[] }[] }[] }).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
const metrics = (): ToldMetric[] =>
  told
    .filter(({ path }) => path === '/v1/metrics')
    .flatMap(
      ({ body }) => (body as { resourceMetrics: { scopeMetrics: { metrics: ToldMetric[] }[] }[] }).resourceMetrics,
    )
    .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics));
const factsOf = ({ attributes }: ToldSpan): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));

describe('a collector of traces and figures', () => {
  it('hears of a call how it was answered, and nothing of who asked for what', async () => {
    const otlp = startOtlp({ endpoint, share: 1 }, log);
    app = await testApp({ log });
    const person = await register(app, { email: 'traced@example.com', fullName: 'Traced Person' });
    const at = await app.http.listen({ port: 0 });
    const ask = (path: string, body?: string) =>
      fetch(`${at}/api/${path}`, { ...(body !== undefined && { method: 'POST', body }), headers: HEADERS });
    const login = (member_password: string) =>
      ask('member/login', JSON.stringify({ member_email: person.email, member_password }));
    const answers = [
      await login(PASSWORD),
      await login('Wrong#2026x'),
      await ask('member/profile?token=a-secret'),
      await ask('not/there/a-secret', '{}'),
      await ask('member/login', '{'),
    ];
    await Promise.all(answers.map((answer) => answer.text()));
    await app.http.close();
    await otlp.stop();

    const calls = spans().filter(({ kind }) => kind === SERVER);
    const seen = calls.map((span) => `${span.name} ${String(factsOf(span)[STATUS])}`);
    expect(seen.filter((call) => !call.includes('signup')).toSorted()).toEqual([
      'GET /api/member/profile 401',
      'POST /api/member/login 200',
      'POST /api/member/login 400',
      `POST /api/member/login ${answers[1]!.status}`,
      'POST none 404',
    ]);
    const known = ['http.request.method', STATUS, 'minerx.request_id', 'error.type'];
    expect(spans().flatMap((span) => Object.keys(factsOf(span)).filter((key) => !known.includes(key)))).toEqual([]);
    // Without what is drawn or counted by the clock: digits of theirs may be anybody's number.
    const everything = JSON.stringify(told)
      .replaceAll(/"(?:\w*[sS]panId|traceId|\w+UnixNano)":"\w*"/g, '')
      .replaceAll(/"key":"(?:service\.instance\.id|minerx\.request_id)","value":\{[^}]*\}/g, '');
    for (const word of [person.email, 'Traced', PASSWORD, 'Wrong#', 'a-secret', String(person.memberId)])
      expect(everything).not.toContain(word);
  });

  it('sees what a job asked of others as its part, and finds the log line by it', async () => {
    const otlp = startOtlp({ endpoint, share: 1 }, log);
    const source = createHttpSource({ sourceId: 'market', simulated: true, url: `${endpoint}/source`, clock: Date });
    const schedule = createSchedule(log, () => true);
    const ran = Promise.withResolvers<void>();
    schedule.add({
      name: 'prices',
      everyMs: 3_600_000,
      lease: false,
      run: async () => {
        log.info('while it runs');
        await source.getText('?key=a-secret');
        ran.resolve();
        await createHttpSource({ sourceId: 'pool', simulated: true, url: `${endpoint}/gone`, clock: Date }).getText('');
      },
    });
    await ran.promise;
    await schedule.stop();
    log.info('afterwards');
    await otlp.stop();

    const byName = new Map(spans().map((span) => [span.name, span]));
    const [job, market, pool] = ['prices', 'market', 'pool'].map((name) => byName.get(name)!);
    expect([job!.kind, market!.kind]).toEqual([INTERNAL, CLIENT]);
    expect([job!.status.code, factsOf(job!)]).toEqual([FAILED, { 'error.type': 'refused' }]);
    expect([market, pool].map((span) => factsOf(span!))).toEqual([200, 404].map((status) => ({ [STATUS]: status })));
    for (const part of [market, pool]) expect([part!.traceId, part!.parentSpanId]).toEqual([job!.traceId, job!.spanId]);
    const traceparent = `00-${job!.traceId}-${job!.spanId}-01`;
    expect(lines.map(({ msg, traceparent: found }) => [msg, found])).toEqual([
      ['while it runs', traceparent],
      ['source did not answer', traceparent],
      ['afterwards', undefined],
    ]);
    expect(JSON.stringify(told)).not.toContain('a-secret');
  });

  it('keeps the trace of a call until it is answered, also when a body had to be waited for', async () => {
    const otlp = startOtlp({ endpoint, share: 1 }, log);
    app = await testApp({ log });
    const arrived = Promise.withResolvers<void>();
    app.http.addHook('onRequest', async () => arrived.resolve());
    app.http.post('/told', async () => {
      log.info('in the handler');
      return {};
    });
    const at = await app.http.listen({ port: 0 });
    const slowly = new ReadableStream({
      async pull(controller) {
        controller.enqueue(new TextEncoder().encode(' '));
        await arrived.promise;
        controller.enqueue(new TextEncoder().encode('{"a":1}'));
        controller.close();
      },
    });
    const request = { method: 'POST', body: slowly, headers: HEADERS, duplex: 'half' } as RequestInit;
    await (await fetch(`${at}/told`, request)).text();
    await app.http.close();
    await otlp.stop();
    const [call] = spans().filter(({ name }) => name === 'POST /told');
    expect(lines.find(({ msg }) => msg === 'in the handler')).toMatchObject({
      traceparent: `00-${call!.traceId}-${call!.spanId}-01`,
    });
  });

  it('gets every figure of the metrics page, and the same', async () => {
    const otlp = startOtlp({ endpoint, share: 0 }, log);
    app = await testApp();
    for (let n = 0; n < 3; n += 1) await app.http.inject('/healthz');
    const { body } = await app.http.inject('/metrics');
    otlp.tellFigures(app.context.metrics, app.measure);
    await otlp.stop();

    const byName = new Map(metrics().map((metric) => [metric.name, metric]));
    const printed = [...body.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name!);
    expect(printed.filter((name) => !byName.has(name))).toEqual([]);
    expect(byName.get('database_up')!.gauge!.dataPoints.map(({ asDouble }) => asDouble)).toEqual([1]);
    const answered = byName.get('http_request_seconds')!.histogram!.dataPoints;
    const healthz = answered.find(({ attributes }) =>
      attributes.some(({ value }) => value.stringValue === '/healthz'),
    )!;
    expect([Number(healthz.count), healthz.bucketCounts!.reduce((sum, n) => sum + Number(n), 0)]).toEqual([3, 3]);
    // Of a share of nothing no trace is told.
    expect(spans()).toEqual([]);
  });

  it('may be away: the log says so once, and nobody waits for it', async () => {
    const otlp = startOtlp({ endpoint: 'http://127.0.0.1:9', share: 1 }, log);
    app = await testApp();
    otlp.tellFigures(app.context.metrics, app.measure);
    expect((await app.http.inject('/healthz')).statusCode).toBe(200);
    await otlp.stop();
    expect(lines).toEqual([
      expect.objectContaining({
        source: 'otlp',
        // Of traces or of figures, whichever was tried first.
        reason: expect.stringMatching(/^[^{]*connect ECONNREFUSED 127.0.0.1:9/),
        msg: 'traces or figures did not arrive',
      }),
    ]);
    expect(currentTracing()).toBeNull();
  });
});

describe('without a collector', () => {
  const loadedBy = (file: string): string[] => {
    const script = `
      import { registerHooks } from 'node:module';
      const seen = new Set();
      registerHooks({ resolve: (name, context, next) => (seen.add(name), next(name, context)) });
      await import(${JSON.stringify(file)});
      console.log(JSON.stringify([...seen].filter((name) => /^@opentelemetry\\/(sdk|exporter|resources)/.test(name))));
      process.exit(0);`;
    const args = ['--input-type=module', '--eval', script];
    return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as string[];
  };

  it('nothing of the libraries is read', () => {
    const here = (path: string): string => new URL(path, import.meta.url).href;
    expect(loadedBy(here('../../main.ts'))).toEqual([]);
    expect(loadedBy(here('../../composition/app.ts'))).toEqual([]);
    expect(loadedBy(here('./otlp.ts'))).toContain('@opentelemetry/sdk-trace');
  });
});
