import type { LedgerView } from '../../ledger/command.ts';
import { defineLedgerFacts } from '../../ledger/table.ts';
import { readSetting, type Setting, type SettingKey } from './setting.ts';

interface LedgerSetting {
  readonly id: SettingKey;
  readonly value: unknown;
}

/** What operators have set. Read, not locked: what is decided in the moment of a change may be the last by the old value. */
export const settings = defineLedgerFacts<LedgerSetting>({
  name: 'settings',
  load: async (db, { ids }) => {
    const rows = await db.read<[SettingKey, unknown]>(
      'ledger_setting',
      'SELECT key, value FROM setting WHERE key = ANY($1::text[])',
      [[...ids]],
    );
    return rows.map(([id, value]) => ({ id, value }));
  },
});

/** What a setting means for a command that named its key. */
export const settingIn = <K extends SettingKey>(view: LedgerView, key: K): Setting<K> =>
  readSetting(key, view.get(settings, key)?.value);
