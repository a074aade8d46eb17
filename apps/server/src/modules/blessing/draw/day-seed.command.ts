import { DAY_MS, MINUTE_MS } from '@minerx/rules/duration';
import { createHash, generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { encodeSeed, encodeTable } from '@minerx/rules/blessing-draw-proof';
import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { appendAudit, type AuditEntry } from '../../../ledger/audit.ts';
import { lockPrizes } from '../prizes/prize-pool.store.ts';
import { hasDaySeed, insertDaySeed, listHiddenSeeds, showSeed } from './day-seed.store.ts';
import { openDaySeed, sealDaySeed, tableHashOf, utcDay } from './deck.ts';

/** A purchase that began before midnight may still draw by the day's seed a moment after. */
const REVEAL_AFTER_MS = 10 * MINUTE_MS;
const SEED_BYTES = 32;

type Dependencies = Pick<Context, 'pool' | 'clock' | 'random' | 'vault'>;

const makeKeys = promisify(generateKeyPair);

/**
 * Makes the seed and the key of a UTC day and commits to both and to the prize table as it is set now, in the table and in the audit log,
 * unless that was done. What draws a day is committed to the day before; only the very first start commits on the day itself, which
 * `committed_at` shows.
 * @internal
 */
export const commitToDay = async ({ pool, clock, random, vault }: Dependencies, day: string): Promise<void> => {
  if (await hasDaySeed(pool, day)) return;
  const seed = random.bytes(SEED_BYTES);
  const { publicKey, privateKey } = await makeKeys('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  });
  const at = new Date(clock.now());
  await inTransaction(pool, async (tx) => {
    // Whoever changes a prize locks them too, and is told from which day on it counts.
    const table = encodeTable(await lockPrizes(tx));
    const tableHash = tableHashOf(table);
    const text = encodeSeed(day, seed.toString('hex'), publicKey.toString('hex'), tableHash.toString('hex'));
    const commitment = createHash('sha256').update(text).digest();
    const sealed = sealDaySeed(vault, day, seed, privateKey);
    if (!(await insertDaySeed(tx, { day, commitment, publicKey, sealed, table, tableHash, at }))) return;
    const detail = { day, commitment: commitment.toString('hex'), table: tableHash.toString('hex') };
    const entry: AuditEntry = {
      actor: 'job:blessing-seeds',
      action: 'blessing.commit',
      subject: `seed:${day}`,
      reason: 'daily',
      detail,
    };
    await appendAudit(tx, at, [entry]);
  });
};

/** Shows the seeds of the days that are over. Their keys stay secret: packs of those days may still be closed. @internal */
export const revealSeeds = async ({ pool, clock, vault }: Dependencies): Promise<void> => {
  for (const { day, sealed } of await listHiddenSeeds(pool, utcDay(clock.now() - REVEAL_AFTER_MS))) {
    const { seed } = openDaySeed(vault, day, sealed);
    await showSeed(pool, day, seed, new Date(clock.now()));
  }
};

/** What has to be done each hour: today and tomorrow are committed to, and what is over is shown. */
export const keepDaySeeds = async (dependencies: Dependencies): Promise<void> => {
  const now = dependencies.clock.now();
  await commitToDay(dependencies, utcDay(now));
  await commitToDay(dependencies, utcDay(now + DAY_MS));
  await revealSeeds(dependencies);
};
