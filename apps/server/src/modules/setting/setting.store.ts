import type { Pool } from 'pg';
import type { Bus } from '../../bus/bus.ts';
import type { Clock } from '../../ports.ts';
import { lockName } from '../../db/advisory-locks.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { appendAudit } from '../../ledger/audit.ts';
import type { Json } from '../../ledger/command.ts';
import { readSetting, type Setting, type SettingKey } from './setting.ts';
import type { Actor } from '../../base/actor.ts';

/** Writes a value without a word of an operator; what operators change goes through `changeSetting`. */
export const putSetting = async (tx: Pick<Tx, 'query'>, key: SettingKey, value: Json, at: Date): Promise<void> => {
  await tx.query(
    `INSERT INTO setting (key, value, updated_at) VALUES ($1, $2, $3)
     ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`,
    [key, JSON.stringify(value), at],
  );
};

interface SettingChange {
  actor: Actor;
  action: string;
  /** Of the audit log; `setting:<key>` unless it says otherwise. */
  subject?: string;
  reason: string;
  /** The values to store, from those stored before (null for none). May refuse. What is left out stays. */
  change(before: Readonly<Record<string, Json>>): { readonly [K in SettingKey]?: Json };
  /** What the audit log is to say, where before and after as they are would be too much. */
  told?(before: Readonly<Record<string, Json>>, after: Readonly<Record<string, Json>>): Json;
}

/**
 * Changes settings by an operator's word, in one transaction with one line of the audit log, and tells every process.
 * @param keys locked, in this order, while they are changed: two operators at once come one after the other.
 * @returns the stored values before
 */
export const changeSettings = async (
  { pool, clock, bus }: { pool: Pool; clock: Clock; bus: Bus },
  keys: readonly [SettingKey, ...SettingKey[]],
  { actor, action, subject = `setting:${keys[0]}`, reason, change, told }: SettingChange,
): Promise<Readonly<Record<string, Json>>> => {
  const at = new Date(clock.now());
  const before = await inTransaction(pool, async (tx) => {
    const held = await lockSettings(tx, keys);
    const after = change(held) as Record<string, Json>;
    for (const [key, value] of Object.entries(after)) await putSetting(tx, key as SettingKey, value, at);
    const detail = told?.(held, after) ?? { before: held[keys[0]] ?? null, after: after[keys[0]] ?? null };
    await appendAudit(tx, at, [{ actor, action, subject, reason, detail }]);
    return held;
  });
  for (const key of keys) bus.publish('settings_changed', { key });
  return before;
};

/** One setting; `change` and `told` get and give its value alone. @returns the stored value before */
export const changeSetting = async <K extends SettingKey>(
  context: { pool: Pool; clock: Clock; bus: Bus },
  key: K,
  {
    change,
    told,
    ...rest
  }: Omit<SettingChange, 'change' | 'told'> & {
    change(before: Json): Json;
    told?(before: Json, after: Json): Json;
  },
): Promise<Setting<K>> => {
  const before = await changeSettings(context, [key], {
    ...rest,
    change: (held) => ({ [key]: change(held[key] ?? null) }),
    ...(told && { told: (held, after) => told(held[key] ?? null, after[key] ?? null) }),
  });
  return readSetting(key, before[key]);
};

const lockSettings = async (tx: Tx, keys: readonly SettingKey[]): Promise<Record<string, Json>> => {
  const held: Record<string, Json> = {};
  for (const key of keys) {
    // A row that is not there yet cannot be locked.
    await lockName(tx, `setting:${key}`);
    const { rows } = await tx.query<{ value: Json }>('SELECT value FROM setting WHERE key = $1 FOR UPDATE', [key]);
    held[key] = rows[0]?.value ?? null;
  }
  return held;
};
