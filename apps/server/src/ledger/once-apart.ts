import { MINUTE_MS } from '@minerx/rules/duration';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Clock } from '../ports.ts';
import { Refusal, refuse, type RefusalMore } from '../refusal.ts';
import type { RefusalCode } from '@minerx/contract/refusal';
import { findStored, isLasting, type AskedKey } from './answers.ts';
import type { Json } from './command.ts';

/** What is kept under a key: how it went, in the words of the funnel. */
type Kept<T> =
  | { readonly ok: true; readonly result: T }
  | { readonly ok: false; readonly code: RefusalCode; readonly more?: RefusalMore };

const ASK_EVERY_MS = 100;
/** A browser waits 15 s for an answer. */
const PATIENCE_MS = 10_000;
/** No action takes so long: its process has ended meanwhile. */
const LONGEST_MS = 10 * MINUTE_MS;

/**
 * Does once, under its key, what is no single transaction. The key is taken before and answered afterwards, so a process that
 * ends in between leaves a key without an answer, and nothing is done a second time. Whoever asks meanwhile waits for the answer.
 * @param work `kept` is the answer for whoever asks again, where it is another one than `given`
 * @throws err_idempotency_mismatch when the key was another request's; err_unavailable while it runs on; err_broken_off when
 *   nobody knows what became of it; what the work throws: a lasting refusal at every asking, any other leaves the key free
 */
export const onceApart = async <T extends Json>(
  { pool, clock }: { pool: Pool; clock: Clock },
  asked: AskedKey,
  work: () => Promise<{ given: T; kept?: T }>,
): Promise<T> => {
  if (!(await takeKey(pool, asked, new Date(clock.now())))) return answerOf<T>(await findKept<T>(pool, asked, clock));
  const { given, kept = given } = await work().catch(async (error: unknown) => {
    if (error instanceof Refusal && !isLasting(error.code)) await freeKey(pool, asked);
    else await keep(pool, asked, refusalOf(error));
    throw error;
  });
  await keep(pool, asked, { ok: true, result: kept });
  return given;
};

/** What a fault did before it broke nobody knows: it is not done again under its key. */
const refusalOf = (error: unknown): Kept<never> =>
  error instanceof Refusal ? { ok: false, code: error.code, more: error.more } : { ok: false, code: 'err_broken_off' };

const answerOf = <T>(kept: Kept<T>): T => (kept.ok ? kept.result : refuse(kept.code, kept.more));

/** True for one of many: a key is new, or was given back. */
const takeKey = async (pool: Pool, { actor, name, key, fingerprint }: AskedKey, at: Date): Promise<boolean> => {
  const { rowCount } = await pool.query(
    `INSERT INTO command (actor, name, key, fingerprint, at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (actor, name, key) DO UPDATE SET at = excluded.at
      WHERE command.answer IS NULL AND command.at = to_timestamp(0) AND command.fingerprint = excluded.fingerprint`,
    [actor, name, key, fingerprint, at],
  );
  return rowCount === 1;
};

const freeKey = async (pool: Pool, { actor, name, key }: AskedKey): Promise<void> => {
  await pool.query('UPDATE command SET at = to_timestamp(0) WHERE actor = $1 AND name = $2 AND key = $3', [
    actor,
    name,
    key,
  ]);
};

const keep = async (pool: Pool, { actor, name, key }: AskedKey, answer: Kept<unknown>): Promise<void> => {
  await pool.query('UPDATE command SET answer = $4 WHERE actor = $1 AND name = $2 AND key = $3', [
    actor,
    name,
    key,
    JSON.stringify(answer),
  ]);
};

/** The answer of whoever has the key; waits for it. */
const findKept = async <T>(pool: Pool, asked: AskedKey, clock: Clock): Promise<Kept<T>> => {
  for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += ASK_EVERY_MS) {
    const stored = await findStored(pool, asked);
    if (stored === null || !stored.fingerprint.equals(asked.fingerprint)) return refuse('err_idempotency_mismatch');
    if (stored.answer !== null) return stored.answer as Kept<T>;
    if (stored.at.getTime() === 0) break;
    if (stored.at.getTime() < clock.now() - LONGEST_MS) return refuse('err_broken_off');
    await sleep(ASK_EVERY_MS);
  }
  return refuse('err_unavailable', { retryAfterS: 5 });
};
