import type { Pool } from 'pg';
import type { Bus } from '../../bus/bus.ts';
import type { Clock, Random } from '../../ports.ts';
import { inTransaction } from '../../db/transaction.ts';
import { uuidV7 } from '../../base/ids.ts';
import { appendAudit } from '../../ledger/audit.ts';
import { refuse } from '../../refusal.ts';
import { checkLine, checkText, type LanguageTexts } from '../../base/variants.ts';
import { insertPicture } from '../picture/picture.store.ts';
import { insertAnnouncement, markAnnouncementWithdrawn } from './announcement.store.ts';
import { hasWords, sanitiseMarkup } from '../../base/markup.ts';
import type { Actor } from '../../base/actor.ts';

interface AnnouncementInput {
  /** Plain text of one line. */
  title: LanguageTexts;
  /** HTML as the operator wrote it; what is saved is sanitised. */
  message: LanguageTexts;
  /** A WebP made by `cleanImage`; shown 16:9. */
  picture: Buffer | null;
  actor: Actor;
  reason: string;
}

type OperatorContext = { pool: Pool; clock: Clock; random: Random; bus: Bus };

const MAX_TITLE = 200;
const MAX_MESSAGE = 20_000;

/** Tells every member something, from now on. Gives its id. Refuses an empty or too long title or message. */
export const publishAnnouncement = async (context: OperatorContext, input: AnnouncementInput): Promise<string> => {
  const { clock, random, pool, bus } = context;
  const title = checkLine('announcement_title', input.title, MAX_TITLE);
  const message = checkText('announcement_message', mapTexts(input.message, sanitiseMarkup), MAX_MESSAGE);
  if (!hasWords(message.base)) refuse('err_validation', { fields: { announcement_message: 'err_required' } });
  const id = uuidV7(clock, random);
  await inTransaction(pool, async (tx) => {
    const at = new Date(clock.now());
    const pictureId = input.picture === null ? null : uuidV7(clock, random);
    if (pictureId !== null) await insertPicture(tx, { id: pictureId, bytes: input.picture!, at });
    await insertAnnouncement(tx, { id, title, message, pictureId, at });
    const detail = { before: null, after: { title: title.base, message: message.base, picture: pictureId } };
    const { actor, reason } = input;
    await appendAudit(tx, at, [
      { actor, action: 'announcement.publish', subject: `announcement:${id}`, reason, detail },
    ]);
  });
  bus.publish('settings_changed', { key: 'announcement' });
  return id;
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
