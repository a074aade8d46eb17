import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { PhoneSettings } from './journey.ts';
import { succeed } from './call.ts';
import { countMails, linkIn, nextMail } from './mail.ts';
import { newcomer, type Member } from './member.ts';
import { currentWorld, travelTo, worldTime } from './world.ts';

type Phone = NonNullable<PhoneSettings>['storageState'];

/** The miner that one journey starts, and that works through the others until it is paid the next morning. */
export interface FirstMiner {
  email: string;
  orderId: string;
  /** ISO time of the world. */
  activatedAt: string;
  /** The member's phone, still signed in. */
  phone: Phone;
  /** A reset link of the evening before; null until the night has come. */
  oldResetLink: string | null;
}

const DAY_MS = 86_400_000;
/** The miner works at least this long before its day ends. */
const WORKED_MS = 150_000;

const noteFile = (): string => join(currentWorld().dataDir, 'first-miner.json');

export const remember = (miner: FirstMiner): void => {
  writeFileSync(noteFile(), JSON.stringify(miner));
};

/** Null when the journey that starts it has not been made in this world. */
export const recall = (): FirstMiner | null =>
  existsSync(noteFile()) ? (JSON.parse(readFileSync(noteFile(), 'utf8')) as FirstMiner) : null;

export const ownerOf = ({ email }: FirstMiner): Member => ({ ...newcomer(), email });

/** 01:05 UTC of the day after. */
const morningAfter = (time: Date): Date => new Date((Math.floor(time.getTime() / DAY_MS) + 1) * DAY_MS + 65 * 60_000);

/**
 * Lets the first miner work for its time, then makes it 01:05 UTC of the next day: settlement begins a minute and a half later.
 * Does nothing when that has happened, or when there is no first miner.
 */
export const untilNextMorning = async (): Promise<void> => {
  const miner = recall();
  if (miner === null || miner.oldResetLink !== null) return;
  const activatedAt = new Date(miner.activatedAt);
  await wait(Math.max(0, activatedAt.getTime() + WORKED_MS - worldTime().getTime()));
  const before = await countMails(miner.email);
  await succeed('member/forgotPassword', { body: { member_email: miner.email } });
  const oldResetLink = linkIn(await nextMail(miner.email, before));
  await travelTo(morningAfter(activatedAt));
  remember({ ...miner, oldResetLink });
};
