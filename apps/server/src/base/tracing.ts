/** Who asked us, what goes on by itself, and what we ask of others. */
export type WorkKind = 'request' | 'job' | 'outside';

/** All that a trace tells of a piece of work besides its name and its times: a closed list, so that nobody's name, words or money can get in. */
export interface Facts {
  readonly method?: string;
  readonly status?: number;
  /** As the log and refusals name the request. */
  readonly requestId?: string;
}

export interface Span {
  tell(facts: Facts): void;
  /** It was not done; of the error its kind is told, never its words. */
  fail(error: unknown): void;
}

interface OpenSpan extends Span {
  /** What runs inside is a part of it. */
  inside<T>(run: () => T): T;
  end(): void;
}

/** Who tells of work; the adapter of `outside/otlp/`. */
export interface Tracing {
  begin(kind: WorkKind, name: string, facts?: Facts): OpenSpan;
  /** Of the work that is under way here, as W3C's header has it. */
  traceparent(): string | null;
}

let tracing: Tracing | null = null;

/** Before the first work begins; null: from now on nobody tells. */
export const traceBy = (given: Tracing | null): void => void (tracing = given);

/** Null, and then nothing costs anything: nobody wants to be told. */
export const currentTracing = (): Tracing | null => tracing;

const UNTOLD: Span = { tell: () => undefined, fail: () => undefined };

/** Does the work, and tells of it whoever wants to be told. */
export const traced = <T>(kind: WorkKind, name: string, work: (span: Span) => Promise<T>): Promise<T> =>
  tracing === null ? work(UNTOLD) : follow(tracing.begin(kind, name), work);

const follow = async <T>(span: OpenSpan, work: (span: Span) => Promise<T>): Promise<T> => {
  try {
    return await span.inside(() => work(span));
  } catch (error) {
    span.fail(error);
    throw error;
  } finally {
    span.end();
  }
};
