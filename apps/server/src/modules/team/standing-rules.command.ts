import { formatUnits } from '@minerx/rules/money';
import { standingRulesFrom, type StandingRules } from '@minerx/rules/team';
import type { Context } from '../../context.ts';
import type { Setting } from '../setting/setting.ts';
import { changeSettings } from '../setting/setting.step.ts';
import type { Actor } from '../../base/actor.ts';

type StandingRulesInput = Partial<StandingRules> & { actor: Actor; reason: string };

type Held = { readonly [K in 'foundation_rule' | 'legacy_rule']: Setting<K> };

/** Changes from when on a member is Foundation or Legacy; what is left out stays. Members follow at the next recomputation. */
export const setStandingRules = async (
  context: Pick<Context, 'pool' | 'clock' | 'bus'>,
  { actor, reason, ...input }: StandingRulesInput,
): Promise<StandingRules> => {
  const rulesAfter = (held: Held): StandingRules => {
    const before = standingRulesFrom(held.foundation_rule, held.legacy_rule);
    return {
      foundationCapitalUnits: input.foundationCapitalUnits ?? before.foundationCapitalUnits,
      foundationDirectSponsors: input.foundationDirectSponsors ?? before.foundationDirectSponsors,
      legacyGroupSalesUnits: input.legacyGroupSalesUnits ?? before.legacyGroupSalesUnits,
    };
  };
  const before = await changeSettings(context, ['foundation_rule', 'legacy_rule'], {
    actor,
    action: 'team.rules',
    subject: 'setting:standing',
    reason,
    change: (held) => settingsOf(rulesAfter(held)),
    told: (held, after) => ({
      before: settingsOf(standingRulesFrom(held.foundation_rule, held.legacy_rule)),
      after,
    }),
  });
  return rulesAfter(before);
};

const settingsOf = (rules: StandingRules) => ({
  foundation_rule: {
    capital: formatUnits(rules.foundationCapitalUnits),
    direct_sponsor: rules.foundationDirectSponsors,
  },
  legacy_rule: { group_sales: formatUnits(rules.legacyGroupSalesUnits) },
});
