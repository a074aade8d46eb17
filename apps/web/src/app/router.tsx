import { createRoute, createRouter, redirect } from '@tanstack/react-router';
import {
  formArea,
  formScreen,
  rareScreen,
  memberArea,
  memberScreen,
  pagedScreen,
  publicArea,
  root,
  screen,
  searchScreen,
  soughtOf,
} from './areas.tsx';
import { withTexts } from '../base/language/with-texts.ts';
import { assetRoutes } from './asset-routes.tsx';
import { Crash } from './crash.tsx';
import { requireVisitor, safePath } from './guards.ts';
import { parseSearch, stringifySearch } from './search.ts';

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

/** A parameter of the address bar as text; the router has read digits as a number. */
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

const findOf = ({ find }: Record<string, unknown>): { find?: string | undefined } => ({ find: textOf(find) });

// `validateSearch` names its parameters even when they are nothing: one left out would keep the value of the address bar.

// Visitors ------------------------------------------------------------------------------------------------------------------

const welcome = createRoute({
  getParentRoute: () => publicArea,
  path: '/welcome',
  staticData: { title: 'common.title.welcome' },
  beforeLoad: requireVisitor,
  component: screen('/welcome', () => import('../screens/visitor/welcome.tsx')),
});

const login = createRoute({
  getParentRoute: () => publicArea,
  path: '/login',
  staticData: { title: 'common.title.login' },
  validateSearch: (search): { next?: string | undefined } => ({ next: safePath(search.next) }),
  beforeLoad: requireVisitor,
  component: screen('/login', () => import('../screens/visitor/login.tsx')),
});

const signup = createRoute({
  getParentRoute: () => formArea,
  path: '/signup',
  staticData: { title: 'common.title.signup' },
  validateSearch: (search): { inviteCode?: string | undefined } => ({ inviteCode: textOf(search.inviteCode) }),
  beforeLoad: requireVisitor,
  component: screen('/signup', () => import('../screens/visitor/signup.tsx')),
});

const forgotPassword = createRoute({
  getParentRoute: () => formArea,
  path: '/forgotPassword',
  staticData: { title: 'common.title.forgotPassword' },
  beforeLoad: requireVisitor,
  component: screen('/forgotPassword', () => import('../screens/visitor/forgot-password.tsx')),
});

const resetPassword = formScreen(
  '/resetPassword/$id',
  () => import('../screens/visitor/reset-password.tsx'),
  'common.title.resetPassword',
);

const freezeAccount = formScreen(
  '/freezeAccount/$id',
  () => import('../screens/visitor/freeze-account.tsx'),
  'common.title.freezeAccount',
);

const oneUseLink = createRoute({
  getParentRoute: () => formArea,
  path: '/redirect',
  staticData: { title: 'common.title.redirect' },
  validateSearch: (search): { id?: string | undefined } => ({ id: textOf(search.id) }),
  beforeLoad: ({ search }) => {
    if (!search.id) throw redirect({ to: '/' });
  },
  component: screen('/redirect', () => import('../screens/visitor/redirect.tsx')),
});

const maintenance = formScreen(
  '/maintenance',
  () => import('../screens/visitor/maintenance.tsx'),
  'common.title.maintenance',
);

const check = rareScreen('/check', () => import('../screens/visitor/check.tsx'), 'common.title.check');
const legalTerms = rareScreen('/legal/terms', () => import('../screens/visitor/legal-terms.tsx'), 'session.terms');
const legalPrivacy = rareScreen(
  '/legal/privacy',
  () => import('../screens/visitor/legal-privacy.tsx'),
  'legal.privacy',
);
const legalRisk = rareScreen('/legal/risk', () => import('../screens/visitor/legal-risk.tsx'), 'legal.risk');

// Members -------------------------------------------------------------------------------------------------------------------

const home = memberScreen('/', () => import('../screens/home.tsx'), 'common.title.home', true);
const homeNft = memberScreen('/home/nft', () => import('../screens/home-nft.tsx'), 'collection.title');
const dashboard = memberScreen(
  '/dashboard',
  () => import('../screens/miner/dashboard.tsx'),
  'common.title.dashboard',
  true,
);
const miner = memberScreen('/miner', () => import('../screens/miner/miner.tsx'), 'common.title.miner', true);
const minerPurchase = memberScreen(
  '/miner/purchase',
  () => import('../screens/miner/miner-purchase.tsx'),
  'common.title.miner',
);
const minerPurchase2 = memberScreen(
  '/miner/purchase2',
  () => import('../screens/miner/miner-purchase2.tsx'),
  'common.title.miner',
);
const minerRedeem = memberScreen(
  '/miner/redeem',
  () => import('../screens/miner/miner-redeem.tsx'),
  'common.title.redeem',
);
const raya = memberScreen('/duitraya', () => import('../screens/raya/raya.tsx'), 'blessing.title');
const rayaPick = memberScreen('/duitraya/pick/$id', () => import('../screens/raya/raya-pick.tsx'), 'blessing.lucky');

const rayaHistory = pagedScreen(
  '/duitraya/history',
  () => import('../screens/raya/raya-history.tsx'),
  'blessing.history',
);

const order = searchScreen(
  '/order',
  () => import('../screens/miner/order.tsx'),
  'common.title.order',
  ({ id, filter }): { id?: string | undefined; filter?: string | undefined } => ({
    ...soughtOf({ id }),
    filter: textOf(filter),
  }),
  true,
);

