import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isUuid } from '../../base/ids.ts';
import { cleanImage } from '../../base/image.ts';
import { readMarkdownFile, readTextsFile, type WrittenFile } from '../../modules/announcement/announcement-file.ts';
import { publishAnnouncement, withdrawAnnouncement } from '../../modules/announcement/announcement.command.ts';
import { listAllAnnouncements } from '../../modules/announcement/announcement.query.ts';
import { publishBanner, setMarquee, withdrawBanner } from '../../modules/banner/banner.command.ts';
import { listBanners } from '../../modules/banner/banner.query.ts';
import { getSetting } from '../../modules/setting/setting.query.ts';
import { defineOperatorCommand, GRANTS, OperatorProblem, REASON } from '../command.ts';
import { tellWords } from './words.ts';

const WHY = { hint: 'why, for the audit log', kind: 'text' } as const;
const ID = { hint: 'id', kind: 'text', required: true } as const;
const PICTURE = { hint: 'picture.png, 16:9', kind: 'text' } as const;

export const announcementCommands = [
  defineOperatorCommand({
    name: 'announcement publish',
    grant: GRANTS.support,
    summary:
      'Tells every member something, now. Markdown (# Title, then the message; further languages as # zh: 标题) or JSON (title, title_zh, …, message, message_zh, …, image).',
    flags: { file: { hint: 'news.md', kind: 'path', required: true }, image: PICTURE, reason: WHY },
    run: async ({ context, print, actor }, { file, image, reason }) => {
      const text = readText(file);
      const written = file.toLowerCase().endsWith('.json')
        ? readTextsFile(text, { texts: ['title', 'message'], plain: ['image'] })
        : readMarkdownFile(text);
      refuseProblems(file, written);
      const picture = image ?? (written.plain['image'] && resolve(dirname(file), written.plain['image']));
      const id = await publishAnnouncement(context, {
        title: written.texts['title']!,
        message: written.texts['message']!,
        picture: picture ? await readPicture(picture) : null,
        actor,
        reason: reason ?? 'announcement',
      });
      print(`Published as ${id}.`);
      await tellWords(print, written.texts);
    },
  }),
  defineOperatorCommand({
    name: 'announcement list',
    grant: GRANTS.all,
    summary: 'Everything that was ever published, newest first.',
    flags: {},
    run: async ({ context, print }) => {
      for (const { id, title, languages, publishedAt, withdrawnAt } of await listAllAnnouncements(context.pool)) {
        const state = withdrawnAt === null ? 'shown' : `withdrawn ${withdrawnAt.toISOString()}`;
        print(`${id} ${publishedAt.toISOString()} ${state}: ${title} (${['en', ...languages].join(' ')})`);
      }
    },
  }),
  defineOperatorCommand({
    name: 'announcement withdraw',
    grant: GRANTS.support,
    summary: 'Takes an announcement from the members’ sight.',
    flags: { id: ID, reason: REASON },
    run: async ({ context, print, actor }, { id, reason }) => {
      await withdrawAnnouncement(context, { id: requireId(id), actor, reason });
      print('Withdrawn.');
    },
  }),
  defineOperatorCommand({
    name: 'banner publish',
    grant: GRANTS.support,
    summary: 'Puts a picture on the home screen, from a JSON file (title, title_zh, …, image, link).',
    flags: {
      file: { hint: 'banner.json', kind: 'path', required: true },
      position: { hint: '1', kind: 'whole' },
      reason: REASON,
    },
    run: async ({ context, print, actor }, { file, position, reason }) => {
      const written = readTextsFile(readText(file), { texts: ['title'], plain: ['image', 'link'] });
      if (!written.plain['image']) written.problems.push('image is missing');
      refuseProblems(file, written);
      const id = await publishBanner(context, {
        title: written.texts['title']!,
        picture: await readPicture(resolve(dirname(file), written.plain['image']!)),
        link: written.plain['link'] ?? '/profile/announcement',
        position: position ?? 1,
        actor,
        reason,
      });
      print(`Published as ${id}.`);
      await tellWords(print, written.texts);
    },
  }),
  defineOperatorCommand({
    name: 'banner list',
    grant: GRANTS.all,
    summary: 'The banners of the home screen in their order, and its marquee.',
    flags: {},
    run: async ({ context, print }) => {
      for (const { id, title, link, position } of await listBanners(context.pool))
        print(`${id} ${position} ${link}: ${title}`);
      print(`Marquee: ${(await getSetting(context.pool, 'marquee'))?.base ?? 'none'}`);
    },
  }),
  defineOperatorCommand({
    name: 'banner withdraw',
    grant: GRANTS.support,
    summary: 'Takes a banner from the home screen.',
    flags: { id: ID, reason: REASON },
    run: async ({ context, print, actor }, { id, reason }) => {
      await withdrawBanner(context, { id: requireId(id), actor, reason });
      print('Withdrawn.');
    },
  }),
  defineOperatorCommand({
    name: 'marquee set',
    grant: GRANTS.support,
    summary: 'Sets the line of the home screen from a JSON file (text, text_zh, …).',
    flags: { file: { hint: 'marquee.json', kind: 'path', required: true }, reason: REASON },
    run: async ({ context, print, actor }, { file, reason }) => {
      const written = readTextsFile(readText(file), { texts: ['text'] });
      refuseProblems(file, written);
      await setMarquee(context, { text: written.texts['text']!, actor, reason });
      print('The marquee is set.');
      await tellWords(print, written.texts);
    },
  }),
  defineOperatorCommand({
    name: 'marquee off',
    grant: GRANTS.support,
    summary: 'Takes the line of the home screen away.',
    flags: { reason: REASON },
    run: async ({ context, print, actor }, { reason }) => {
      await setMarquee(context, { text: null, actor, reason });
      print('There is no marquee any more.');
    },
  }),
];

const requireId = (id: string): string => {
  if (!isUuid(id)) throw new OperatorProblem(`--id must be an id as the list shows it, not "${id}"`);
  return id;
};

const refuseProblems = (file: string, { problems }: WrittenFile): void => {
  if (problems.length > 0) throw new OperatorProblem([`Nothing was published from ${file}:`, ...problems].join('\n'));
};

const read = (file: string): Buffer => {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new OperatorProblem(`${file} cannot be read: ${(error as Error).message}`);
  }
};

const readText = (file: string): string => read(file).toString('utf8');

const readPicture = async (file: string): Promise<Buffer> => {
  try {
    return (await cleanImage(read(file))).content;
  } catch (error) {
    throw error instanceof OperatorProblem
      ? error
      : new OperatorProblem(`${file} is no PNG, JPEG or WebP that can be used: ${(error as Error).message}`);
  }
};
