import { AsyncResource } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Bus } from '../bus/bus.ts';
import type { Clock, Random } from '../ports.ts';
import { Refusal } from '../refusal.ts';
import type { Vault } from '../security/vault.ts';
import { isConnectionLoss, isExhausted } from '../db/trouble.ts';
import { lockKinds, OutcomeUnknown, runBatch, tryCommand } from './batch.ts';
import type { Answer, BatchOutcome, BatchTools } from './batch.ts';
import type { Command, Json } from './command.ts';
import type { AnyTable } from './table.ts';

/** The one way in which money moves for members and operators. */
export interface Funnel {
  /**
   * Carries out a command together with whatever else waits. Gives its result (or the stored answer of its key).
   * @throws Refusal when the command is refused, or err_unavailable when the outcome is unknown, the queue is full or a
   *   command with a key has waited for too long: its key finds out what became of it.
   */
  run<R extends Json>(command: Command<R>): Promise<R>;
  /** Says whether it would be carried out now; nothing is. @throws Refusal as `run` would */
  tryOut(command: Command): Promise<void>;
  /** Takes no more commands and waits for those that are under way. */
  drain(): Promise<void>;
  /** How many commands wait or run. */
  readonly depth: number;
}

export interface FunnelInput {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly random: Random;
  readonly vault: Vault;
  readonly bus: Bus;
  /** In the order of locks and of writes. */
  readonly tables: readonly AnyTable[];
  /** Batches under way at once; default 1. A second one only waits for the stock row of the first. */
  readonly lanes?: number;
  /** Commands in a batch at most; default 256. */
  readonly batchSize?: number;
  /** Commands that may wait before new ones are turned away; default 5000. */
  readonly queueLimit?: number;
  /** Tests only: kinds of rows that it does not lock, to show that each lock is what keeps the books right. */
  readonly unsafeWithoutLocks?: readonly string[];
}

/** Whoever asks under a key is told "not known yet" after this time, and asks again; decisions say 5 s. */
const ANSWER_WITHIN_MS = 4500;

interface Waiter {
  readonly command: Command;
  readonly answer: (answer: Answer) => void;
}

const ATTEMPTS = 5;
const RETRYABLE = new Set(['40001', '40P01']);

const UNAVAILABLE: Answer = { ok: false, code: 'err_unavailable' };

/** The batching funnel: see `batch.ts` for what happens to a batch, and docs/decisions for why. */
export const createFunnel = (input: FunnelInput): Funnel => {
  const tools = toolsOf(input);
  const { lanes = 1, batchSize = 256, queueLimit = 5000 } = input;
  const queue: Waiter[] = [];
  let busy = 0;
  let running = 0;
  let closed = false;
  let scheduled = false;
  let drained: (() => void) | undefined;

  /** As the funnel itself: a batch is of many callers, and no part of the first one's request, neither in logs nor in traces. */
  const pump = AsyncResource.bind((): void => {
    scheduled = false;
    while (busy < lanes && queue.length > 0) {
      const batch = queue.splice(0, batchSize);
      busy += 1;
      running += batch.length;
      void carryOut(tools, input.bus, batch).finally(() => {
        busy -= 1;
        running -= batch.length;
        if (queue.length > 0) pump();
        else if (busy === 0) drained?.();
      });
    }
  });

  /** One that still waits is taken out and will not take place; one under way ends as it ends. */
  const giveUp = (waiter: Waiter): void => {
    const at = queue.indexOf(waiter);
    if (at >= 0) queue.splice(at, 1);
    waiter.answer(UNAVAILABLE);
  };

  return {
    run: <R extends Json>(command: Command<R>) =>
      new Promise<R>((resolve, reject) => {
        if (closed || queue.length >= queueLimit) {
          reject(new Refusal('err_unavailable'));
          return;
        }
        const waiter: Waiter = {
          command,
          answer: (answer) => {
            clearTimeout(timer);
            if (answer.ok) resolve(answer.result as R);
            else reject(toError(answer));
          },
        };
        // Only its key can find out later what became of a command: without one there is nothing better than waiting.
        const timer = command.idempotency === null ? undefined : setTimeout(() => giveUp(waiter), ANSWER_WITHIN_MS);
        queue.push(waiter);
        // Waits until the requests that arrived in the same moment are in the queue too.
        if (!scheduled && busy < lanes) {
          scheduled = true;
          setImmediate(pump);
        }
      }),
    tryOut: async (command) => {
      const answer = await tryCommand(tools, command);
      if (!answer.ok) throw toError(answer);
    },
    drain: async () => {
      closed = true;
      if (queue.length > 0 || busy > 0) await new Promise<void>((resolve) => (drained = resolve));
    },
    get depth() {
      return queue.length + running;
    },
  };
};

