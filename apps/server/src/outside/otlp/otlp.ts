import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { diag, DiagLogLevel, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Span as OtelSpan, Tracer } from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { traceBy, type Facts, type Tracing, type WorkKind } from '../../base/tracing.ts';
import { isOutsideFailure } from '../failure.ts';
import { figuresOf } from './figures.ts';

/** A collector that is away keeps nobody from stopping. */
const TIMEOUT_MS = 3000;
const COMPLAIN_EVERY_MS = 60_000;

export interface OtlpOptions {
  /** Of a collector that takes OTLP over HTTP, without a slash at the end. */
  readonly endpoint: string;
  /** Of the traces that begin here, those that are told: 0 to 1. */
  readonly share: number;
}

export interface Otlp {
  /** From now on the figures of `/metrics` are told as well, once a minute. */
  tellFigures(metrics: Registry, measure: () => Promise<void>): void;
  /** Tells what is left, and nothing more. */
  stop(): Promise<void>;
}

/** Tells a collector of all work that is traced. Its other variables, as `OTEL_EXPORTER_OTLP_HEADERS`, the libraries read themselves. */
export const startOtlp = ({ endpoint, share }: OtlpOptions, log: Logger): Otlp => {
  complainTo(log);
  const resource = resourceFromAttributes({ 'service.name': 'minerx', 'service.instance.id': randomUUID() }).merge(
    detectResources({ detectors: [envDetector] }),
  );
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: TIMEOUT_MS });
  const traces = new TracerProvider({
    resource,
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: TIMEOUT_MS })],
  });
  traceBy(createTracing(traces.getTracer('minerx')));
  let figures: PeriodicExportingMetricReader | null = null;

  return {
    tellFigures(metrics, measure) {
      figures = new PeriodicExportingMetricReader({
        exporter: new OTLPMetricExporter({ url: `${endpoint}/v1/metrics`, timeoutMillis: TIMEOUT_MS }),
        exportTimeoutMillis: TIMEOUT_MS,
      });
      figures.setMetricProducer(figuresOf(metrics, measure, resource));
    },
    async stop() {
      traceBy(null);
      await Promise.allSettled([traces.shutdown(), figures?.shutdown()]);
      diag.disable();
    },
  };
};

const KINDS: Record<WorkKind, SpanKind> = {
  request: SpanKind.SERVER,
  job: SpanKind.INTERNAL,
  outside: SpanKind.CLIENT,
};

const createTracing = (tracer: Tracer): Tracing => {
  const current = new AsyncLocalStorage<OtelSpan>();
  return {
    begin(kind, name, facts = {}) {
      const parent = current.getStore();
      const context = parent === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, parent);
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes: attributesOf(facts) }, context);
      return {
        inside: (run) => current.run(span, run),
        tell(more) {
          span.setAttributes(attributesOf(more));
          if (more.status !== undefined && more.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        },
        fail(error) {
          span.setStatus({ code: SpanStatusCode.ERROR });
          span.setAttribute('error.type', typeOf(error));
        },
        end: () => span.end(),
      };
    },
    traceparent() {
      const at = current.getStore()?.spanContext();
      return at === undefined ? null : `00-${at.traceId}-${at.spanId}-${at.traceFlags.toString(16).padStart(2, '0')}`;
    },
  };
};

const attributesOf = ({ method, status, requestId }: Facts) => ({
  ...(method !== undefined && { 'http.request.method': method }),
  ...(status !== undefined && { 'http.response.status_code': status }),
  ...(requestId !== undefined && { 'minerx.request_id': requestId }),
});

/** An error's words may quote what somebody sent. */
const typeOf = (error: unknown): string => {
  if (isOutsideFailure(error)) return error.reason;
  return error instanceof Error ? error.name : 'unknown';
};

/** Errors come written out as JSON, with their stack. */
const reasonIn = (complaint: string): string => /"message":"((?:[^"\\]|\\.)*)"/.exec(complaint)?.[1] ?? complaint;

/** The libraries' own complaints, once a minute at most: they have one for each batch that did not arrive. */
const complainTo = (log: Logger): void => {
  let saidAt = -Infinity;
  const complain = (complaint: string): void => {
    if (performance.now() - saidAt < COMPLAIN_EVERY_MS) return;
    saidAt = performance.now();
    log.warn({ source: 'otlp', reason: reasonIn(complaint) }, 'traces or figures did not arrive');
  };
  const silent = (): void => undefined;
  const logger = { error: complain, warn: complain, info: silent, debug: silent, verbose: silent };
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
};
