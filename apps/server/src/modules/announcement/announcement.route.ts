import {
  memberDashboard,
  notificationAll,
  notificationGetById,
  type Announcement,
} from '@minerx/contract/announcement';
import { perMinute } from '../../http/limit.ts';
import { addRoute, type Api } from '../../http/route.ts';
import { isUuid } from '../../base/ids.ts';
import { keep } from '../../bus/kept.ts';
import { refuse } from '../../refusal.ts';
import { presentBanner, presentMarquee } from '../banner/banner.presenter.ts';
import { listBanners } from '../banner/banner.query.ts';
import { getSetting } from '../setting/setting.query.ts';
import { presentShowcase } from '../nft/nft.presenter.ts';
import { listShowcase } from '../nft/nft.query.ts';
import { findAnnouncement, findPopup, listAnnouncements, type AnnouncementRow } from './announcement.query.ts';
import { presentTexts } from '../../base/variants.ts';
import { picturePath } from '../picture/picture.presenter.ts';

/** What operators tell the members: on the home screen, as a list, one by one. */
export const addAnnouncementRoutes = (api: Api): void => {
  const { pool, bus, clock } = api.context;
  const now = (): Date => new Date(clock.now());

  const load = async () => {
    const [banners, marquee, latest, tokens] = await Promise.all([
      listBanners(pool),
      getSetting(pool, 'marquee'),
      findPopup(pool, now()),
      listShowcase(pool),
    ]);
    return {
      banner: banners.map(presentBanner),
      marquee: marquee && presentMarquee(marquee),
      nft: tokens.map(presentShowcase),
      announcement: latest && presentAnnouncement(latest),
    };
  };
  const home = keep(load, bus, ['settings_changed']);
  api.http.addHook('onClose', async () => home.close());
  addRoute(api, memberDashboard, { limit: perMinute(1200) }, () => home.get());

  addRoute(api, notificationAll, { limit: perMinute(600) }, async ({ body }) => {
    const { rows, total } = await listAnnouncements(pool, { ...body, now: now() });
    return {
      data: rows.map(presentAnnouncement),
      paginator: { page: body.page, pageSize: body.pageSize, total },
    };
  });

  addRoute(api, notificationGetById, { limit: perMinute(600) }, async ({ query }) => {
    const found = isUuid(query.id) ? await findAnnouncement(pool, query.id, now()) : null;
    return { announcement: presentAnnouncement(found ?? refuse('err_not_found')) };
  });
};

const presentAnnouncement = (row: AnnouncementRow): Announcement => ({
  id: row.id,
  ...presentTexts('announcement_title', row.title, row.titles),
  ...presentTexts('announcement_message', row.message, row.messages),
  announcement_image: row.pictureId === null ? null : picturePath(row.pictureId),
  announcement_created_date: row.publishedAt.toISOString(),
});
