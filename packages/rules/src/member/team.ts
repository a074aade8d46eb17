import { parseUnits, unitsOf, type Units } from '../wallet/money.ts';

/** What a member's downline counts and sold. Sales are USD units of orders that were not cancelled. */
export interface TeamFigures {
  /** The member's own orders. */
  readonly capitalUnits: bigint;
  /** The first level. */
  readonly directSponsor: number;
  readonly directSales: bigint;
  /** The whole downline, the first level included; the member is not. */
  readonly groupSponsor: number;
  readonly groupSales: bigint;
}

/** From when on a member is Foundation or Legacy: operators' settings `foundation_rule` and `legacy_rule`. */
export interface StandingRules {
  readonly foundationCapitalUnits: Units;
  readonly foundationDirectSponsors: number;
  readonly legacyGroupSalesUnits: Units;
}

/** Decisions §8: Foundation at 1 000 capital and 3 direct sponsors; Legacy at 100 000 group sales. */
const DEFAULT_STANDING_RULES: StandingRules = {
  foundationCapitalUnits: unitsOf('1000'),
  foundationDirectSponsors: 3,
  legacyGroupSalesUnits: unitsOf('100000'),
};

/** By what the members of a level stand in line: who joined last, has the most capital, or the most group sales. */
export const TEAM_SORTS = ['date', 'capital', 'sales'] as const;

export type TeamSort = (typeof TEAM_SORTS)[number];

export const isTeamSort = (value: string): value is TeamSort => (TEAM_SORTS as readonly string[]).includes(value);

/** Rows of one page of a team list. */
export const TEAM_PAGE_SIZE = 20;

/**
 * The rules of two settings, `{capital: "1000", direct_sponsor: 3}` and `{group_sales: "100000"}`; what is missing or
 * unreadable in them stays the default.
 */
export const standingRulesFrom = (foundation: unknown, legacy: unknown): StandingRules => {
  const amountIn = (setting: unknown, field: string): Units | null => {
    const value = fieldOf(setting, field);
    return typeof value === 'string' ? parseUnits(value) : null;
  };
  const sponsors = fieldOf(foundation, 'direct_sponsor');
  const known = DEFAULT_STANDING_RULES;
  return {
    foundationCapitalUnits: amountIn(foundation, 'capital') ?? known.foundationCapitalUnits,
    foundationDirectSponsors:
      Number.isSafeInteger(sponsors) && (sponsors as number) >= 0
        ? (sponsors as number)
        : known.foundationDirectSponsors,
    legacyGroupSalesUnits: amountIn(legacy, 'group_sales') ?? known.legacyGroupSalesUnits,
  };
};

const fieldOf = (setting: unknown, field: string): unknown =>
  typeof setting === 'object' && setting !== null ? (setting as Readonly<Record<string, unknown>>)[field] : undefined;

/** How a username is looked up: members type spaces and capitals, usernames have neither. */
export const normaliseUsername = (text: string): string => text.trim().toLowerCase();
