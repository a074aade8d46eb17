import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import type { Tx } from '../db/transaction.ts';

/** Any numbers, the same in every version: processes of one duty meet on them. */
export const LEADER_LOCKS = { collector: 7_240_102, worker: 7_240_103, settlement: 7_240_104 } as const;

const TRY_AGAIN_MS = 2000;

/** One process at a time has the duty: it holds a session lock of the database on a connection of its own. */
export interface Leadership {
  isLeader(): boolean;
  /**
   * Runs a transaction on the very connection that holds the lock, one after the other: a process that lost the duty
   * cannot write any more, however late it notices. Rejects when this process is not the leader.
   */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

export interface LeadershipWish {
  pool: Pool;
  lock: number;
  name: string;
  log: Logger;
  onGained?: () => void;
  onLost?: () => void;
}

export const createLeadership = (wish: LeadershipWish): Leadership => {
  const { pool, lock, name, log } = wish;
  let client: PoolClient | null = null;
  let stopped = false;
  let queue: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  const lose = (lost: PoolClient): void => {
    if (client !== lost) return;
    client = null;
    lost.release(true);
    if (stopped) return;
    log.warn({ duty: name }, 'duty lost: the connection that held it broke');
    wish.onLost?.();
    schedule();
  };

  const seek = async (): Promise<void> => {
    const candidate = await pool.connect();
    try {
      const { rows } = await candidate.query<{ got: boolean }>('SELECT pg_try_advisory_lock($1) AS got', [lock]);
      if (!rows[0]!.got || stopped)
        return void (stopped && rows[0]!.got ? candidate.release(true) : candidate.release());
    } catch (error) {
      candidate.release(true);
      throw error;
    }
    client = candidate;
    candidate.on('error', () => lose(candidate));
    candidate.on('end', () => lose(candidate));
    log.info({ duty: name }, 'duty taken');
    wish.onGained?.();
  };

  const schedule = (): void => {
    timer = setTimeout(
      () => {
        void seek()
          .catch((error: Error) => log.warn({ duty: name, error: error.message }, 'duty not reachable'))
          .finally(() => {
            if (client === null && !stopped) schedule();
          });
      },
      firstTry ? 0 : TRY_AGAIN_MS,
    );
    firstTry = false;
  };
  let firstTry = true;
  schedule();

  const inTurn = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    const holder = client;
    if (holder === null) throw new Error(`this process does not have the duty ${name}`);
    try {
      await holder.query('BEGIN');
      const result = await work(holder as Tx);
      await holder.query('COMMIT');
      return result;
    } catch (error) {
      await holder.query('ROLLBACK').catch(() => lose(holder));
      throw error;
    }
  };

  return {
    isLeader: () => client !== null,
    write: (work) => {
      const turn = queue.then(() => inTurn(work));
      queue = turn.catch(() => undefined);
      return turn;
    },
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await queue;
      const held = client;
      client = null;
      // Closing the connection gives the lock back; a returned one would keep it.
      held?.release(true);
    },
  };
};
