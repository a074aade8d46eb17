import { lockName } from '../../db/advisory-locks.ts';
import type { Db, Tx } from '../../db/transaction.ts';
import type { Json } from '../../ledger/command.ts';
import type { SettingKey, StoredSetting } from './setting.ts';

/** Writes a value without a word of an operator; what operators change goes through `changeSetting`. */
export const putSetting = async <K extends SettingKey>(
  db: Db,
  key: K,
  value: StoredSetting<K>,
  at: Date,
): Promise<void> => {
  await db.query(
    `INSERT INTO setting (key, value, updated_at) VALUES ($1, $2, $3)
     ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`,
    [key, JSON.stringify(value), at],
  );
};

/** What is stored of some settings, locked in this order. */
export const lockSettings = async (tx: Tx, keys: readonly SettingKey[]): Promise<Record<string, Json>> => {
  const held: Record<string, Json> = {};
  for (const key of keys) {
    // A row that is not there yet cannot be locked.
    await lockName(tx, `setting:${key}`);
    const { rows } = await tx.query<{ value: Json }>('SELECT value FROM setting WHERE key = $1 FOR UPDATE', [key]);
    held[key] = rows[0]?.value ?? null;
  }
  return held;
};
