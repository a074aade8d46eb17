import { readMarkdownFile, readTextsFile, type WrittenFile } from '../../modules/announcement/announcement-file.ts';
import {
  correctAnnouncement,
  publishAnnouncement,
  withdrawAnnouncement,
} from '../../modules/announcement/announcement.command.ts';
import { listAllAnnouncements } from '../../modules/announcement/announcement.query.ts';
import { newsStateOf } from '../../modules/announcement/news-state.ts';
import { defineOperatorCommand, GRANTS, momentOf, OperatorProblem, REASON } from '../command.ts';
import { IMAGE, PICTURE, pictureOf, refuseProblems, requireId, SHOWN_ID } from './news-file.ts';
import { tellWords } from './words.ts';

const WHY = { hint: 'why, for the audit log', kind: 'text' } as const;

/** Titles and messages one after the other, or JSON by how it begins. */
const wordsOf = (file: string): WrittenFile['texts'] => {
  const written = file.startsWith('{') ? readTextsFile(file, { texts: ['title', 'message'] }) : readMarkdownFile(file);
  refuseProblems(written);
  return written.texts;
};

export const announcementCommands = [
  defineOperatorCommand({
    name: 'announcement publish',
    grant: GRANTS.support,
    summary:
      'Tells every member something. A file with # Title, then the message, further languages as # zh: 标题; or JSON (title, title_zh, …, message, message_zh, …). A message is Markdown, or HTML that begins with <.',
    flags: {
      file: { hint: 'news.md', kind: 'file', required: true },
      image: IMAGE,
      picture: PICTURE,
      from: { hint: 'UTC, 2026-11-20 08:00; now', kind: 'moment' },
      until: { hint: 'UTC, 2026-11-27 08:00; without end', kind: 'moment' },
      popup: { hint: 'yes or no, whether it comes up over the app', kind: 'text' },
      reason: WHY,
    },
    run: async ({ context, print, actor }, { file, image, picture, from, until, popup = 'yes', reason }) => {
      const texts = wordsOf(file);
      if (!['yes', 'no'].includes(popup)) throw new OperatorProblem(`--popup is yes or no, not "${popup}"`);
      const id = await publishAnnouncement(context, {
        title: texts['title']!,
        message: texts['message']!,
        picture: await pictureOf(context, { image, picture, actor }),
        from: momentOf(from),
        until: momentOf(until),
        popsUp: popup === 'yes',
        actor,
        reason: reason ?? 'announcement',
      });
      print(`Published as ${id}.`);
      await tellWords(print, texts);
    },
  }),
  defineOperatorCommand({
    name: 'announcement correct',
    grant: GRANTS.support,
    summary: 'Puts other words into an announcement; it keeps its place, and comes up for nobody who has seen it.',
    flags: { id: SHOWN_ID, file: { hint: 'news.md', kind: 'file', required: true }, reason: REASON },
    run: async ({ context, print, actor }, { id, file, reason }) => {
      const texts = wordsOf(file);
      const words = { title: texts['title']!, message: texts['message']! };
      await correctAnnouncement(context, { id: requireId(id), ...words, actor, reason });
      print('Corrected.');
      await tellWords(print, texts);
    },
  }),
  defineOperatorCommand({
    name: 'announcement list',
    grant: GRANTS.all,
    summary: 'Everything that was ever published, newest first.',
    flags: {},
    run: async ({ context, print }) => {
      const now = context.clock.now();
      for (let rows = await listAllAnnouncements(context.pool); rows.length > 0;) {
        for (const row of rows) {
          const languages = ['en', ...Object.keys(row.messages).sort()].join(' ');
          print(`${row.id} ${row.publishedAt.toISOString()} ${newsStateOf(row, now)}: ${row.title} (${languages})`);
        }
        rows = await listAllAnnouncements(context.pool, rows.at(-1)!.id);
      }
    },
  }),
  defineOperatorCommand({
    name: 'announcement withdraw',
    grant: GRANTS.support,
    summary: 'Takes an announcement from the members’ sight.',
    flags: { id: SHOWN_ID, reason: REASON },
    run: async ({ context, print, actor }, { id, reason }) => {
      await withdrawAnnouncement(context, { id: requireId(id), actor, reason });
      print('Withdrawn.');
    },
  }),
];
