import { memberDashboard, notificationAll, notificationGetById } from '@minerx/contract/announcement';
import { perMinute } from '../../http/limit.ts';
import { addRoute, type Api } from '../../http/route.ts';
import { isUuid } from '../../ids.ts';
import { keep } from '../../bus/kept.ts';
import { refuse } from '../../refusal.ts';
import { presentBanner, presentMarquee } from '../banner/banner.presenter.ts';
import { listBanners } from '../banner/banner.query.ts';
import { getSetting } from '../setting/setting.query.ts';
import { presentShowcase } from '../nft/nft.presenter.ts';
import { listShowcase } from '../nft/nft.query.ts';
import { presentAnnouncement } from './announcement.presenter.ts';
import { findAnnouncement, findLatestAnnouncement, listAnnouncements } from './announcement.query.ts';

/** What operators tell the members: on the home screen, as a list, one by one. */
export const addAnnouncementRoutes = (api: Api): void => {
  const { pool, bus } = api.context;

  const load = async () => {
    const [banners, marquee, latest, tokens] = await Promise.all([
      listBanners(pool),
      getSetting(pool, 'marquee'),
      findLatestAnnouncement(pool),
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
    const { rows, total } = await listAnnouncements(pool, body);
    return {
      data: rows.map(presentAnnouncement),
      paginator: { page: body.page, pageSize: body.pageSize, total },
    };
  });

  addRoute(api, notificationGetById, { limit: perMinute(600) }, async ({ query }) => {
    const found = isUuid(query.id) ? await findAnnouncement(pool, query.id) : null;
    return { announcement: presentAnnouncement(found ?? refuse('err_not_found')) };
  });
};
