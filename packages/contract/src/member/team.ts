import { isTeamSort, TEAM_PAGE_SIZE } from '@minerx/rules/team';
import * as z from 'zod/mini';
import { defineCall } from '../wire/call.ts';
import { ranking } from './ranking.ts';
import { amount, checked, text, timestamp } from '../wire/wire.ts';

/** Sales and capital are USD amounts of orders that were not cancelled. */
const teamSummary = z.object({
  direct_sponsor: z.number(),
  direct_sales: amount,
  group_sponsor: z.number(),
  group_sales: amount,
});
export type TeamSummary = z.output<typeof teamSummary>;

export const memberMyteam = defineCall({
  method: 'GET',
  path: 'member/myteam',
  summary: 'What the own team counts and sold: the first level (direct) and the whole downline (group).',
  session: 'member',
  result: teamSummary,
  refusals: [],
});

const teamNode = z.object({
  member_username: z.string(),
  /** Levels below the viewer, from 1. */
  generation: z.number(),
  ranking,
  foundation: z.boolean(),
  legacy: z.boolean(),
  member_created_date: timestamp,
  member_capital: amount,
  ...teamSummary.shape,
  /** Always empty here: a member's downline is asked for when the row is opened. */
  downline: z.array(z.never()),
});
export type TeamNode = z.output<typeof teamNode>;

const username = text(64);
/** The name that the last answer gave as `next`. */
const after = z.optional(username);

export const memberMyteamSearch = defineCall({
  method: 'GET',
  path: 'member/myteam/search',
  summary:
    `Without a name: the first level. With \`member_username\`: that member's first level; with \`search=1\` too: exactly ` +
    `that member. Only members of the own downline are found. At most ${TEAM_PAGE_SIZE} at a time, newest first, or by ` +
    `\`sort\` those with the most capital or group sales; \`next\` continues.`,
  session: 'member',
  query: z.object({
    member_username: z.optional(username),
    search: z.optional(text(1, { pattern: /^[01]$/, code: 'err_format' })),
    after,
    sort: z.optional(checked(8, isTeamSort, 'err_format')),
  }),
  result: z.object({ data: z.array(teamNode), next: z.nullable(z.string()) }),
  refusals: ['err_not_found'],
});

const teamEntry = z.object({
  member_username: z.string(),
  foundation: z.boolean(),
  legacy: z.boolean(),
  member_capital: amount,
  group_sales: amount,
});
export type TeamEntry = z.output<typeof teamEntry>;

const standingTotal = z.object({ count: z.number(), total: amount });

/** The least that a member has to have for each. */
const standingRules = z.object({
  foundation: z.object({ member_capital: amount, direct_sponsor: z.number() }),
  legacy: z.object({ group_sales: amount }),
});
export type StandingRules = z.output<typeof standingRules>;

export const memberMyteamDetails = defineCall({
  method: 'GET',
  path: 'member/myteam/details',
  summary:
    'Foundation and Legacy members of the first level, or exactly `member_username` of the downline. Each total adds ' +
    '`member_capital` and `group_sales` over all of its members, not only those of this page; `next` continues the list. ' +
    'The two counts less `both`, and `neither`, make the whole level; `rules` says from when on a member is counted.',
  session: 'member',
  query: z.object({ member_username: z.optional(username), after }),
  result: z.object({
    data: z.array(teamEntry),
    next: z.nullable(z.string()),
    foundation: standingTotal,
    legacy: standingTotal,
    /** Members that are in both counts. */
    both: z.number(),
    neither: z.number(),
    rules: standingRules,
  }),
  refusals: ['err_not_found'],
});
