import { memberMyteam, memberMyteamDetails, memberMyteamSearch } from '@minerx/contract/team';
import { normaliseUsername, type TeamSort } from '@minerx/rules/team';
import { perMinute } from '../../http/limit.ts';
import { addRoute, type Api } from '../../http/route.ts';
import { refuse } from '../../refusal.ts';
import { presentEntry, presentNode, presentRules, presentSummary, presentTotals } from './team.presenter.ts';
import {
  findFigures,
  findInDownline,
  findTeamMember,
  listFirstLevel,
  listStanding,
  readStandingRules,
  sumStanding,
  totalsOfOne,
  type TeamPage,
} from './team.query.ts';

/** The team screens. Whoever is not below the caller answers as somebody who does not exist. */
export const addTeamRoutes = (api: Api): void => {
  const { pool } = api.context;
  const limit = perMinute(600);

  const requireInDownline = async (viewerId: bigint, username: string) =>
    (await findInDownline(pool, viewerId, normaliseUsername(username))) ?? refuse('err_not_found');

  /** The row that the last page ended with; it must be of the same list. */
  const placeAfter = async (viewerId: bigint, username: string | undefined, generation: number) => {
    if (username === undefined) return null;
    const last = await requireInDownline(viewerId, username);
    return last.generation === generation ? last.id : refuse('err_not_found');
  };

  addRoute(api, memberMyteam, { limit }, async ({ member }) =>
    presentSummary(await findFigures(pool, member.memberId)),
  );

  addRoute(api, memberMyteamSearch, { limit }, async ({ member, query }) => {
    const { member_username: username, search, after, sort } = query;
    const above =
      username === undefined
        ? { id: member.memberId, generation: 0 }
        : await requireInDownline(member.memberId, username);
    if (username !== undefined && search === '1') {
      const found = (await findTeamMember(pool, above.id)) ?? refuse('err_not_found');
      return { data: [presentNode(found, above.generation)], next: null };
    }
    const generation = above.generation + 1;
    const page = await listFirstLevel(
      pool,
      above.id,
      await placeAfter(member.memberId, after, generation),
      sort as TeamSort | undefined,
    );
    return { data: page.members.map((row) => presentNode(row, generation)), next: nextOf(page) };
  });

  addRoute(api, memberMyteamDetails, { limit }, async ({ member, query }) => {
    if (query.member_username !== undefined) return detailsOfOne(member.memberId, query.member_username);
    const afterId = await placeAfter(member.memberId, query.after, 1);
    const [page, totals, rules] = await Promise.all([
      listStanding(pool, member.memberId, afterId),
      sumStanding(pool, member.memberId),
      readStandingRules(pool),
    ]);
    return {
      data: page.members.map(presentEntry),
      next: nextOf(page),
      ...presentTotals(totals),
      rules: presentRules(rules),
    };
  });

  /** A list of one, or of none where the member has no standing; the totals are its own. */
  const detailsOfOne = async (viewerId: bigint, username: string) => {
    const { id } = await requireInDownline(viewerId, username);
    const found = (await findTeamMember(pool, id)) ?? refuse('err_not_found');
    return {
      data: found.foundation || found.legacy ? [presentEntry(found)] : [],
      next: null,
      ...presentTotals(totalsOfOne(found)),
      rules: presentRules(await readStandingRules(pool)),
    };
  };
};

const nextOf = ({ members, more }: TeamPage): string | null => (more ? (members.at(-1)?.username ?? null) : null);
