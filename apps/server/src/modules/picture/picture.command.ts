import type { Pool } from 'pg';
import type { Actor } from '../../base/actor.ts';
import { uuidV7 } from '../../base/ids.ts';
import { inTransaction } from '../../db/transaction.ts';
import { appendAudit } from '../../ledger/audit.ts';
import type { Clock, Random } from '../../ports.ts';
import { insertPicture } from './picture.store.ts';

/** Keeps a WebP made by `cleanImage` for an announcement or a banner that is published next. Gives its id. */
export const keepPicture = async (
  { pool, clock, random }: { pool: Pool; clock: Clock; random: Random },
  bytes: Buffer,
  actor: Actor,
): Promise<string> => {
  const id = uuidV7(clock, random);
  await inTransaction(pool, async (tx) => {
    const at = new Date(clock.now());
    await insertPicture(tx, { id, bytes, at });
    const detail = { before: null, after: { bytes: bytes.length } };
    await appendAudit(tx, at, [
      { actor, action: 'picture.keep', subject: `picture:${id}`, reason: 'for news', detail },
    ]);
  });
  return id;
};
