import pg from 'pg';
import { SharedPool, type Patience } from './shared-pool.ts';

/** The role that the running app signs in as; migrations grant to it. */
export const APP_ROLE = 'minerx_app';

type PoolInput = {
  /** What waits for its answers; default `background`. */
  work?: Work;
  /** Connections at most; default 20. The embedded server takes 100. */
  max?: number;
  /** Connections that stay however long nobody asks; default none. */
  keep?: number;
  /** Address of a copy that follows the database: what only looks is asked there. */
  copyUrl?: string | null;
  /** Told about connections that break while idle or in use; the pool replaces them by itself. */
  onError?: (error: Error) => void;
};

/**
 * - `requests`: somebody waits, and is told "not now" within five seconds: two for a connection, less than three for an answer
 * - `copies`: requests that only look; where a copy does not answer soon, the database itself still has time to
 * - `ledger`: the funnel, which finds rows by their keys alone; its callers are answered by a clock of its own, so that a slow batch may still end well
 * - `background`: jobs and operators, who can wait
 */
type Work = 'requests' | 'copies' | 'ledger' | 'background';

const PATIENCE = {
  requests: { connectMs: 2000, lockMs: 1500, statementMs: 2300, answerMs: 2700 },
  copies: { connectMs: 500, lockMs: 500, statementMs: 1500, answerMs: 1700 },
  ledger: { connectMs: 2000, lockMs: null, statementMs: 10_000, answerMs: 11_000 },
  background: { connectMs: 10_000, lockMs: null, statementMs: 15_000, answerMs: 16_000 },
} as const satisfies Record<Work, Patience>;

/** One kind of work may have this part of a pool's connections. */
const SHARE = 0.35;

const IDLE_IN_TRANSACTION_TIMEOUT_MS = 5_000;

/**
 * A prepared statement keeps the plan of its first runs. One that was planned while a table was small reads all of it
 * for as long as it lives: four times slower after a minute of purchases, and so with the checks of foreign keys.
 * Every statement of the funnel asks for rows by key, so these plans are never wrong for it.
 */
export const BY_KEY = [
  'enable_seqscan=off',
  'enable_bitmapscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  'jit=off',
];

/**
 * A pool whose rows read as our types: `int8` as `bigint`, `numeric` and `date` as text, `timestamptz` as `Date`.
 * A broken connection never becomes an uncaught error event.
 */
export const createPool = (url: string, input: PoolInput = {}): pg.Pool => {
  const onError = input.onError ?? ((): void => undefined);
  const work = input.work ?? 'background';
  const max = input.max ?? 20;
  const config: pg.PoolConfig = {
    connectionString: withSessionOptions(url, work === 'ledger' ? BY_KEY : []),
    max,
    min: input.keep ?? 0,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    types: rowTypes,
  };
  const isAsked = work === 'requests' || work === 'copies';
  const share = { connections: isAsked ? Math.ceil(max * SHARE) : max, together: isAsked };
  const pool = new SharedPool(config, PATIENCE[work], share);
  pool.on('error', onError);
  // The pool listens only while a client is idle; a connection that dies in use would otherwise end the process.
  pool.on('connect', (client) => client.on('error', onError));
  const { copyUrl = null, ...others } = input;
  if (copyUrl !== null) pool.lookAt(createPool(copyUrl, { ...others, work: 'copies' }));
  return pool;
};

/** Settings go in the start-up packet, without a round trip. Options in the URL would replace ours, hence the merge. @internal */
export const withSessionOptions = (url: string, settings: readonly string[] = []): string => {
  const parsed = new URL(url);
  const options = [
    parsed.searchParams.get('options'),
    '-c timezone=UTC',
    ...settings.map((setting) => `-c ${setting}`),
  ];
  parsed.searchParams.set('options', options.filter((option) => option !== null).join(' '));
  // URLSearchParams writes spaces as "+", which pg's parser would keep.
  return parsed.href.replaceAll('+', '%20');
};

const parsers = new Map<number, (value: string) => unknown>([
  [pg.types.builtins.INT8, BigInt],
  [pg.types.builtins.DATE, (value) => value],
]);

const TEXT_ARRAY = 1009;
const INT8_ARRAY = 1016;
const DATE_ARRAY = 1182;

const parseTextArray = (value: string): (string | null)[] =>
  pg.types.getTypeParser(TEXT_ARRAY as never)(value) as (string | null)[];

parsers.set(DATE_ARRAY, parseTextArray);
parsers.set(INT8_ARRAY, (value) => parseTextArray(value).map((item) => (item === null ? null : BigInt(item))));

/** Type parsers of our connections only; the driver's global ones stay untouched. */
const rowTypes: pg.CustomTypesConfig = {
  getTypeParser: (id: number, format?: 'text' | 'binary') => {
    const own = format === 'binary' ? undefined : parsers.get(id);
    return (own ?? pg.types.getTypeParser(id as never, format as never)) as never;
  },
};
