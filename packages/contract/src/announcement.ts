import * as z from 'zod/mini';
import { defineCall } from './wire/call.ts';
import { opaqueId, pageBody, pageResult, timestamp, variantsOf } from './wire/wire.ts';

const announcement = z.object({
  id: z.string(),
  announcement_title: z.string(),
  ...variantsOf('announcement_title'),
  /** HTML of the allow-list, sanitised when it was saved; to be sanitised again when shown. */
  announcement_message: z.string(),
  ...variantsOf('announcement_message'),
  /** Path of a picture on this site; null without one. */
  announcement_image: z.nullable(z.string()),
  announcement_created_date: timestamp,
});
export type Announcement = z.output<typeof announcement>;

const banner = z.object({
  id: z.string(),
  /** What the picture says, for those who do not see it. */
  banner_title: z.string(),
  ...variantsOf('banner_title'),
  banner_image: z.string(),
  /** Path of a screen of the app. */
  banner_link: z.string(),
});
export type Banner = z.output<typeof banner>;

/** One line of plain text on the home screen. */
const marquee = z.object({ marquee_text: z.string(), ...variantsOf('marquee_text') });
export type Marquee = z.output<typeof marquee>;

export const memberDashboard = defineCall({
  method: 'GET',
  path: 'member/dashboard',
  summary: 'The home screen: banners, marquee, pictures of the NFT collection and the latest announcement.',
  session: 'member',
  result: z.object({
    banner: z.array(banner),
    marquee: z.nullable(marquee),
    nft: z.array(z.object({ nft_image: z.string(), nft_name: z.string() })),
    announcement: z.nullable(announcement),
  }),
  refusals: [],
});

export const notificationAll = defineCall({
  method: 'POST',
  path: 'notification/all',
  summary: 'Announcements, newest first.',
  session: 'member',
  body: pageBody,
  result: pageResult(announcement),
  refusals: [],
});

export const notificationGetById = defineCall({
  method: 'GET',
  path: 'notification/getById',
  summary: 'One announcement.',
  session: 'member',
  query: z.object({ id: opaqueId }),
  result: z.object({ announcement }),
  refusals: ['err_not_found'],
});