/** The movement whose receipt is opened. */
const receiptOf = ({ receipt }: Record<string, unknown>): { receipt?: string | undefined } => ({
  receipt: textOf(receipt),
});
const orderDetails = searchScreen(
  '/order/details/$id',
  () => import('../screens/miner/order-details.tsx'),
  'common.title.orderDetails',
  receiptOf,
);
const orderReceipts = searchScreen(
  '/order/receipts/$id',
  () => import('../screens/miner/order-receipts.tsx'),
  'order.tab.rewards',
  receiptOf,
);

/** The other way the specification writes the same screen. */
const orderShort = createRoute({
  getParentRoute: () => memberArea,
  path: '/order/$id',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/order/details/$id', params, replace: true });
  },
});

const profile = memberScreen('/profile', () => import('../screens/profile/profile.tsx'), 'common.title.profile', true);
const security = memberScreen('/profile/security', () => import('../screens/profile/security.tsx'), 'security.title');
/** From the withdrawal that lacks an address, and back to it; its screen judges it. */
interface AddressSearch {
  coin?: unknown;
  network?: unknown;
  back?: unknown;
}
const withdrawalDetails = searchScreen(
  '/profile/withdrawalDetails',
  () => import('../screens/profile/withdrawal-details.tsx'),
  'withdrawal-address.title',
  (search): AddressSearch => search,
);
const referral = memberScreen(
  '/profile/referral',
  () => import('../screens/profile/referral.tsx'),
  'team.referral.title',
);

const myteam = searchScreen('/profile/myteam', () => import('../screens/profile/myteam.tsx'), 'team.title', findOf);

const myteamDetails = searchScreen(
  '/profile/myteam/details',
  () => import('../screens/profile/myteam-details.tsx'),
  'team.details.title',
  findOf,
);

const announcements = pagedScreen(
  '/profile/announcement',
  () => import('../screens/profile/announcements.tsx'),
  'announcement.title',
);

const announcement = memberScreen(
  '/profile/announcement/$id',
  () => import('../screens/profile/announcement.tsx'),
  'announcement.one',
);
const notices = memberScreen(
  '/profile/notification',
  withTexts('rare', () => import('../screens/profile/notices.tsx')),
  'common.title.notices',
);
const noticeSettings = memberScreen(
  '/profile/notification/settings',
  withTexts('rare', () => import('../screens/profile/notice-settings.tsx')),
  'common.title.noticeSettings',
);
const notice = memberScreen(
  '/profile/notification/$id',
  () => import('../screens/profile/notice.tsx'),
  'common.title.notices',
);
const helpcenter = memberScreen(
  '/profile/helpcenter',
  withTexts('rare', () => import('../screens/profile/helpcenter.tsx')),
  'ticket.title',
);
const helpcenterHistory = memberScreen(
  '/profile/helpcenter/history',
  () => import('../screens/profile/helpcenter-history.tsx'),
  'ticket.history',
);
const helpcenterTicket = memberScreen(
  '/profile/helpcenter/history/$id',
  () => import('../screens/profile/helpcenter-ticket.tsx'),
  'ticket.chat',
);
const staking = memberScreen('/profile/staking', () => import('../screens/profile/staking.tsx'), 'staking.title');

const stakingHistory = pagedScreen(
  '/profile/staking/history',
  () => import('../screens/profile/staking-history.tsx'),
  'staking.history',
);

const nft = memberScreen(
  '/profile/nft',
  withTexts('spot', () => import('../screens/profile/nft.tsx')),
  'profile.nft',
);
const nftWithdraw = memberScreen(
  '/profile/nft/withdraw/$id',
  withTexts('spot', () => import('../screens/profile/nft-withdraw.tsx')),
  'nft.withdraw.title',
);

const nftHistory = pagedScreen(
  '/profile/nft/history',
  withTexts('spot', () => import('../screens/profile/nft-history.tsx')),
  'nft.history',
);

/** The parts on one page, for the workshop: `vite` or a build with VITE_GALLERY=1. */
const workshop =
  import.meta.env.DEV || import.meta.env.VITE_GALLERY === '1'
    ? [
        createRoute({
          getParentRoute: () => root,
          path: '/__gallery',
          component: screen('/__gallery', () => import('../screens/gallery.tsx')),
        }),
      ]
    : [];

/** Any unknown path goes to the root. */
const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true });
  },
});

const memberRoutes = [
  home,
  homeNft,
  dashboard,
  miner,
  minerPurchase,
  minerPurchase2,
  minerRedeem,
  raya,
  rayaPick,
  rayaHistory,
  order,
  orderDetails,
  orderReceipts,
  orderShort,
  ...assetRoutes,
  profile,
  security,
  withdrawalDetails,
  referral,
  myteam,
  myteamDetails,
  announcements,
  announcement,
  notices,
  noticeSettings,
  notice,
  helpcenter,
  helpcenterHistory,
  helpcenterTicket,
  staking,
  stakingHistory,
  nft,
  nftWithdraw,
  nftHistory,
] as const;
const formRoutes = [
  signup,
  forgotPassword,
  resetPassword,
  freezeAccount,
  oneUseLink,
  maintenance,
  check,
  legalTerms,
  legalPrivacy,
  legalRisk,
] as const;

export const router = createRouter({
  routeTree: root.addChildren([
    publicArea.addChildren([welcome, login, formArea.addChildren(formRoutes)]),
    memberArea.addChildren(memberRoutes),
    unknown,
    ...workshop,
  ]),
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
  defaultPreload: 'intent',
  defaultErrorComponent: Crash,
  trailingSlash: 'never',
});
