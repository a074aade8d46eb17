import type { Pool, PoolClient, QueryConfig } from 'pg';
import type { Logger } from 'pino';
import { createQueue } from '../base/turns.ts';
import { endLeases, endWhenSilent, tryLease, tryLeaseTogether, type Lock } from '../db/advisory-locks.ts';
import { inTransactionOn, type Db, type Tx } from '../db/transaction.ts';

const TRY_AGAIN_MS = 2000;
/** A process that was frozen, or whose network is gone, loses the lease after this long … */
const SILENT_MS = 6000;
/** … so one that lives says so, and believes no longer than it is answered. */
const PULSE_MS = 2000;
const ANSWER_MS = 4000;

/** One process at a time has the lease, or several together: it holds a session lock of the database on a connection of its own. */
export interface Leadership {
  isLeader(): boolean;
  /**
   * Runs a transaction on the very connection that holds the lock, one after the other: a process that lost the lease
   * cannot write any more, however late it notices. Rejects when this process is not the leader.
   */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Asks something on the same connection, in its turn: what only the connection that holds the lock may say, or that is asked too often for a transaction. */
  look<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Lets go of the lease, whatever is under way, and seeks it again. */
  giveUp(): void;
  stop(): Promise<void>;
}

interface LeadershipInput {
  pool: Pool;
  lock: Lock;
  name: string;
  /** Several processes may have it; by default one. */
  together?: boolean;
  log: Logger;
  onGained?: () => void;
  onLost?: () => void;
}

export const createLeadership = (input: LeadershipInput): Leadership => new SessionLock(input);

class SessionLock implements Leadership {
  readonly #input: LeadershipInput;
  #client: PoolClient | null = null;
  #stopped = false;
  readonly #queue = createQueue();
  #isAsked = false;
  #timer: NodeJS.Timeout | undefined;
  #pulse: NodeJS.Timeout | undefined;

  constructor(input: LeadershipInput) {
    this.#input = input;
    this.#seekAfter(0);
  }

  isLeader(): boolean {
    return this.#client !== null;
  }

  write<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#queue(() => this.#inTurn(work));
  }

  look<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return this.#queue(() => work(this.#holder()));
  }

  giveUp(): void {
    if (this.#client !== null) this.#lose(this.#client);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    clearInterval(this.#pulse);
    await this.#queue(() => Promise.resolve());
    const held = this.#client;
    this.#client = null;
    if (held === null) return;
    // Given back at once, so that another process need not wait until the database has noticed the closed connection.
    await endLeases(held).catch(() => undefined);
    held.release(true);
  }

  async #inTurn<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const holder = this.#holder();
    return inTransactionOn(holder, work, () => this.#lose(holder));
  }

  #holder(): PoolClient {
    if (this.#client === null) throw new Error(`this process does not have the lease ${this.#input.name}`);
    return this.#client;
  }

  #seekAfter(ms: number): void {
    this.#timer = setTimeout(() => {
      const { name, log } = this.#input;
      void this.#seek()
        .catch((error: Error) => log.warn({ job: name, err: error }, 'lease not reachable'))
        .finally(() => {
          if (this.#client === null && !this.#stopped) this.#seekAfter(TRY_AGAIN_MS);
        });
    }, ms);
  }

  async #seek(): Promise<void> {
    const { pool, lock, name, log, together = false, onGained } = this.#input;
    const candidate = await pool.connect();
    try {
      const got = await (together ? tryLeaseTogether : tryLease)(candidate, lock);
      if (got) await endWhenSilent(candidate, SILENT_MS);
      if (!got || this.#stopped) return candidate.release(got);
    } catch (error) {
      candidate.release(true);
      throw error;
    }
    this.#client = candidate;
    candidate.on('error', () => this.#lose(candidate));
    candidate.on('end', () => this.#lose(candidate));
    this.#pulse = setInterval(() => void this.#beat(candidate), PULSE_MS);
    log.info({ job: name }, 'lease taken');
    onGained?.();
  }

  /** Behind what is under way: while that is answered, so are we. */
  async #beat(holder: PoolClient): Promise<void> {
    if (this.#isAsked) return;
    this.#isAsked = true;
    await this.#queue(async () => {
      if (this.#client !== holder) return;
      await holder.query({ text: 'SELECT', query_timeout: ANSWER_MS } as QueryConfig).catch(() => this.#lose(holder));
    });
    this.#isAsked = false;
  }

  #lose(lost: PoolClient): void {
    if (this.#client !== lost) return;
    this.#client = null;
    clearInterval(this.#pulse);
    lost.release(true);
    if (this.#stopped) return;
    this.#input.log.warn({ job: this.#input.name }, 'lease lost: the connection that held it broke');
    this.#input.onLost?.();
    this.#seekAfter(TRY_AGAIN_MS);
  }
}
