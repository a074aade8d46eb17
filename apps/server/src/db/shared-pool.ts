import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { createCopy, type Copy } from './copy.ts';
import { NoConnection } from './trouble.ts';

const work = new AsyncLocalStorage<{ name: string; looks: boolean }>();

/**
 * Runs something as work of this name: a call of the API by its path. Everything without a name is work of one kind.
 * @param looks it only looks: what it asks outside transactions may be asked of a copy of the database
 */
export const asWork = <T>(name: string, run: () => T, looks = false): T => work.run({ name, looks }, run);

const nameOfWork = (): string => work.getStore()?.name ?? '';

/** How long a connection is waited for, and its answers. */
export interface Patience {
  /** For a connection, those still to be opened included. */
  connectMs: number;
  /** For a lock, told to the database; null: as long as the statement. */
  lockMs: number | null;
  /** For a statement, told to the database, which then undoes it. */
  statementMs: number;
  /** For the answer to it: a database that hangs tells nothing, and its connection is given up. */
  answerMs: number;
}

/** Connections that one kind of work has, and its requests that wait for one. */
interface Lane {
  used: number;
  readonly waiting: Set<() => void>;
}

/** invalid_sql_statement_name */
const isUnprepared = (error: unknown): boolean => (error as { code?: string }).code === '26000';

const isAnswerTimeout = (error: unknown): boolean => (error as Error).message === 'Query read timeout';

type Inside = {
  connectionParameters: { query_timeout: number };
  connection: { stream: { destroy(): void; cork(): void; uncork(): void } };
};

/** More on one connection would wait long behind a slow one. */
const MOST_TOGETHER = 4;

/** A statement that waits for the others of its moment. */
interface Asked {
  readonly statement: unknown[];
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

/** The driver's many signatures of `query`; all of them are passed on as they are. */
const ask = (client: Pick<pg.ClientBase, 'query'>, statement: unknown[]): unknown =>
  (client.query as (...all: unknown[]) => unknown).apply(client, statement);

/** Nobody waits on a connection whose answer did not come: it is closed, so that what follows on it fails at once. */
class PatientClient extends pg.Client {
  /** The driver's many signatures of `query`; all of them are passed on as they are. */
  override query(...args: unknown[]): never {
    const answer = (super.query as (...all: unknown[]) => unknown).apply(this, args);
    if (answer instanceof Promise)
      answer.catch((error: unknown) => {
        if (isAnswerTimeout(error)) (this as unknown as Inside).connection.stream.destroy();
      });
    return answer as never;
  }
}

/** What of a pool one kind of work may have. */
export interface Share {
  /** Connections at most. */
  readonly connections: number;
  /** Where more is asked at once than there are, up to four statements share one, each a transaction of its own. */
  readonly together: boolean;
}

/**
 * A pool in which no kind of work may take every connection, and nobody waits longer than its patience. A lock on one table or
 * a flood of one call uses up its share, and all others go on.
 */
export class SharedPool extends pg.Pool {
  readonly #patience: Patience;
  readonly #share: Share;
  readonly #lanes = new Map<string, Lane>();
  /** By kind of work, until all that has arrived by now is read. */
  readonly #asked = new Map<string, Asked[]>();

  #copy: Copy | null = null;

  constructor(config: pg.PoolConfig, patience: Patience, share: Share) {
    super({
      ...config,
      Client: PatientClient,
      pipeline: share.together,
      connectionTimeoutMillis: patience.connectMs,
      statement_timeout: patience.statementMs,
      query_timeout: patience.answerMs,
      ...(patience.lockMs === null ? {} : { lock_timeout: patience.lockMs }),
    } as pg.PoolConfig);
    this.#patience = patience;
    this.#share = share;
  }

