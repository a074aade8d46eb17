import { formatUnits } from '@minerx/rules/money';
import type { Pool } from 'pg';
import type { Bus } from '../../bus/bus.ts';
import type { Clock } from '../../ports.ts';
import { inTransaction } from '../../db/transaction.ts';
import { appendAudit } from '../../ledger/audit.ts';
import type { Json } from '../../ledger/command.ts';
import { readSetting, type Setting, type SettingKey, type StoredSetting } from './setting.ts';
import { lockSettings, putSetting } from './setting.store.ts';
import type { Actor } from '../../base/actor.ts';

/** What some settings mean. */
type Read<K extends SettingKey> = { readonly [P in K]: Setting<P> };
/** What is stored for some of them. */
type Stored<K extends SettingKey> = { readonly [P in K]?: StoredSetting<P> };

interface Change {
  actor: Actor;
  action: string;
  /** Of the audit log; `setting:<key>` unless it says otherwise. */
  subject?: string;
  reason: string;
}

interface ChangeOfMany<K extends SettingKey> extends Change {
  /** The values to store, from what held before. May refuse. What is left out stays. */
  change(before: Read<K>): Stored<K>;
  /** What the audit log is to say in one line, where one for each with before and after as they are stored would be too much. */
  told?(before: Read<K>, after: Stored<K>): Json;
}

interface ChangeOfOne<K extends SettingKey> extends Change {
  change(before: Setting<K>): StoredSetting<K>;
  told?(before: Setting<K>, after: StoredSetting<K>): Json;
}

/** A default, in the form in which it would be stored: it held as any other value. */
const asStored = (meaning: unknown): Json =>
  JSON.parse(JSON.stringify(meaning, (_, value) => (typeof value === 'bigint' ? formatUnits(value) : value))) as Json;

/**
 * Changes settings by an operator's word, in one transaction with its lines of the audit log, and tells every process.
 * @param keys locked, in this order, while they are changed: two operators at once come one after the other.
 * @returns what held before
 */
export const changeSettings = async <K extends SettingKey>(
  { pool, clock, bus }: { pool: Pool; clock: Clock; bus: Bus },
  keys: readonly [K, ...K[]],
  { actor, action, subject, reason, change, told }: ChangeOfMany<K>,
): Promise<Read<K>> => {
  const at = new Date(clock.now());
  const before = await inTransaction(pool, async (tx) => {
    const held = await lockSettings(tx, keys);
    const meant = Object.fromEntries(keys.map((key) => [key, readSetting(key, held[key])])) as Read<K>;
    const after = change(meant);
    const changed = keys.filter((key) => after[key] !== undefined);
    for (const key of changed) await putSetting<K>(tx, key, after[key] as StoredSetting<K>, at);
    const line = (key: K, detail: Json) => ({ actor, action, subject: subject ?? `setting:${key}`, reason, detail });
    const lines =
      told === undefined
        ? changed.map((key) =>
            line(key, { before: (held[key] as Json) ?? asStored(meant[key]), after: after[key] as Json }),
          )
        : [line(keys[0], told(meant, after))];
    await appendAudit(tx, at, lines);
    return meant;
  });
  for (const key of keys) bus.publish('settings_changed', { key });
  return before;
};

/** One setting; `change` and `told` get and give its value alone. @returns what it meant before */
export const changeSetting = async <K extends SettingKey>(
  context: { pool: Pool; clock: Clock; bus: Bus },
  key: K,
  { change, told, ...rest }: ChangeOfOne<K>,
): Promise<Setting<K>> => {
  const before = await changeSettings<K>(context, [key], {
    ...rest,
    change: (held) => ({ [key]: change(held[key]) }) as Stored<K>,
    ...(told && { told: (held, after) => told(held[key], after[key] as StoredSetting<K>) }),
  });
  return before[key];
};
