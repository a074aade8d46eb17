import type { Db } from '../../db/transaction.ts';
import { readSetting, type Setting, type SettingKey } from './setting.ts';

/** The stored value, for a statement that needs it beside other things; `readSetting` says what it means. */
export const settingSql = (key: SettingKey): string => `(SELECT value FROM setting WHERE key = '${key}')`;

/** SQL: something is stored for it, and that is not null. */
export const isStoredSql = (key: SettingKey): string => `((${settingSql(key)} <> 'null') IS TRUE)`;

export const getSetting = async <K extends SettingKey>(db: Db, key: K): Promise<Setting<K>> => {
  const { rows } = await db.query<{ value: unknown }>({
    name: 'setting',
    text: 'SELECT value FROM setting WHERE key = $1',
    values: [key],
  });
  return readSetting(key, rows[0]?.value);
};
