import pino from 'pino';
import type { Bindings, ChildLoggerOptions, DestinationStream, Logger } from 'pino';
import type { Env } from '../env/env.ts';
import { createLogDestination, loseLogLine } from './log-destination.ts';
import { currentTracing } from './tracing.ts';

/**
 * What a log line may hold. Everything else is dropped, whoever passes it: bodies, headers, tokens, emails and codes
 * cannot get in by mistake. A member appears as id only.
 */
const ALLOWED = new Set([
  // Of a request.
  'method',
  'route',
  'status',
  'ms',
  'request_id',
  'member_id',
  'err_code',
  // Of a security event.
  'security',
  'address_hash',
  // Of the work behind it.
  'job',
  'topic',
  'feed',
  'source',
  'simulated',
  'day',
  'count',
  'attempts',
  'reason',
  'port',
  'role',
  'roles',
  'part',
  'err',
]);

const MAX_TEXT = 500;

/** Structured JSON lines on standard output, or on the given stream. No call of it ever throws: a line that cannot be made or written is counted. */
export const createLog = (level: Env['logLevel'], destination: DestinationStream = createLogDestination()): Logger => {
  const log = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: withTrace },
      serializers: { err: (described: unknown) => described },
      hooks: {
        logMethod(args, method) {
          try {
            method.apply(this, args.map((part) => (typeof part === 'string' ? mask(part) : part)) as typeof args);
          } catch {
            loseLogLine();
          }
        },
      },
    },
    destination,
  );
  // Pino applies no formatter to the fields of children. They inherit this method, so grandchildren are covered too.
  const child = log.child as unknown as (fields: Bindings, options?: ChildLoggerOptions) => Logger;
  log.child = function childOfAllowed(this: Logger, fields: Bindings, options?: ChildLoggerOptions) {
    return child.call(this, keepAllowed(fields), options);
  } as unknown as typeof log.child;
  return log;
};

/** The trace that the line belongs to stands beside what it says: nobody passes it, so nobody passes anything else under its name. */
const withTrace = (fields: Record<string, unknown>): Record<string, unknown> => {
  const traceparent = currentTracing()?.traceparent() ?? null;
  return traceparent === null ? keepAllowed(fields) : { ...keepAllowed(fields), traceparent };
};

const keepAllowed = (fields: Record<string, unknown>): Record<string, unknown> => {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (ALLOWED.has(name)) kept[name] = plain(value);
  }
  return kept;
};

/** Objects are not walked: one level of plain values is all a line needs, and nothing hides deeper. */
const plain = (value: unknown): unknown => {
  if (value instanceof Error) return describeError(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'string') return mask(value);
  if (value instanceof Set || Array.isArray(value)) return [...value].map((item) => mask(String(item)));
  return typeof value === 'number' || typeof value === 'boolean' || value === null ? value : undefined;
};

type ErrorLine = { type: string; code?: string; message: string; stack: string[]; cause?: ErrorLine };

/** PostgreSQL puts row values into `detail`, `where` and parameters, so an error is described by these fields only. */
const describeError = (error: Error, depth = 0): ErrorLine => {
  const { code } = error as NodeJS.ErrnoException;
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    ...(typeof code === 'string' ? { code } : {}),
    message: mask(error.message),
    stack: frames.slice(0, 8).map((line) => line.trim()),
    ...(error.cause instanceof Error && depth < 3 ? { cause: describeError(error.cause, depth + 1) } : {}),
  };
};

/** Hides what free text may carry: emails, passwords in addresses, tokens. */
const mask = (text: string): string =>
  String(text)
    .slice(0, MAX_TEXT)
    .replace(/\/\/[^/\s@]*@/g, '//…@')
    .replace(/[^\s@<>"'(=:]+@[^\s@<>"')]+\.[a-z]{2,}/gi, '<email>')
    .replace(/\b(Bearer|Basic) \S+/gi, '$1 <token>')
    .replace(/[A-Za-z0-9_-]{40,}(\.[A-Za-z0-9_-]+)*/g, '<token>');
