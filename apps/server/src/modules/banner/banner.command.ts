import type { Pool } from 'pg';
import type { Bus } from '../../bus/bus.ts';
import type { Clock, Random } from '../../ports.ts';
import { inTransaction } from '../../db/transaction.ts';
import { uuidV7 } from '../../base/ids.ts';
import { appendAudit } from '../../ledger/audit.ts';
import { refuse } from '../../refusal.ts';
import { byLanguage, checkLine, type LanguageTexts } from '../../base/variants.ts';
import { requirePicture } from '../picture/picture.step.ts';
import { insertBanner, lockBannerPosition, markBannerWithdrawn, putBannerPosition } from './banner.store.ts';
import { changeSetting } from '../setting/setting.step.ts';
import type { Actor } from '../../base/actor.ts';

interface BannerInput {
  /** What the picture says, for those who do not see it. */
  title: LanguageTexts;
  /** Of a picture that was kept; shown 16:9. */
  picture: string;
  /** Path of a screen of the app. */
  link: string;
  /** Lower ones come first. */
  position: number;
  actor: Actor;
  reason: string;
}

type OperatorContext = { pool: Pool; clock: Clock; random: Random; bus: Bus };

const MAX_TITLE = 120;
const MAX_MARQUEE = 300;
/** What its column holds. */
const MAX_POSITION = 32_767;
const LINK = /^\/[A-Za-z0-9/_-]*$/;

/** Puts a banner on the home screen. Gives its id. */
export const publishBanner = async (
  { pool, clock, random, bus }: OperatorContext,
  input: BannerInput,
): Promise<string> => {
  const title = checkLine('banner_title', input.title, MAX_TITLE);
  if (!LINK.test(input.link)) refuse('err_validation', { fields: { banner_link: 'err_format' } });
  requirePosition(input.position);
  await requirePicture(pool, 'banner_image', input.picture);
  const id = uuidV7(clock, random);
  await inTransaction(pool, async (tx) => {
    const at = new Date(clock.now());
    const { actor, reason, picture, link, position } = input;
    await insertBanner(tx, { id, title, pictureId: picture, link, position, at });
    const detail = { before: null, after: { titles: byLanguage(title), picture, link, position } };
    await appendAudit(tx, at, [{ actor, action: 'banner.publish', subject: `banner:${id}`, reason, detail }]);
  });
  bus.publish('settings_changed', { key: 'banner' });
  return id;
};

/** Takes a banner from the home screen. Refuses what is not shown. */
export const withdrawBanner = async (
  { pool, clock, bus }: OperatorContext,
  { id, actor, reason }: { id: string; actor: Actor; reason: string },
): Promise<void> => {
  await inTransaction(pool, async (tx) => {
    const at = new Date(clock.now());
    const title = (await markBannerWithdrawn(tx, id, at)) ?? refuse('err_not_found');
    const detail = { before: { title }, after: null };
    await appendAudit(tx, at, [{ actor, action: 'banner.withdraw', subject: `banner:${id}`, reason, detail }]);
  });
  bus.publish('settings_changed', { key: 'banner' });
};

/** Gives a banner another place among the others. Refuses what is not shown. */
export const moveBanner = async (
  { pool, clock, bus }: OperatorContext,
  { id, position, actor, reason }: { id: string; position: number; actor: Actor; reason: string },
): Promise<void> => {
  requirePosition(position);
  await inTransaction(pool, async (tx) => {
    const before = (await lockBannerPosition(tx, id)) ?? refuse('err_not_found');
    await putBannerPosition(tx, id, position);
    const detail = { before: { position: before }, after: { position } };
    const subject = `banner:${id}`;
    await appendAudit(tx, new Date(clock.now()), [{ actor, action: 'banner.move', subject, reason, detail }]);
  });
  bus.publish('settings_changed', { key: 'banner' });
};

/** Sets the line of the home screen; null takes it away. */
export const setMarquee = async (
  context: OperatorContext,
  { text, actor, reason }: { text: LanguageTexts | null; actor: Actor; reason: string },
): Promise<void> => {
  const after = text && checkLine('marquee_text', text, MAX_MARQUEE);
  await changeSetting(context, 'marquee', {
    actor,
    action: 'marquee.set',
    reason,
    change: () => after,
    told: (before) => ({ before: toldOf(before), after: toldOf(after) }),
  });
};

const requirePosition = (position: number): void => {
  if (position > MAX_POSITION) refuse('err_validation', { fields: { banner_position: 'err_format' } });
};

/** In all the languages that it was written in. */
const toldOf = (texts: LanguageTexts | null) => texts && byLanguage(texts);
