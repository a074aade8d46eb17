import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { createQueue } from '../base/turns.ts';
import { endLease, tryLease, type Lock } from '../db/advisory-locks.ts';
import { inTransactionOn, type Tx } from '../db/transaction.ts';

const TRY_AGAIN_MS = 2000;

/** One process at a time has the lease: it holds a session lock of the database on a connection of its own. */
export interface Leadership {
  isLeader(): boolean;
  /**
   * Runs a transaction on the very connection that holds the lock, one after the other: a process that lost the lease
   * cannot write any more, however late it notices. Rejects when this process is not the leader.
   */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

interface LeadershipInput {
  pool: Pool;
  lock: Lock;
  name: string;
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
  #timer: NodeJS.Timeout | undefined;

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

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#queue(() => Promise.resolve());
    const held = this.#client;
    this.#client = null;
    if (held === null) return;
    // Given back at once, so that another process need not wait until the database has noticed the closed connection.
    await endLease(held, this.#input.lock).catch(() => undefined);
    held.release(true);
  }

  async #inTurn<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const holder = this.#client;
    if (holder === null) throw new Error(`this process does not have the lease ${this.#input.name}`);
    return inTransactionOn(holder, work, () => this.#lose(holder));
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
    const { pool, lock, name, log, onGained } = this.#input;
    const candidate = await pool.connect();
    try {
      const got = await tryLease(candidate, lock);
      if (!got || this.#stopped) return candidate.release(got);
    } catch (error) {
      candidate.release(true);
      throw error;
    }
    this.#client = candidate;
    candidate.on('error', () => this.#lose(candidate));
    candidate.on('end', () => this.#lose(candidate));
    log.info({ job: name }, 'lease taken');
    onGained?.();
  }

  #lose(lost: PoolClient): void {
    if (this.#client !== lost) return;
    this.#client = null;
    lost.release(true);
    if (this.#stopped) return;
    this.#input.log.warn({ job: this.#input.name }, 'lease lost: the connection that held it broke');
    this.#input.onLost?.();
    this.#seekAfter(TRY_AGAIN_MS);
  }
}
