import type { RefusalCode } from '@minerx/contract/refusal';
import { refusalStatus } from '@minerx/contract/refusal';
import type { PackageLine } from '@minerx/rules/miner-package';
import type { Socket } from 'node:net';
import type { Pool, PoolClient } from 'pg';
import type { Clock, Random } from '../context.ts';
import type { Tx } from '../db/transaction.ts';
import { isConnectionLoss } from '../db/trouble.ts';
import { crockford, uuidV7 } from '../ids.ts';
import type { RefusalMore } from '../refusal.ts';
import { appendAudit } from './audit.ts';
import type { Command, Decision, Json, Maker } from './command.ts';
import { loadBatch } from './load.ts';
import { answerKey } from './load-rows.ts';
import { settle } from './statement.ts';
import type { Loaded } from './load.ts';
import { BatchState } from './state.ts';
import type { Vault } from '../vault.ts';
import { writeBatch } from './write.ts';
import type { AnswerRow } from './write.ts';
import type { AnyTable } from './table.ts';

/** What a caller is told: a result, a refusal, or the fault that `decide` threw. */
export type Answer =
  | { readonly ok: true; readonly result: Json }
  | { readonly ok: false; readonly code: RefusalCode; readonly more?: RefusalMore }
  | { readonly ok: false; readonly fault: unknown };

export interface BatchTools {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly random: Random;
  /** Opens and seals decks. */
  readonly vault: Vault;
  readonly tables: readonly AnyTable[];
  /** Kinds of rows that are not locked: none, but for a test that shows what each lock is for. */
  readonly unlocked: ReadonlySet<string>;
}

/** The connection broke after COMMIT was sent: nobody knows whether it took place. */
export class OutcomeUnknown extends Error {}

/** What a batch did: an answer for each command in order, and which orders changed. */
export interface BatchOutcome {
  readonly answers: readonly Answer[];
  readonly changedOrders: ReadonlyMap<string, bigint>;
  readonly outboxTopics: ReadonlySet<string>;
}

/**
 * Carries out commands in one transaction: lock and load, decide one after another in memory, write in bulk, commit.
 * A refused command changes nothing and its neighbours do not notice. Throws when the transaction fails as a whole.
 */
export const runBatch = async (tools: BatchTools, commands: readonly Command[]): Promise<BatchOutcome> => {
  const client = await tools.pool.connect();
  const progress = { committing: false };
  let broken = false;
  try {
    return await inOneTransaction(tools, client, commands, progress);
  } catch (error) {
    if (progress.committing && isConnectionLoss(error)) {
      broken = true;
      throw new OutcomeUnknown('The connection broke while committing.', { cause: error });
    }
    await client.query('ROLLBACK').catch(() => (broken = true));
    throw error;
  } finally {
    client.release(broken);
  }
};

const inOneTransaction = async (
  tools: BatchTools,
  client: PoolClient,
  commands: readonly Command[],
  progress: { committing: boolean },
): Promise<BatchOutcome> => {
  const [begun, loading] = inOnePacket(
    client,
    () => [client.query('BEGIN'), loadBatch(client, commands, tools)] as const,
  );
  await settle([begun, loading]);
  const loaded = await loading;
  const now = new Date(tools.clock.now());
  const state = new BatchState(loaded.rows, now);
  const make = createMaker(tools, loaded, now);
  const kept = new Map<string, AnswerRow>();
  const answers = commands.map((command) => answerOne(command, state, make, loaded, kept));

  const write = (): Promise<unknown>[] => writeBatch(client, state, [...kept.values()], now, tools.vault);
  if (state.audit.length > 0) {
    // The chain's lock is the last one, so the rows before it must be written.
    await settle(inOnePacket(client, write));
    await appendAudit(client as Tx, now, state.audit);
  }
  progress.committing = true;
  const [writes, commit] = inOnePacket(
    client,
    () => [state.audit.length > 0 ? [] : write(), client.query('COMMIT')] as const,
  );
  await settle([...writes, commit]);
  // After an error inside the transaction COMMIT succeeds in rolling back.
  if ((await commit).command !== 'COMMIT')
    throw Object.assign(new Error('The batch was rolled back by its commit.'), { code: '40000' });
  return { answers, changedOrders: state.changedOrders, outboxTopics: new Set(state.outbox.map(({ topic }) => topic)) };
};

/** Statements that are sent together leave together: one write to the socket instead of one each. */
const inOnePacket = <T>(client: PoolClient, send: () => T): T => {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  stream.cork();
  try {
    return send();
  } finally {
    stream.uncork();
  }
};

const answerOne = (
  command: Command,
  state: BatchState,
  make: Maker,
  loaded: Loaded,
  kept: Map<string, AnswerRow>,
): Answer => {
  const { idempotency, actor, name } = command;
  const id = idempotency && answerKey(actor, name, idempotency.key);
  if (id !== null) {
    const row = kept.get(id);
    const stored = row
      ? { fingerprint: row.fingerprint, answer: JSON.parse(row.answer) as unknown }
      : loaded.answers.get(id);
    if (stored) {
      return stored.fingerprint.equals(idempotency!.fingerprint)
        ? readAnswer(stored.answer)
        : { ok: false, code: 'err_idempotency_mismatch' };
    }
  }
  let decision: Decision<Json>;
  try {
    decision = command.decide(state, make);
  } catch (fault) {
    return { ok: false, fault };
  }
  if (decision.ok) state.apply(decision.changes, id);
  const answer: Answer = decision.ok
    ? { ok: true, result: decision.result }
    : { ok: false, code: decision.code, ...(decision.more ? { more: decision.more } : {}) };
  if (id !== null && (decision.ok || isLasting(decision.code))) {
    kept.set(id, {
      actor,
      name,
      key: idempotency!.key,
      fingerprint: idempotency!.fingerprint,
      answer: JSON.stringify(answer),
    });
  }
  return answer;
};

/** "Try again later" is not an answer to keep. */
const isLasting = (code: RefusalCode): boolean => refusalStatus(code) !== 503 && refusalStatus(code) !== 429;

const readAnswer = (stored: unknown): Answer => stored as Answer;

const createMaker = ({ clock, random }: BatchTools, { owners, places }: Loaded, now: Date): Maker => {
  let nextOwner = 0;
  let nextPlace = 0;
  return {
    now,
    id: () => uuidV7(clock, random),
    orderNumber: () => `MX${crockford(random, 10)}`,
    orderSerial: (line: PackageLine) => `${line === 'x1' ? 'X1' : 'X2'}-${crockford(random, 12)}`,
    owner: () => owners[nextOwner++] ?? missing('newOwners'),
    place: () => places[nextPlace++] ?? missing('newPlaces'),
    bytes: (count) => random.bytes(count),
  };
};

const missing = (key: string): never => {
  throw new Error(`the command took more than its keys name: ${key}`);
};
