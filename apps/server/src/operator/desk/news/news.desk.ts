import { operatorNews, operatorNewsItem, operatorWords } from '@minerx/contract/operator/news';
import type { NewsItem, NewsKind, NewsTexts } from '@minerx/contract/operator/news';
import { byLanguage } from '../../../base/variants.ts';
import type { Context } from '../../../context.ts';
import { perMinute } from '../../../http/limit.ts';
import { addRoute, type Api } from '../../../http/route.ts';
import {
  findPlannedAnnouncement,
  listAllAnnouncements,
  type PlannedAnnouncement,
} from '../../../modules/announcement/announcement.query.ts';
import { newsStateOf } from '../../../modules/announcement/news-state.ts';
import { findAnyBanner, listBanners, type BannerRow } from '../../../modules/banner/banner.query.ts';
import { getSetting } from '../../../modules/setting/setting.query.ts';
import { maintenanceTexts, UNTIL } from '../../../modules/system/maintenance.query.ts';
import { isUuid } from '../../../base/ids.ts';
import { refuse } from '../../../refusal.ts';
import { findWordFaults } from '../../news/words.ts';
import { getAuditOf, iso, pageOf, requireAfter, requireLook, requireRole } from '../desk.ts';

/** As a page of it is made: the row, and its texts. */
interface Found {
  item: NewsItem;
  texts: NewsTexts;
}

const NOTHING = { from: null, until: null, popup: false, position: null, link: null, picture: null };

const ofAnnouncement =
  (now: number) =>
  (row: PlannedAnnouncement): Found => ({
    item: {
      ...NOTHING,
      kind: 'announcement',
      id: row.id,
      state: newsStateOf(row, now),
      title: row.title,
      languages: ['en', ...Object.keys(row.messages)],
      from: row.publishedAt.toISOString(),
      until: iso(row.endsAt),
      popup: row.popsUp,
      picture: row.pictureId,
    },
    texts: {
      title: byLanguage({ base: row.title, variants: row.titles }),
      message: row.written ?? byLanguage({ base: row.message, variants: row.messages }),
    },
  });

const ofBanner = ({ id, title, titles, position, link, pictureId, withdrawnAt }: BannerRow): Found => ({
  item: {
    ...NOTHING,
    kind: 'banner',
    id,
    state: withdrawnAt === null ? 'shown' : 'withdrawn',
    title,
    languages: ['en', ...Object.keys(titles)],
    position,
    link,
    picture: pictureId,
  },
  texts: { title: byLanguage({ base: title, variants: titles }) },
});

/** What there is one of: no row, where nothing was ever written. */
const findSingle = async (
  { pool }: Pick<Context, 'pool'>,
  kind: Extract<NewsKind, 'marquee' | 'maintenance'>,
): Promise<Found> => {
  const marquee = await getSetting(pool, 'marquee');
  const maintenance = await getSetting(pool, 'maintenance');
  const texts: NewsTexts =
    kind === 'marquee' ? { text: marquee === null ? {} : byLanguage(marquee) } : maintenanceTexts(maintenance);
  const [words = {}] = Object.values(texts);
  const until = kind === 'maintenance' ? maintenance[UNTIL] : null;
  return {
    item: {
      ...NOTHING,
      kind,
      id: kind,
      state: (kind === 'marquee' ? marquee !== null : maintenance.maintenance) ? 'shown' : 'over',
      title: words['en'] ?? '',
      languages: Object.keys(words),
      until: typeof until === 'string' ? until : null,
    },
    texts,
  };
};

const findNews = async (
  context: Pick<Context, 'pool' | 'clock'>,
  kind: NewsKind,
  id: string,
): Promise<Found | null> => {
  if (kind === 'marquee' || kind === 'maintenance') return id === kind ? findSingle(context, kind) : null;
  if (!isUuid(id)) return null;
  if (kind === 'banner') {
    const banner = await findAnyBanner(context.pool, id);
    return banner && ofBanner(banner);
  }
  const row = await findPlannedAnnouncement(context.pool, id);
  return row && ofAnnouncement(context.clock.now())(row);
};

const subjectOf = ({ kind, id }: Pick<NewsItem, 'kind' | 'id'>): string =>
  kind === id ? `setting:${kind}` : `${kind}:${id}`;

export const addNewsDesk = (api: Api): void => {
  const { context } = api;
  const { pool, clock } = context;

  addRoute(api, operatorNews, { limit: perMinute(240) }, async ({ operator, query: { kind, after } }) => {
    await requireLook(context, operator, 'announcement list', {});
    const from = requireAfter(after);
    if (kind === 'announcement') {
      const rows = await listAllAnnouncements(pool, from);
      return pageOf(
        rows,
        ({ id }) => id,
        (row) => ofAnnouncement(clock.now())(row).item,
      );
    }
    const rows = kind === 'banner' ? (await listBanners(pool)).map(ofBanner) : [await findSingle(context, kind)];
    return { rows: rows.map(({ item }) => item), next: null };
  });

  addRoute(api, operatorNewsItem, { limit: perMinute(240) }, async ({ operator, query: { kind, id } }) => {
    await requireLook(context, operator, 'announcement list', {});
    const found = (await findNews(context, kind, id)) ?? refuse('err_not_found');
    return { ...found, audit: await getAuditOf(context, subjectOf(found.item)) };
  });

  addRoute(api, operatorWords, { limit: perMinute(240) }, async ({ operator, body: { texts } }) => {
    requireRole(operator, 'announcement list');
    return { lines: await findWordFaults(texts) };
  });
};
