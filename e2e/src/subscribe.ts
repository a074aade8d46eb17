import { expect, type Locator, type Page } from '@playwright/test';
import { button, field } from './screen.ts';
import { words } from './words.ts';

/** Enters the PIN and presses Subscribe: what is to be paid is then put before the member. */
export const askToSubscribe = async (page: Page, pin: string): Promise<void> => {
  await field(page, 'miner.pin').fill(pin);
  await button(page, 'miner.subscribe').click();
};

/** The sheet with the whole purchase before it is paid. */
export const review = (page: Page): Locator => page.getByRole('dialog', { name: words('miner.review') });

export const pay = async (page: Page): Promise<void> => {
  await button(review(page), 'miner.review.accept').click();
};

/** The success alert of a purchase, with what it says was paid and comes next, and the way to the orders. */
export const expectSubscribed = async (page: Page, ...says: string[]): Promise<void> => {
  const alert = page.getByRole('alertdialog', { name: words('miner.done') });
  await expect(alert).toBeVisible();
  for (const each of says) await expect(alert).toContainText(each);
  await alert.getByRole('button').last().click();
  await expect(page).toHaveURL('/order');
};

/** Redeems a voucher code. */
export const redeem = async (page: Page, code: string): Promise<void> => {
  await field(page, 'miner.redeem.code').fill(code);
  await button(page, 'miner.redeem').click();
};
