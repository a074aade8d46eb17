import { expect, type Locator, type Page } from '@playwright/test';
import { DEMO } from '../member.ts';
import { WALLET_ADDRESS } from '../nfts.ts';
import { endedOrderScreen, liveOrderScreen, MEMBER_SCREENS, nftWithdrawScreen, VISITOR_SCREENS } from '../screens.ts';

/** A text of the app by its key, in the language that it speaks now. */
type Say = (key: string) => string;
/** How a screen is come to: by its address, or as by a link. */
type Reach = (page: Page, path: string) => Promise<void>;

/** Something that a member can look at: a screen, a tab of it, a sheet over it. */
export interface Place {
  name: string;
  go: (page: Page, say: Say, reach: Reach) => Promise<void>;
}

const screen = (path: string): Place => ({ name: path, go: (page, _say, reach) => reach(page, path) });

const press = (page: Page | Locator, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).first().click();

const dialog = (page: Page): Promise<void> => expect(page.getByRole('dialog')).toBeVisible();

/** What a visitor can see. */
export const VISITOR_PLACES: Place[] = [
  ...VISITOR_SCREENS.map(screen),
  {
    name: 'the countries of /signup',
    go: async (page, say, reach) => {
      await reach(page, '/signup');
      await page.getByRole('combobox', { name: say('session.country') }).click();
      await dialog(page);
    },
  },
  {
    name: 'the terms of /signup',
    go: async (page, say, reach) => {
      await reach(page, '/signup');
      await press(page, say('session.terms'));
      await dialog(page);
      await expect(page.getByRole('article')).toBeVisible();
    },
  },
  {
    name: 'an empty form of /signup, sent',
    go: async (page, say, reach) => {
      await reach(page, '/signup');
      await press(page, say('session.signUp'));
      await expect(page.getByRole('textbox', { name: say('session.mobile') })).toHaveAttribute('aria-invalid', 'true');
    },
  },
];

const onOrder = async (page: Page, tab: string, reach: Reach): Promise<void> => {
  await reach(page, await liveOrderScreen());
  await page.getByRole('tab', { name: tab }).click();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
};

/** What the demo member can see; nothing of it spends anything. */
export const MEMBER_PLACES: Place[] = [
  ...MEMBER_SCREENS.map(screen),
  {
    name: 'X2 of /miner',
    go: async (page, _say, reach) => {
      await reach(page, '/miner');
      await page.getByRole('tab', { name: 'X2 MAX' }).click();
    },
  },
  {
    name: 'the info of /miner/purchase',
    go: async (page, say, reach) => {
      await reach(page, '/miner/purchase');
      await press(page, say('miner.info'));
      await dialog(page);
    },
  },
  {
    name: 'the prizes of /duitraya',
    go: async (page, say, reach) => {
      await reach(page, '/duitraya');
      await page.getByRole('alertdialog').getByRole('button').last().click();
      await page.getByText(say('blessing.list')).click();
      await dialog(page);
      await expect(page.getByRole('dialog').getByText('×66').first()).toBeVisible();
    },
  },
  {
    name: 'a Raya pick, proved',
    go: async (page, say, reach) => {
      await reach(page, '/duitraya/history');
      await page.getByRole('main').getByRole('listitem').first().getByRole('button').click();
      await dialog(page);
      await expect(page.getByText(say('blessing.check.proven'), { exact: true })).toBeVisible();
    },
  },
  {
    name: 'a purchase before it is paid',
    go: async (page, say, reach) => {
      await reach(page, '/miner/purchase');
      await page.getByLabel(say('miner.pin'), { exact: true }).fill(DEMO.pin);
      await press(page, say('miner.subscribe'));
      await dialog(page);
    },
  },
  {
    name: 'the fee of an order',
    go: async (page, say, reach) => {
      await reach(page, '/order');
      await press(page, say('order.activate'));
      await dialog(page);
    },
  },
  {
    name: 'an NFT before it is withdrawn',
    go: async (page, say, reach) => {
      await reach(page, await nftWithdrawScreen());
      await page.getByLabel(say('nft.withdraw.address'), { exact: true }).fill(WALLET_ADDRESS);
      await page.getByLabel(say('miner.pin'), { exact: true }).fill(DEMO.pin);
      await press(page, say('nft.withdraw.submit'));
      await dialog(page);
    },
  },
  {
    name: 'an NFT withdrawal that may be taken back',
    go: async (page, say, reach) => {
      await reach(page, '/profile/nft/history');
      await press(page, say('withdrawal.cancel'));
      await dialog(page);
    },
  },
  { name: 'status of an order', go: async (page, say, reach) => onOrder(page, say('order.tab.status'), reach) },
  { name: 'hashrate of an order', go: async (page, say, reach) => onOrder(page, say('order.tab.hashrate'), reach) },
  { name: 'receipts of an ended order', go: async (page, _say, reach) => reach(page, await endedOrderScreen()) },
  { name: 'rewards of an order', go: async (page, say, reach) => onOrder(page, say('order.tab.rewards'), reach) },
  {
    name: 'a receipt, recomputed',
    go: async (page, say, reach) => {
      await onOrder(page, say('order.tab.rewards'), reach);
      await page
        .getByRole('button', { name: /0[.,]\d{8}/ })
        .first()
        .click();
      await press(page, say('order.receipt.recompute'));
      await expect(page.getByText(say('order.receipt.equal'))).toBeVisible();
    },
  },
];
