import type { Ranking } from '@minerx/contract/ranking';
import type { StandingRules as WireRules, TeamEntry, TeamNode, TeamSummary } from '@minerx/contract/team';
import { formatUnits } from '@minerx/rules/money';
import type { StandingRules, TeamFigures } from '@minerx/rules/team';
import type { StandingTotals, TeamMember } from './team.query.ts';

/** A rank's name with the variants that operators have written. */
export const presentRanking = (name: string, names: Readonly<Record<string, string>>): Ranking => ({
  ranking_name: name,
  ...Object.fromEntries(Object.entries(names).map(([code, text]) => [`ranking_name_${code}`, text])),
});

export const presentSummary = (figures: TeamFigures): TeamSummary => ({
  direct_sponsor: figures.directSponsor,
  direct_sales: formatUnits(figures.directSales),
  group_sponsor: figures.groupSponsor,
  group_sales: formatUnits(figures.groupSales),
});

export const presentNode = (member: TeamMember, generation: number): TeamNode => ({
  member_username: member.username,
  generation,
  ranking: presentRanking(member.rankName, member.rankNames),
  foundation: member.foundation,
  legacy: member.legacy,
  member_created_date: member.createdAt.toISOString(),
  member_capital: formatUnits(member.capitalUnits),
  ...presentSummary(member),
  downline: [],
});

export const presentEntry = (member: TeamMember): TeamEntry => ({
  member_username: member.username,
  foundation: member.foundation,
  legacy: member.legacy,
  member_capital: formatUnits(member.capitalUnits),
  group_sales: formatUnits(member.groupSales),
});

export const presentRules = (rules: StandingRules): WireRules => ({
  foundation: {
    member_capital: formatUnits(rules.foundationCapitalUnits),
    direct_sponsor: rules.foundationDirectSponsors,
  },
  legacy: { group_sales: formatUnits(rules.legacyGroupSalesUnits) },
});

const presentTotal = ({ count, totalUnits }: StandingTotals['foundation']) => ({
  count,
  total: formatUnits(totalUnits),
});

export const presentTotals = ({ foundation, legacy, both, neither }: StandingTotals) => ({
  foundation: presentTotal(foundation),
  legacy: presentTotal(legacy),
  both,
  neither,
});