  /** From now on work that only looks looks there. */
  lookAt(copies: pg.Pool): void {
    this.#copy = createCopy({
      database: (statement) => ask(this, statement) as Promise<unknown>,
      copies,
      apart: (run) => asWork('how far a copy is', run),
    });
  }

  override end(): Promise<void>;
  override end(tell: () => void): void;
  override end(tell?: () => void): Promise<void> | void {
    const ended = Promise.all([super.end(), this.#copy?.end()]).then(() => undefined);
    if (tell === undefined) return ended;
    void ended.then(tell);
  }

  /** A write to a socket costs as much as the rest of a short answer: where many are asked for, several go with one. */
  override query(...statement: unknown[]): never {
    if (this.#copy !== null && work.getStore()?.looks === true)
      return asWork(nameOfWork(), () => this.#copy!.query(statement)) as never;
    if (!this.#share.together) return ask({ query: super.query.bind(this) } as pg.ClientBase, statement) as never;
    const name = nameOfWork();
    const answer = new Promise((resolve, reject) => {
      const asked = this.#asked.get(name) ?? [];
      asked.push({ statement, resolve, reject });
      if (asked.length > 1) return;
      this.#asked.set(name, asked);
      setImmediate(() => this.#send(name));
    });
    return answer as never;
  }

  /** Each on a connection of its own while there are as many. */
  #send(name: string): void {
    const asked = this.#asked.get(name)!;
    this.#asked.delete(name);
    const free = Math.max(1, this.#share.connections - (this.#lanes.get(name)?.used ?? 0));
    const size = Math.min(MOST_TOGETHER, Math.ceil(asked.length / free));
    for (let first = 0; first < asked.length; first += size) void this.#sendOnOne(asked.slice(first, first + size));
  }

  async #sendOnOne(asked: readonly Asked[]): Promise<void> {
    let client: pg.PoolClient;
    try {
      client = await this.connect();
    } catch (error) {
      for (const { reject } of asked) reject(error);
      return;
    }
    const { stream } = (client as unknown as Inside).connection;
    let failure: unknown = null;
    stream.cork();
    const answers = asked.map(async ({ statement, resolve, reject }) => {
      try {
        resolve(await ask(client, statement));
      } catch (error) {
        // The one before it could not be prepared, and was to prepare it: neither can it.
        failure = isUnprepared(error) ? (failure ?? error) : error;
        reject(failure);
      }
    });
    stream.uncork();
    await Promise.all(answers);
    // As the driver's own pool does: a connection on which something failed is not used again.
    client.release(failure !== null);
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(
    tell: (
      error: Error | undefined,
      client: pg.PoolClient | undefined,
      done: (release?: boolean | Error) => void,
    ) => void,
  ): void;
  override connect(
    tell?: (
      error: Error | undefined,
      client: pg.PoolClient | undefined,
      done: (release?: boolean | Error) => void,
    ) => void,
  ): Promise<pg.PoolClient> | void {
    const taken = this.#take(nameOfWork());
    if (tell === undefined) return taken;
    taken.then(
      (client) => tell(undefined, client, client.release),
      (error: Error) => tell(error, undefined, () => undefined),
    );
  }

  async #take(name: string): Promise<pg.PoolClient> {
    const until = performance.now() + this.#patience.connectMs;
    const lane = await this.#enter(name);
    let client: pg.PoolClient;
    try {
      client = await inTime(super.connect(), until);
    } catch (error) {
      this.#leave(name, lane);
      throw error;
    }
    const { release } = client;
    client.release = (error) => {
      // Whoever allowed a long statement more time allowed it that one.
      (client as unknown as Inside).connectionParameters.query_timeout = this.#patience.answerMs;
      this.#leave(name, lane);
      release(error);
    };
    return client;
  }

  #enter(name: string): Lane | Promise<Lane> {
    const lane = this.#lanes.get(name) ?? { used: 0, waiting: new Set<() => void>() };
    this.#lanes.set(name, lane);
    if (lane.used < this.#share.connections) {
      lane.used += 1;
      return lane;
    }
    return new Promise((resolve, reject) => {
      const go = (): void => {
        clearTimeout(timer);
        lane.waiting.delete(go);
        lane.used += 1;
        resolve(lane);
      };
      const timer = setTimeout(() => {
        lane.waiting.delete(go);
        reject(new NoConnection(`all connections of ${name === '' ? 'the rest' : name} were in use`));
      }, this.#patience.connectMs);
      lane.waiting.add(go);
    });
  }

  #leave(name: string, lane: Lane): void {
    lane.used -= 1;
    const [next] = lane.waiting;
    if (next !== undefined) next();
    else if (lane.used === 0) this.#lanes.delete(name);
  }
}

/** A client that comes too late goes back to where it came from. */
const inTime = (coming: Promise<pg.PoolClient>, until: number): Promise<pg.PoolClient> =>
  new Promise((resolve, reject) => {
    let late = false;
    const timer = setTimeout(
      () => {
        late = true;
        reject(new NoConnection('no connection became free in time'));
      },
      Math.max(0, until - performance.now()),
    );
    coming.then(
      (client) => {
        clearTimeout(timer);
        if (late) client.release();
        else resolve(client);
      },
      (error: Error) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });

/** Gives the statements of this transaction more time than its pool does. */
export const allowTime = async (tx: Pick<pg.PoolClient, 'query'>, ms: number): Promise<void> => {
  await tx.query(`SET LOCAL statement_timeout = ${ms}`);
  (tx as unknown as Inside).connectionParameters.query_timeout = ms + 1000;
};

/** As long may a transaction do something else between two statements. */
export const allowIdle = async (tx: Pick<pg.PoolClient, 'query'>, ms: number): Promise<void> => {
  await tx.query(`SET LOCAL idle_in_transaction_session_timeout = ${ms}`);
};