const toolsOf = ({ pool, clock, random, vault, tables, unsafeWithoutLocks = [] }: FunnelInput): BatchTools => {
  const names = tables.map(({ name }) => name);
  if (new Set(names).size < names.length) throw new Error('two tables have one name');
  const kinds = lockKinds(tables);
  for (const name of unsafeWithoutLocks) if (!kinds.includes(name)) throw new Error(`there is no lock ${name}`);
  return { pool, clock, random, vault, tables, unlocked: new Set(unsafeWithoutLocks) };
};

const toError = (answer: Extract<Answer, { ok: false }>): unknown =>
  'fault' in answer ? answer.fault : new Refusal(answer.code, answer.more);

/** Answers every waiter of a batch, whatever happens to it. */
const carryOut = async (tools: BatchTools, bus: Bus, batch: readonly Waiter[]): Promise<void> => {
  const tell = (waiters: readonly Waiter[], outcome: BatchOutcome): void => {
    for (const [index, waiter] of waiters.entries()) waiter.answer(outcome.answers[index]!);
    outcome.publish(bus);
  };
  try {
    tell(
      batch,
      await runWithRetries(
        tools,
        batch.map(({ command }) => command),
      ),
    );
    return;
  } catch (error) {
    if (isExhausted(error)) {
      // Rolled back, so nothing took place. One by one they would wait and fail as long again, each of them.
      for (const waiter of batch) waiter.answer(UNAVAILABLE);
      return;
    }
    if (batch.length === 1 || error instanceof OutcomeUnknown || isConnectionLoss(error)) {
      await endApart(tools, batch, error, tell);
      return;
    }
  }
  // One of them breaks the batch: run them one by one, so that it harms only itself.
  for (const waiter of batch) {
    try {
      tell([waiter], await runWithRetries(tools, [waiter.command]));
    } catch (error) {
      await endApart(tools, [waiter], error, tell);
    }
  }
};

/**
 * After a fault of the connection: commands with a key are run again, for their stored answer or for the first time;
 * those without one may or may not have taken place, and their callers are told that this is unavailable.
 */
const endApart = async (
  tools: BatchTools,
  waiters: readonly Waiter[],
  error: unknown,
  tell: (waiters: readonly Waiter[], outcome: BatchOutcome) => void,
): Promise<void> => {
  const unknown = error instanceof OutcomeUnknown;
  if (!unknown && !isConnectionLoss(error)) {
    for (const waiter of waiters) waiter.answer({ ok: false, fault: error });
    return;
  }
  const again = waiters.filter(({ command }) => !unknown || command.idempotency !== null);
  for (const waiter of waiters) if (!again.includes(waiter)) waiter.answer(UNAVAILABLE);
  if (again.length === 0) return;
  try {
    tell(
      again,
      await runWithRetries(
        tools,
        again.map(({ command }) => command),
      ),
    );
  } catch {
    for (const waiter of again) waiter.answer(UNAVAILABLE);
  }
};

/**
 * Deadlocks and serialization failures are run again. So is a key that another process stored at the same moment: this
 * time its answer is found.
 */
const runWithRetries = async (tools: BatchTools, commands: readonly Command[]): Promise<BatchOutcome> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runBatch(tools, commands);
    } catch (error) {
      if (attempt === ATTEMPTS || !isWorthAnotherTry(error)) throw error;
      await sleep(Math.random() * 10 * 2 ** attempt);
    }
  }
};

const isWorthAnotherTry = (error: unknown): boolean => {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return RETRYABLE.has(code ?? '') || (code === '23505' && constraint === 'command_pkey');
};
