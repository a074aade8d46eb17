import { writtenToHtml } from '@minerx/rules/markdown';
import type { Pool } from 'pg';
import type { Bus } from '../../bus/bus.ts';
import type { Clock, Random } from '../../ports.ts';
import { inTransaction } from '../../db/transaction.ts';
import { uuidV7 } from '../../base/ids.ts';
import { appendAudit } from '../../ledger/audit.ts';
import { refuse } from '../../refusal.ts';
import { byLanguage, checkLine, checkText, type LanguageTexts } from '../../base/variants.ts';
import { requirePicture } from '../picture/picture.step.ts';
import {
  insertAnnouncement,
  markAnnouncementWithdrawn,
  writeAnnouncement,
  type AnnouncementWords,
} from './announcement.store.ts';
import { hasWords, sanitiseMarkup } from '../../base/markup.ts';
import type { Actor } from '../../base/actor.ts';

interface AnnouncementInput {
  /** Plain text of one line. */
  title: LanguageTexts;
  /** As the operator wrote it: Markdown, or HTML that begins with `<`. Members are shown sanitised HTML of it. */
  message: LanguageTexts;
  /** Of a picture that was kept; shown 16:9. */
  picture: string | null;
  /** It is shown from now on where there is none, and without end. */
  from?: Date | undefined;
  until?: Date | undefined;
  /** The newest of these comes up over the app, once per session. */
  popsUp?: boolean | undefined;
  actor: Actor;
  reason: string;
}

type OperatorContext = { pool: Pool; clock: Clock; random: Random; bus: Bus };

const MAX_TITLE = 200;
const MAX_MESSAGE = 20_000;

/** What is kept of the words. Refuses an empty or too long title or message. */
const checkWords = (input: Pick<AnnouncementInput, 'title' | 'message'>): AnnouncementWords => {
  const title = checkLine('announcement_title', input.title, MAX_TITLE);
  // Signs that PostgreSQL keeps in no JSON.
  const typed = mapTexts(input.message, (text) => text.replaceAll('\0', '').toWellFormed());
  const written = checkText('announcement_message', typed, MAX_MESSAGE);
  const html = mapTexts(written, (text) => sanitiseMarkup(writtenToHtml(text)));
  const message = checkText('announcement_message', html, MAX_MESSAGE);
  if (!hasWords(message.base)) refuse('err_validation', { fields: { announcement_message: 'err_required' } });
  return { title, message, written };
};

/** As the audit log has them. */
const loggedWords = ({ title, message }: Pick<AnnouncementWords, 'title' | 'message'>) => ({
  titles: byLanguage(title),
  messages: byLanguage(message),
});

/** Tells every member something. Gives its id. Refuses an empty or too long title or message, and an end before the beginning or past. */
export const publishAnnouncement = async (context: OperatorContext, input: AnnouncementInput): Promise<string> => {
  const { clock, random, pool, bus } = context;
  const words = checkWords(input);
  const { picture, until = null, popsUp = true, actor, reason } = input;
  if (picture !== null) await requirePicture(pool, 'announcement_image', picture);
  const id = uuidV7(clock, random);
  const at = new Date(clock.now());
  const from = input.from === undefined || input.from < at ? at : input.from;
  if (until !== null && until <= from) refuse('err_validation', { fields: { announcement_until: 'err_format' } });
  await inTransaction(pool, async (tx) => {
    await insertAnnouncement(tx, { id, ...words, pictureId: picture, from, until, popsUp });
    const when = { from: from.toISOString(), until: until?.toISOString() ?? null, popup: popsUp };
    const detail = { before: null, after: { ...loggedWords(words), picture, ...when } };
    await appendAudit(tx, at, [
      { actor, action: 'announcement.publish', subject: `announcement:${id}`, reason, detail },
    ]);
  });
  bus.publish('settings_changed', { key: 'announcement' });
  return id;
};

/**
 * Puts other words into an announcement that is shown or will be. It keeps its place and its moment, and comes up over the app for nobody
 * who has seen it. Refuses what is not there any more, and what `publishAnnouncement` refuses of words.
 */
export const correctAnnouncement = async (
  { pool, clock, bus }: OperatorContext,
  { id, actor, reason, ...input }: Pick<AnnouncementInput, 'title' | 'message' | 'actor' | 'reason'> & { id: string },
): Promise<void> => {
  const words = checkWords(input);
  await inTransaction(pool, async (tx) => {
    const before = (await writeAnnouncement(tx, id, words)) ?? refuse('err_not_found');
    const detail = { before: loggedWords(before), after: loggedWords(words) };
    await appendAudit(tx, new Date(clock.now()), [
      { actor, action: 'announcement.correct', subject: `announcement:${id}`, reason, detail },
    ]);
  });
  bus.publish('settings_changed', { key: 'announcement' });
};

/** Takes an announcement from the members' sight; it stays in the database. Refuses what is not shown. */
export const withdrawAnnouncement = async (
  { pool, clock, bus }: OperatorContext,
  { id, actor, reason }: { id: string; actor: Actor; reason: string },
): Promise<void> => {
  await inTransaction(pool, async (tx) => {
    const at = new Date(clock.now());
    const title = (await markAnnouncementWithdrawn(tx, id, at)) ?? refuse('err_not_found');
    const detail = { before: { title }, after: null };
    await appendAudit(tx, at, [
      { actor, action: 'announcement.withdraw', subject: `announcement:${id}`, reason, detail },
    ]);
  });
  bus.publish('settings_changed', { key: 'announcement' });
};

const mapTexts = ({ base, variants }: LanguageTexts, change: (text: string) => string): LanguageTexts => ({
  base: change(base),
  variants: Object.fromEntries(Object.entries(variants).map(([code, text]) => [code, change(text)])),
});
