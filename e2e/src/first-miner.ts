import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, type Page } from '@playwright/test';
import type { PhoneSettings } from './journey.ts';
import { succeed } from './call.ts';
import { countMails, linkIn, nextMail } from './mail.ts';
import { newcomer, type Member } from './member.ts';
import { words } from './words.ts';
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

/** So many minutes after midnight UTC of the day after. */
const afterMidnight = (time: Date, minutes: number): Date =>
  new Date((Math.floor(time.getTime() / DAY_MS) + 1) * DAY_MS + minutes * 60_000);

/**
 * Lets the first miner work for its time, then makes it so late on the next day. Does nothing when that has happened, or when there is no
 * first miner.
 */
const untilTomorrow = async (minutes: number): Promise<void> => {
  const miner = recall();
  if (miner === null) return;
  const activatedAt = new Date(miner.activatedAt);
  const moment = afterMidnight(activatedAt, minutes);
  if (worldTime() >= moment) return;
  let { oldResetLink } = miner;
  if (oldResetLink === null) {
    await wait(Math.max(0, activatedAt.getTime() + WORKED_MS - worldTime().getTime()));
    const before = await countMails(miner.email);
    await succeed('member/forgotPassword', { body: { member_email: miner.email } });
    oldResetLink = linkIn(await nextMail(miner.email, before));
  }
  await travelTo(moment);
  remember({ ...miner, oldResetLink });
};

/** 00:10 UTC: the day is over, and its settlement long off. */
export const untilMidnight = (): Promise<void> => untilTomorrow(10);

/** 01:05 UTC: settlement begins a minute and a half later. */
export const untilNextMorning = (): Promise<void> => untilTomorrow(65);

/** What a member's dashboard says of yesterday: its card, and the places of the week's bars that are hollow. The browser counts the days itself. */
export const yesterdayOn = async (page: Page) => {
  await page.clock.setSystemTime(worldTime());
  await page.goto('/dashboard');
  const card = page.getByRole('heading', { level: 2, name: words('dashboard.yesterday') }).locator('..');
  const chart = page.getByRole('figure', { name: words('dashboard.week') });
  await expect(chart.locator('rect')).toHaveCount(7);
  const hollow = () =>
    chart
      .locator('rect')
      .evaluateAll((bars) =>
        bars.flatMap((bar, place) => (getComputedStyle(bar).strokeDasharray === 'none' ? [] : place)),
      );
  return { card, mark: card.getByText(words('common.provisional')), chart, hollow };
};
/** The week's last bar. */
export const YESTERDAY = 6;
