import {
  standingRulesFrom,
  TEAM_PAGE_SIZE,
  type StandingRules,
  type TeamFigures,
  type TeamSort,
} from '@minerx/rules/team';
import type { Db } from '../../db/transaction.ts';
import { settingSql } from '../setting/setting.query.ts';
import type { Rank } from './rank.store.ts';

/** A member of a team as the member above sees it. */
export interface TeamMember extends TeamFigures {
  id: bigint;
  username: string;
  rankName: string;
  /** Variants of the rank's name by language code. */
  rankNames: Readonly<Record<string, string>>;
  foundation: boolean;
  legacy: boolean;
  createdAt: Date;
}

/** A page, newest first; `more` says that it goes on after its last row. */
export interface TeamPage {
  members: TeamMember[];
  more: boolean;
}

const NO_FIGURES: TeamFigures = {
  capitalUnits: 0n,
  directSponsor: 0,
  directSales: 0n,
  groupSponsor: 0,
  groupSales: 0n,
};

/** Figures are folded up within seconds; a member who has just joined has none yet. */
export const findFigures = async (db: Db, memberId: bigint): Promise<TeamFigures> => {
  const { rows } = await db.query<TeamFigures>({
    name: 'team_figures',
    text: `SELECT capital_units AS "capitalUnits", direct_sponsor AS "directSponsor", direct_sales AS "directSales",
                  group_sponsor AS "groupSponsor", group_sales AS "groupSales" FROM member_figures WHERE member_id = $1`,
    values: [memberId],
  });
  return rows[0] ?? NO_FIGURES;
};

// Upwards from the one that is looked for, because a member has one sponsor and may have a million below. Sponsors have
// smaller numbers than those they brought, so the walk ends where it would pass the viewer.
const IN_DOWNLINE = `
  WITH RECURSIVE up AS (
    SELECT id, sponsor_id, 0 AS steps FROM member WHERE username = $2
    UNION ALL
    SELECT m.id, m.sponsor_id, up.steps + 1 FROM up JOIN member m ON m.id = up.sponsor_id WHERE up.sponsor_id >= $1)
  SELECT (SELECT id FROM up WHERE steps = 0) AS id, steps AS generation FROM up WHERE id = $1 AND steps > 0`;

/** The member of this name if it is below the viewer, at any depth, and how many levels. The viewer is not below himself. */
export const findInDownline = async (
  db: Db,
  viewerId: bigint,
  username: string,
): Promise<{ id: bigint; generation: number } | null> => {
  const { rows } = await db.query<{ id: bigint; generation: number }>({
    name: 'team_in_downline',
    text: IN_DOWNLINE,
    values: [viewerId, username],
  });
  return rows[0] ?? null;
};

const MEMBER = `
  SELECT m.id, m.username, r.name AS "rankName", r.names AS "rankNames", m.created_at AS "createdAt",
         coalesce(f.foundation, false) AS foundation, coalesce(f.legacy, false) AS legacy,
         coalesce(f.capital_units, 0) AS "capitalUnits", coalesce(f.direct_sponsor, 0) AS "directSponsor",
         coalesce(f.direct_sales, 0) AS "directSales", coalesce(f.group_sponsor, 0) AS "groupSponsor",
         coalesce(f.group_sales, 0) AS "groupSales"
    FROM member m JOIN rank r ON r.id = m.rank_id LEFT JOIN member_figures f ON f.member_id = m.id`;

export const findTeamMember = async (db: Db, memberId: bigint): Promise<TeamMember | null> => {
  const { rows } = await db.query<TeamMember>({
    name: 'team_member',
    text: `${MEMBER} WHERE m.id = $1`,
    values: [memberId],
  });
  return rows[0] ?? null;
};

/** Above every number that a member can have. */
const NEWEST = 9_223_372_036_854_775_807n;

// By date along the index, whoever many there are; by a figure all of the level are read and the best of them kept.
const BY_DATE = `${MEMBER} WHERE m.sponsor_id = $1 AND m.id < $2 ORDER BY m.sponsor_id, m.id DESC LIMIT ${TEAM_PAGE_SIZE + 1}`;
const BY_CAPITAL = `${MEMBER} WHERE m.sponsor_id = $1 AND (coalesce(f.capital_units, 0), m.id) < ($3, $2)
  ORDER BY coalesce(f.capital_units, 0) DESC, m.id DESC LIMIT ${TEAM_PAGE_SIZE + 1}`;
const BY_SALES = `${MEMBER} WHERE m.sponsor_id = $1 AND (coalesce(f.group_sales, 0), m.id) < ($3, $2)
  ORDER BY coalesce(f.group_sales, 0) DESC, m.id DESC LIMIT ${TEAM_PAGE_SIZE + 1}`;

