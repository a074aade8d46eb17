import { formatUnits } from '@minerx/rules/money';
import { standingRulesFrom, type StandingRules } from '@minerx/rules/team';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { appendAudit } from '../../ledger/audit.ts';

export type StandingRulesWish = Partial<StandingRules> & { actor: string; reason: string };

/** Changes from when on a member is Foundation or Legacy; what is left out stays. Members follow at the next recomputation. */
export const setStandingRules = (
  { pool, clock }: Pick<Context, 'pool' | 'clock'>,
  { actor, reason, ...wish }: StandingRulesWish,
): Promise<StandingRules> =>
  inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ key: string; value: unknown }>(
      `SELECT key, value FROM setting WHERE key IN ('foundation_rule', 'legacy_rule') ORDER BY key FOR UPDATE`,
    );
    const held = new Map(rows.map(({ key, value }) => [key, value]));
    const before = standingRulesFrom(held.get('foundation_rule'), held.get('legacy_rule'));
    const after: StandingRules = {
      foundationCapitalUnits: wish.foundationCapitalUnits ?? before.foundationCapitalUnits,
      foundationDirectSponsors: wish.foundationDirectSponsors ?? before.foundationDirectSponsors,
      legacyGroupSalesUnits: wish.legacyGroupSalesUnits ?? before.legacyGroupSalesUnits,
    };
    const at = new Date(clock.now());
    for (const [key, value] of Object.entries(settingsOf(after))) {
      await tx.query(
        `INSERT INTO setting (key, value, updated_at) VALUES ($1, $2, $3)
         ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`,
        [key, JSON.stringify(value), at],
      );
    }
    const detail = { before: settingsOf(before), after: settingsOf(after) };
    await appendAudit(tx, at, [{ actor, action: 'team.rules', subject: 'setting:standing', reason, detail }]);
    return after;
  });

const settingsOf = (rules: StandingRules) => ({
  foundation_rule: {
    capital: formatUnits(rules.foundationCapitalUnits),
    direct_sponsor: rules.foundationDirectSponsors,
  },
  legacy_rule: { group_sales: formatUnits(rules.legacyGroupSalesUnits) },
});
