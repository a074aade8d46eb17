import { expect, type Locator, type Page } from '@playwright/test';
import { succeed } from './call.ts';
import { credit, register, tokenOf, type Member } from './member.ts';
import { deliverX2Miners } from './orders.ts';
import { answerAlert } from './screen.ts';
import { words } from './words.ts';

export const PICK_SCREEN = /\/duitraya\/pick\/[\w-]+$/;

const hasPack = async (member: Member): Promise<boolean> => {
  const packs = await succeed('package/angpau/packs', { method: 'GET', accessToken: await tokenOf(member) });
  return packs['remain_chance'] === 1;
};

/** Whole X2 contracts that may wait for stock before a new one. */
const WAITING_BEFORE = 10;
const MINERS_EACH = 10;

/** A new member with one Raya pick: an X2 contract, and miners until it is this member's turn for them. */
export const memberWithPick = async (): Promise<Member> => {
  const member = await register();
  await credit(member, 'USDT', '10000');
  await succeed('package/purchase2', {
    accessToken: await tokenOf(member),
    body: {
      package: 5,
      wallet_type: 1,
      quantity: 1,
      amount1: '10000',
      accept_waiting: true,
      member_security_pin: member.pin,
    },
  });
  if (!(await hasPack(member))) await deliverX2Miners((WAITING_BEFORE + 1) * MINERS_EACH, () => hasPack(member));
  return member;
};

/** The pack that a member can open next. */
export const packOf = async (member: Member): Promise<string> => {
  const { id } = await succeed('package/angpau/packs', { method: 'GET', accessToken: await tokenOf(member) });
  if (typeof id !== 'string') throw new Error('there is no pack to open');
  return id;
};

export const cards = (page: Page): Locator =>
  page.getByRole('group', { name: words('blessing.cards') }).getByRole('button');

/** One card by the place it has, from 1. */
export const card = (page: Page, number: number): Locator => cards(page).nth(number - 1);

/** Waits until the nine cards can be tapped. */
export const dealt = async (page: Page): Promise<void> => {
  await expect(cards(page)).toHaveCount(9);
  for (const each of await cards(page).all()) await expect(each).toHaveAccessibleName(/^Card \d, face down$/);
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
};

/** From the campaign to the nine cards. */
export const goPick = async (page: Page): Promise<void> => {
  await answerAlert(page, words('blessing.unclaimed'));
  await page.getByRole('button', { name: words('blessing.pick') }).click();
  await expect(page).toHaveURL(PICK_SCREEN);
  await dealt(page);
};

/** The window with the prize. */
export const prizeWindow = (page: Page): Locator => page.getByRole('dialog', { name: words('blessing.won') });

/** What a turned card says that it holds: "BTC, $88". */
export const prizeOf = async (shown: Locator): Promise<string> => {
  const name = (await shown.getAttribute('aria-label')) ?? '';
  return /: (.+, \$[\d,]+)$/.exec(name)?.[1] ?? `not turned: ${name}`;
};
