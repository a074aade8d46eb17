import { expect, type Page } from '@playwright/test';
import { DEMO, tokenOf } from './member.ts';
import { succeed } from './call.ts';
import { ACTIVATED, ENDED } from './orders.ts';

/** Screens of visitors that open by their address alone. */
export const VISITOR_SCREENS = [
  '/welcome',
  '/login',
  '/check',
  '/legal/terms',
  '/legal/privacy',
  '/legal/risk',
  '/signup',
  '/forgotPassword',
  '/resetPassword/0123456789abcdef',
  '/freezeAccount/0123456789abcdef',
];

/** Screens of members that open by their address alone. */
export const MEMBER_SCREENS = [
  '/',
  '/home/nft',
  '/miner',
  '/miner/purchase',
  '/miner/purchase2',
  '/miner/redeem',
  '/duitraya',
  '/duitraya/history',
  '/order',
  '/dashboard',
  '/asset',
  '/asset/spot/deposit',
  '/asset/spot/withdraw',
  '/asset/spot/withdraw/history',
  '/asset/spot/transfer',
  '/asset/spot/swap',
  '/asset/spot/transaction/all',
  '/asset/spot/transaction/statement',
  '/profile',
  '/profile/helpcenter',
  '/profile/helpcenter/history',
  '/profile/nft',
  '/profile/nft/history',
  '/profile/security',
  '/profile/staking',
  '/profile/staking/history',
  '/profile/withdrawalDetails',
  '/profile/referral',
  '/profile/myteam',
  '/profile/myteam/details',
  '/profile/announcement',
  '/profile/notification',
  '/profile/notification/settings',
];

/** Of an NFT. */
const READY = 1;

const firstOrder = async (status: number): Promise<string> => {
  const { data } = await succeed('package/order', {
    accessToken: await tokenOf(DEMO),
    body: { page: 1, pageSize: 100 },
  });
  const found = (data as { id: string; package_order_status: number }[]).find(
    ({ package_order_status }) => package_order_status === status,
  );
  if (found === undefined) throw new Error(`the demo member has no order in status ${status}`);
  return found.id;
};

/** Details of a live order of the demo member. */
export const liveOrderScreen = async (): Promise<string> => `/order/details/${await firstOrder(ACTIVATED)}`;

/** Receipts of an order of the demo member's that has ended. */
export const endedOrderScreen = async (): Promise<string> => `/order/receipts/${await firstOrder(ENDED)}`;

/** The newest of a list of the demo member's. */
const newest = async (list: string): Promise<string> => {
  const { data } = await succeed(list, { accessToken: await tokenOf(DEMO), body: { page: 1, pageSize: 8 } });
  const [first] = data as { id: string }[];
  if (first === undefined) throw new Error(`the demo member has nothing in ${list}`);
  return first.id;
};

/** The form of an NFT of the demo member that is ready. */
export const nftWithdrawScreen = async (): Promise<string> => {
  const { data } = await succeed('nft/owned', {
    accessToken: await tokenOf(DEMO),
    body: { page: 1, pageSize: 100 },
  });
  const ready = (data as { id: string; nft_status: number }[]).find(({ nft_status }) => nft_status === READY);
  if (ready === undefined) throw new Error('the demo member has no NFT that is ready');
  return `/profile/nft/withdraw/${ready.id}`;
};

/** The cards that the demo member can pick from next. */
const pickScreen = async (): Promise<string> => {
  const { id } = await succeed('package/angpau/packs', { method: 'GET', accessToken: await tokenOf(DEMO) });
  if (typeof id !== 'string') throw new Error('the demo member has no pick left');
  return `/duitraya/pick/${id}`;
};

/** A screen for one thing of the demo member's, whose address holds the thing's id. */
interface DetailScreen {
  name: string;
  path: string;
}

/** Screens that show one thing. */
export const detailScreens = async (): Promise<DetailScreen[]> => [
  { name: '/order/details/{id}', path: await liveOrderScreen() },
  { name: '/order/receipts/{id}', path: await endedOrderScreen() },
  { name: '/profile/nft/withdraw/{id}', path: await nftWithdrawScreen() },
  { name: '/duitraya/pick/{id}', path: await pickScreen() },
  { name: '/profile/announcement/{id}', path: `/profile/announcement/${await newest('notification/all')}` },
  {
    name: '/profile/helpcenter/history/{id}',
    path: `/profile/helpcenter/history/${await newest('member/ticket/all')}`,
  },
];

/** Waits until a screen has its heading and nothing of it is still on its way. */
export const settled = async (page: Page): Promise<void> => {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
};

/** Opens a screen by its address and waits until it is there. */
export const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(path);
  await settled(page);
  await expect(page).toHaveURL(path);
};

/** The router of an app shows itself to its page. */
export interface Routed {
  __TSR_ROUTER__: {
    routesByPath: Record<string, unknown>;
    state: { matches: { fullPath: string }[] };
    navigate(way: { to: string }): Promise<void>;
  };
}

/** Goes to a place of the router as a link does, without loading the app anew. */
export const followTo = async (page: Page, place: string): Promise<void> => {
  await page.evaluate((to) => (globalThis as unknown as Routed).__TSR_ROUTER__.navigate({ to }), place);
  await settled(page);
};

/** The demo member is told there of a pack that waits, as soon as the server has said so: over the next screen, for whoever went on before. */
const TELLS_ON_ENTRY = '/duitraya';

/** The app keeps its alert when it is closed, empty: it covers nothing, and each load anew costs as much as looking. */
const COVERING = 'dialog[open], :is([role="dialog"], [role="alertdialog"]):not(dialog)';

/**
 * Goes to a screen so: for whoever looks at every screen once more. From under a dialog, and
 * to where the page already is, no link leads: that screen is opened.
 */
export const turnTo = async (page: Page, path: string): Promise<void> => {
  const covered = await page.locator(COVERING).count();
  if (covered > 0 || new URL(page.url()).pathname === path) await open(page, path);
  else await followTo(page, path);
  await expect(page).toHaveURL(path);
  if (path === TELLS_ON_ENTRY) await expect(page.getByRole('alertdialog')).toBeVisible();
};