/** The members whom `sponsorId` brought, those after `afterId` where one is given. */
export const listFirstLevel = async (
  db: Db,
  sponsorId: bigint,
  afterId: bigint | null,
  sort: TeamSort = 'date',
): Promise<TeamPage> => {
  const id = afterId ?? NEWEST;
  if (sort === 'date')
    return pageOf(
      (await db.query<TeamMember>({ name: 'team_first_level', text: BY_DATE, values: [sponsorId, id] })).rows,
    );
  const after = afterId === null ? null : await findFigures(db, afterId);
  if (sort === 'capital') {
    const values = [sponsorId, id, after?.capitalUnits ?? NEWEST];
    return pageOf((await db.query<TeamMember>({ name: 'team_by_capital', text: BY_CAPITAL, values })).rows);
  }
  const values = [sponsorId, id, after?.groupSales ?? NEWEST];
  return pageOf((await db.query<TeamMember>({ name: 'team_by_sales', text: BY_SALES, values })).rows);
};

/** Those of the first level who are Foundation or Legacy, newest first. */
export const listStanding = async (db: Db, sponsorId: bigint, afterId: bigint | null): Promise<TeamPage> => {
  const { rows } = await db.query<TeamMember>({
    name: 'team_standing',
    text: `${MEMBER} WHERE f.sponsor_id = $1 AND f.member_id < $2 AND (f.foundation OR f.legacy)
            ORDER BY f.sponsor_id, f.member_id DESC LIMIT ${TEAM_PAGE_SIZE + 1}`,
    values: [sponsorId, afterId ?? NEWEST],
  });
  return pageOf(rows);
};

const pageOf = (rows: TeamMember[]): TeamPage => ({
  members: rows.slice(0, TEAM_PAGE_SIZE),
  more: rows.length > TEAM_PAGE_SIZE,
});

/** From when on a member is Foundation or Legacy, as operators have set it. */
export const readStandingRules = async (db: Db): Promise<StandingRules> => {
  const { rows } = await db.query<{ foundation: unknown; legacy: unknown }>(
    `SELECT ${settingSql('foundation_rule')} AS foundation,
            ${settingSql('legacy_rule')} AS legacy`,
  );
  return standingRulesFrom(rows[0]?.foundation, rows[0]?.legacy);
};

/** How many of the first level have a standing, and their capital and group sales together, USD units. */
export interface StandingTotals {
  foundation: { count: number; totalUnits: bigint };
  legacy: { count: number; totalUnits: bigint };
  /** Of these, who is counted in both. */
  both: number;
  /** The others of the first level. */
  neither: number;
}

export const sumStanding = async (db: Db, sponsorId: bigint): Promise<StandingTotals> => {
  const { rows } = await db.query<{
    f: number;
    fUnits: bigint;
    l: number;
    lUnits: bigint;
    both: number;
    direct: number;
  }>({
    name: 'team_standing_totals',
    text: `SELECT count(*) FILTER (WHERE foundation)::integer AS f, coalesce(sum(capital_units + group_sales) FILTER (WHERE foundation), 0)::bigint AS "fUnits",
                  count(*) FILTER (WHERE legacy)::integer AS l, coalesce(sum(capital_units + group_sales) FILTER (WHERE legacy), 0)::bigint AS "lUnits",
                  count(*) FILTER (WHERE foundation AND legacy)::integer AS both,
                  coalesce((SELECT direct_sponsor FROM member_figures WHERE member_id = $1), 0) AS direct
             FROM member_figures WHERE sponsor_id = $1 AND (foundation OR legacy)`,
    values: [sponsorId],
  });
  const { f, fUnits, l, lUnits, both, direct } = rows[0]!;
  return {
    foundation: { count: f, totalUnits: fUnits },
    legacy: { count: l, totalUnits: lUnits },
    both,
    neither: direct - (f + l - both),
  };
};

/** The same of one member alone. */
export const totalsOfOne = ({ foundation, legacy, capitalUnits, groupSales }: TeamMember): StandingTotals => {
  const own = (has: boolean) =>
    has ? { count: 1, totalUnits: capitalUnits + groupSales } : { count: 0, totalUnits: 0n };
  const both = foundation && legacy ? 1 : 0;
  return { foundation: own(foundation), legacy: own(legacy), both, neither: foundation || legacy ? 0 : 1 };
};

interface RankRow extends Rank {
  id: number;
  members: number;
}

/** Every rank as operators have set it. */
export const listRankNames = async (db: Db): Promise<(Rank & { id: number })[]> => {
  const { rows } = await db.query<Rank & { id: number }>('SELECT id, name, names FROM rank ORDER BY id');
  return rows;
};

/** Every rank with how many members have it. */
export const listRanks = async (db: Db): Promise<RankRow[]> => {
  const { rows } = await db.query<RankRow>(
    `SELECT /* whole member: an operator's rare question */ r.id, r.name, r.names, (SELECT count(*)::integer FROM member m WHERE m.rank_id = r.id) AS members FROM rank r ORDER BY r.id`,
  );
  return rows;
};
