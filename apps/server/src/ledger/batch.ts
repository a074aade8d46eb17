import type { RefusalCode } from '@minerx/contract/refusal';
import type { Pool, PoolClient } from 'pg';
import type { Bus } from '../bus/bus.ts';
import type { Clock, Random } from '../ports.ts';
import { together, type Statements } from '../db/packet.ts';
import type { Tx } from '../db/transaction.ts';
import { isConnectionLoss } from '../db/trouble.ts';
import { uuidV7 } from '../base/ids.ts';
import type { RefusalMore } from '../refusal.ts';
import type { Vault } from '../security/vault.ts';
import { answerKey, isLasting, loadAnswers, writeAnswers } from './answers.ts';
import type { AnswerRow, StoredAnswer } from './answers.ts';
import { appendAudit } from './audit.ts';
import { no } from './command.ts';
import type { Command, Decision, Json, IdsAndClock } from './command.ts';
import { Sequences } from './sequences.ts';
import { BatchState } from './state.ts';
import { settle } from './statement.ts';
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
  /** Opens and seals what lies sealed in rows. */
  readonly vault: Vault;
  readonly tables: readonly AnyTable[];
  /** Kinds of rows that are not locked: none, but for a test that shows what each lock is for. */
  readonly unlocked: ReadonlySet<string>;
}

const BEGIN = { name: 'ledger_begin', text: 'BEGIN' };
const COMMIT = { name: 'ledger_commit', text: 'COMMIT' };

/** The connection broke after COMMIT was sent: nobody knows whether it took place. */
export class OutcomeUnknown extends Error {}

/** What a batch did: an answer for each command in order, and what other processes are to hear. */
export interface BatchOutcome {
  readonly answers: readonly Answer[];
  publish(bus: Bus): void;
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
  const db = together(client);
  const [begun, loading] = [db.query(BEGIN), loadBatch(db, commands, tools)];
  await settle([begun, loading]);
  const loaded = await loading;
  const { state } = loaded;
  const now = new Date(tools.clock.now());
  const make = createIdsAndClock(tools, loaded.sequences, now);
  const kept = new Map<string, AnswerRow>();
  const answers = commands.map((command) => answerOne(command, state, make, loaded.answers, kept));

  const write = (): Promise<unknown>[] => [
    ...state.write(db, now, tools.vault),
    ...writeAnswers(db, [...kept.values()]),
  ];
  if (state.audit.length > 0) {
    // The chain's lock is the last one, so the rows before it must be written.
    await settle(write());
    await appendAudit(client as Tx, now, state.audit);
  }
  progress.committing = true;
  const writes = state.audit.length > 0 ? [] : write();
  const commit = db.query(COMMIT);
  await settle([...writes, commit]);
  // After an error inside the transaction COMMIT succeeds in rolling back.
  if ((await commit).command !== 'COMMIT')
    throw Object.assign(new Error('The batch was rolled back by its commit.'), { code: '40000' });
  return {
    answers,
    publish: (bus) => {
      state.rows.committed(bus);
      for (const topic of new Set(state.outbox.map((entry) => entry.topic))) bus.publish('outbox', { topic });
    },
  };
};

/** What a command would be answered now: it is decided under its locks, and nothing is written. */
export const tryCommand = async (tools: BatchTools, command: Command): Promise<Answer> => {
  const client = await tools.pool.connect();
  let broken = false;
  try {
    await client.query('BEGIN');
    const { state, sequences, answers } = await loadBatch(together(client), [command], tools);
    const make = createIdsAndClock(tools, sequences, new Date(tools.clock.now()));
    return answerOne(command, state, make, answers, new Map());
  } finally {
    await client.query('ROLLBACK').catch(() => (broken = true));
    client.release(broken);
  }
};

interface Loaded {
  readonly state: BatchState;
  readonly sequences: Sequences;
  /** By `answerKey`. */
  readonly answers: ReadonlyMap<string, StoredAnswer>;
}

/**
 * Locks and loads what the commands of a batch name, one query a table. Everybody who writes money locks in the order of the list
 * of tables and accounts last, each table's rows in order of id, so that no two wait for each other. Stored answers are read after
 * the locks: a command that another process is carrying out holds its locks until its answer is committed.
 */
const loadBatch = async (
  db: Statements,
  commands: readonly Command[],
  { tables, clock, vault, unlocked }: BatchTools,
): Promise<Loaded> => {
  const state = new BatchState(tables);
  const sequences = new Sequences();
  for (const { keys } of commands) {
    state.want(keys);
    sequences.want(keys.numbers ?? []);
  }
  let answers: Promise<Map<string, StoredAnswer>> | undefined;
  await state.rows.load(
    db,
    { now: new Date(clock.now()), vault, unlocked },
    (accounts) => state.books.want(accounts),
    () => [
      ...sequences.load(db),
      state.books.load(db, !unlocked.has('accounts')),
      (answers = loadAnswers(db, commands)),
    ],
  );
  return { state, sequences, answers: await answers! };
};

/** The kinds of rows that a batch locks; a funnel can be told to leave some out. */
export const lockKinds = (tables: readonly AnyTable[]): string[] => [
  ...tables.filter(({ isLocked = false }) => isLocked).map(({ name }) => name),
  'accounts',
];

const answerOne = (
  command: Command,
  state: BatchState,
  make: IdsAndClock,
  known: ReadonlyMap<string, StoredAnswer>,
  kept: Map<string, AnswerRow>,
): Answer => {
  const { idempotency, actor, name } = command;
  const id = idempotency && answerKey(actor, name, idempotency.key);
  const before = id === null ? null : answeredBefore(id, command, known, kept);
  if (before !== null) return before;
  let decision: Decision<Json>;
  try {
    decision = decisionOf(command, state, make);
  } catch (fault) {
    return { ok: false, fault };
  }
  if (decision.ok) state.apply(decision.changes, id);
  const answer = answerOf(decision);
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

/** What stands under the key of a command: by a neighbour in the batch, or since earlier. */
const answeredBefore = (
  id: string,
  { idempotency }: Command,
  known: ReadonlyMap<string, StoredAnswer>,
  kept: ReadonlyMap<string, AnswerRow>,
): Answer | null => {
  const row = kept.get(id);
  const stored = row ? { fingerprint: row.fingerprint, answer: JSON.parse(row.answer) as unknown } : known.get(id);
  if (stored === undefined) return null;
  return stored.fingerprint.equals(idempotency!.fingerprint)
    ? readAnswer(stored.answer)
    : { ok: false, code: 'err_idempotency_mismatch' };
};

/** Its own, unless a gate of the ledger is closed to what it would do. */
const decisionOf = (command: Command, state: BatchState, make: IdsAndClock): Decision<Json> => {
  const decision = command.decide(state, make);
  const closed = decision.ok ? state.findClosedGate(decision.changes, command) : null;
  return closed === null ? decision : no(closed);
};

const answerOf = (decision: Decision<Json>): Answer =>
  decision.ok
    ? { ok: true, result: decision.result }
    : { ok: false, code: decision.code, ...(decision.more ? { more: decision.more } : {}) };

const readAnswer = (stored: unknown): Answer => stored as Answer;

const createIdsAndClock = ({ random }: BatchTools, sequences: Sequences, now: Date): IdsAndClock => ({
  now,
  // Of the moment that stands beside it in the transfer, which was taken under the locks.
  id: () => uuidV7({ now: () => now.getTime() }, random),
  number: (sequence) => sequences.next(sequence),
  bytes: (count) => random.bytes(count),
});
