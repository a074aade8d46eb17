import type { Pool } from 'pg';
import type { Bus } from '../../bus/bus.ts';
import type { Clock } from '../../ports.ts';
import { inTransaction } from '../../db/transaction.ts';
import { appendAudit } from '../../ledger/audit.ts';
import { lockCountry, updateCountry, type CountrySettings } from './country.store.ts';
import { refuse } from '../../refusal.ts';
import type { Actor } from '../../base/actor.ts';

interface CountryInput {
  id: number;
  /** What is left out stays. */
  name?: string | undefined;
  nameZh?: string | undefined;
  /** Digits, without the plus. */
  callingCode?: string | undefined;
  /** Whether the shared contract, bought or by voucher, is refused to its members. */
  sharedClosed?: boolean | undefined;
  actor: Actor;
  reason: string;
}

const MAX_NAME = 80;

/** Changes what operators may change of a country. Gives it as it is now. Refuses an unknown one, and names and codes that cannot be. */
export const setCountry = async (
  { pool, clock, bus }: { pool: Pool; clock: Clock; bus: Bus },
  { id, actor, reason, ...input }: CountryInput,
): Promise<CountrySettings> => {
  const after = await inTransaction(pool, async (tx) => {
    const before = (await lockCountry(tx, id)) ?? refuse('err_not_found');
    const now: CountrySettings = {
      name: input.name ?? before.name,
      nameZh: input.nameZh ?? before.nameZh,
      callingCode: input.callingCode ?? before.callingCode,
      sharedClosed: input.sharedClosed ?? before.sharedClosed,
    };
    for (const name of [now.name, now.nameZh]) if (name.trim() === '' || name.length > MAX_NAME) refuse('err_format');
    if (!/^\d{1,4}$/.test(now.callingCode)) refuse('err_format');
    await updateCountry(tx, id, now);
    const entry = { actor, action: 'country.set', subject: `country:${id}`, reason, detail: { before, after: now } };
    await appendAudit(tx, new Date(clock.now()), [entry]);
    return now;
  });
  bus.publish('settings_changed', { key: 'country' });
  return after;
};
