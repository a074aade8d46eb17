import { readFileSync } from 'node:fs';
import type { Context } from '../context.ts';
import { cleanImage } from '../base/image.ts';
import { readTextsFile, type WrittenFile } from '../modules/announcement/announcement-file.ts';
import { publishAnnouncement } from '../modules/announcement/announcement.command.ts';
import { keepPicture } from '../modules/picture/picture.command.ts';
import { publishBanner, setMarquee } from '../modules/banner/banner.command.ts';
import { DEMO_ACTOR, type DemoEvent } from './demo-plan.ts';

const FOLDER = new URL('./news/', import.meta.url);
const BY = { actor: DEMO_ACTOR, reason: 'Demo' };

/** Announcement → hours before the demo's last moment. */
const ANNOUNCEMENTS = { safety: 20 * 24, receipts: 8 * 24, demo: 6 } as const;
const BANNERS = ['banner-x2', 'banner-rewards'] as const;

/** What operators tell the members of the demo, through their own commands. The pictures are drawn by packages/art (scripts/art/art.ts). */
export const planNews = (context: Context, lastHour: number): DemoEvent[] => [
  {
    hour: 0,
    run: async () => {
      await setMarquee(context, { text: read('marquee').texts['text']!, ...BY });
      for (const [index, name] of BANNERS.entries()) {
        const { texts, plain } = read(name);
        const picture = await pictureOf(context, plain['image']!);
        await publishBanner(context, {
          title: texts['title']!,
          picture,
          link: plain['link']!,
          position: index + 1,
          ...BY,
        });
      }
    },
  },
  ...Object.entries(ANNOUNCEMENTS).map(([name, hoursBefore]) => ({
    hour: Math.max(0, lastHour - hoursBefore),
    run: async () => {
      const { texts, plain } = read(name);
      const picture = await pictureOf(context, plain['image']!);
      await publishAnnouncement(context, { title: texts['title']!, message: texts['message']!, picture, ...BY });
    },
  })),
];

const read = (name: string): WrittenFile => {
  const fields = {
    texts: name === 'marquee' ? ['text'] : name.startsWith('banner') ? ['title'] : ['title', 'message'],
  };
  const written = readTextsFile(readFileSync(new URL(`${name}.json`, FOLDER), 'utf8'), {
    ...fields,
    plain: ['image', 'link'],
  });
  if (written.problems.length > 0) throw new Error(`${name}.json: ${written.problems.join(', ')}`);
  return written;
};

const pictureOf = async (context: Context, name: string): Promise<string> =>
  keepPicture(context, (await cleanImage(readFileSync(new URL(name, FOLDER)))).content, DEMO_ACTOR);
