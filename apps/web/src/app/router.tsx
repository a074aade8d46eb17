import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { TextKey } from '../i18n/keys.ts';
import { Crash } from './crash.tsx';
import { checkMaintenance, requireMember, requireVisitor, safePath } from './guards.ts';
import { failOnceOnline } from '../base/once-online.ts';
import { PublicFrame } from './public-frame.tsx';
import { Root } from './root.tsx';
import { parseSearch, stringifySearch } from './search.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Text of the document's title. */
    title?: TextKey;
    /** Whether the bottom bar stands on this screen. */
    nav?: boolean;
  }
  interface Register {
    router: typeof router;
  }
}

/** A parameter of the address bar as text; the router has read digits as a number. */
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

/** A page of the address bar; the first one needs no number. */
const pageOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value > 1 && value <= 1_000_000 ? value : undefined;

/**
 * A screen in its own file, the only thing which that file exports: its name need not travel with the table. The early script
 * fetches what that file needs beside it, instead of one after the other.
 */
const screen = (path: string, load: () => Promise<Record<string, () => ReactNode>>) =>
  lazyRouteComponent(async () => {
    window.minerxEarly?.screen(path);
    const [shown] = Object.values(await failOnceOnline(load()));
    return { default: shown! };
  });

const root = createRootRoute({
  component: Root,
  beforeLoad: ({ location }) => checkMaintenance(location.pathname),
  notFoundComponent: () => null,
});

/** Visitor screens with mark and language picker. */
const publicArea = createRoute({ getParentRoute: () => root, id: '_public', component: PublicFrame });

/** Visitor screens beside sign-in and welcome. */
const formArea = createRoute({
  getParentRoute: () => publicArea,
  id: '_form',
  component: lazyRouteComponent(() => import('./form-frame.tsx'), 'FormFrame'),
});

/** Everything behind sign-in. */
const memberArea = createRoute({
  getParentRoute: () => root,
  id: '_member',
  component: lazyRouteComponent(() => import('./member-frame.tsx'), 'MemberFrame'),
  beforeLoad: ({ location }) => requireMember(location.href),
});

// `validateSearch` names its parameters even when they are nothing: one left out would keep the value of the address bar.

// Visitors ------------------------------------------------------------------------------------------------------------------

const welcome = createRoute({
  getParentRoute: () => publicArea,
  path: '/welcome',
  staticData: { title: 'common.title.welcome' },
  beforeLoad: requireVisitor,
  component: screen('/welcome', () => import('../screens/welcome.tsx')),
});

const login = createRoute({
  getParentRoute: () => publicArea,
  path: '/login',
  staticData: { title: 'common.title.login' },
  validateSearch: (search): { next?: string | undefined } => ({ next: safePath(search.next) }),
  beforeLoad: requireVisitor,
  component: screen('/login', () => import('../screens/login.tsx')),
});

const signup = createRoute({
  getParentRoute: () => formArea,
  path: '/signup',
  staticData: { title: 'common.title.signup' },
  validateSearch: (search): { inviteCode?: string | undefined } => ({ inviteCode: textOf(search.inviteCode) }),
  beforeLoad: requireVisitor,
  component: screen('/signup', () => import('../screens/signup.tsx')),
});

const forgotPassword = createRoute({
  getParentRoute: () => formArea,
  path: '/forgotPassword',
  staticData: { title: 'common.title.forgotPassword' },
  beforeLoad: requireVisitor,
  component: screen('/forgotPassword', () => import('../screens/forgot-password.tsx')),
});

const resetPassword = createRoute({
  getParentRoute: () => formArea,
  path: '/resetPassword/$id',
  staticData: { title: 'common.title.resetPassword' },
  component: screen('/resetPassword/$id', () => import('../screens/reset-password.tsx')),
});

const freezeAccount = createRoute({
  getParentRoute: () => formArea,
  path: '/freezeAccount/$id',
  staticData: { title: 'common.title.freezeAccount' },
  component: screen('/freezeAccount/$id', () => import('../screens/freeze-account.tsx')),
});

const ticketRedirect = createRoute({
  getParentRoute: () => formArea,
  path: '/redirect',
  staticData: { title: 'common.title.redirect' },
  validateSearch: (search): { id?: string | undefined } => ({ id: textOf(search.id) }),
  beforeLoad: ({ search }) => {
    if (!search.id) throw redirect({ to: '/' });
  },
  component: screen('/redirect', () => import('../screens/redirect.tsx')),
});

const maintenance = createRoute({
  getParentRoute: () => formArea,
  path: '/maintenance',
  staticData: { title: 'common.title.maintenance' },
  component: screen('/maintenance', () => import('../screens/maintenance.tsx')),
});

const check = createRoute({
  getParentRoute: () => formArea,
  path: '/check',
  staticData: { title: 'common.title.check' },
  component: screen('/check', () => import('../screens/check.tsx')),
});

// Members -------------------------------------------------------------------------------------------------------------------

const home = createRoute({
  getParentRoute: () => memberArea,
  path: '/',
  staticData: { title: 'common.title.home', nav: true },
  component: screen('/', () => import('../screens/home.tsx')),
});

const homeNft = createRoute({
  getParentRoute: () => memberArea,
  path: '/home/nft',
  staticData: { title: 'collection.title' },
  component: screen('/home/nft', () => import('../screens/home-nft.tsx')),
});

const dashboard = createRoute({
  getParentRoute: () => memberArea,
  path: '/dashboard',
  staticData: { title: 'common.title.dashboard', nav: true },
  component: screen('/dashboard', () => import('../screens/dashboard.tsx')),
});

const miner = createRoute({
  getParentRoute: () => memberArea,
  path: '/miner',
  staticData: { title: 'common.title.miner', nav: true },
  component: screen('/miner', () => import('../screens/miner.tsx')),
});

const minerPurchase = createRoute({
  getParentRoute: () => memberArea,
  path: '/miner/purchase',
  staticData: { title: 'common.title.miner' },
  component: screen('/miner/purchase', () => import('../screens/miner-purchase.tsx')),
});

const minerPurchase2 = createRoute({
  getParentRoute: () => memberArea,
  path: '/miner/purchase2',
  staticData: { title: 'common.title.miner' },
  component: screen('/miner/purchase2', () => import('../screens/miner-purchase2.tsx')),
});

const minerRedeem = createRoute({
  getParentRoute: () => memberArea,
  path: '/miner/redeem',
  staticData: { title: 'common.title.redeem' },
  component: screen('/miner/redeem', () => import('../screens/miner-redeem.tsx')),
});

const raya = createRoute({
  getParentRoute: () => memberArea,
  path: '/duitraya',
  staticData: { title: 'blessing.title' },
  component: screen('/duitraya', () => import('../screens/raya.tsx')),
});

const rayaPick = createRoute({
  getParentRoute: () => memberArea,
  path: '/duitraya/pick/$id',
  staticData: { title: 'blessing.lucky' },
  component: screen('/duitraya/pick/$id', () => import('../screens/raya-pick.tsx')),
});

const rayaHistory = createRoute({
  getParentRoute: () => memberArea,
  path: '/duitraya/history',
  staticData: { title: 'blessing.history' },
  validateSearch: (search): { page?: number | undefined } => ({ page: pageOf(search.page) }),
  component: screen('/duitraya/history', () => import('../screens/raya-history.tsx')),
});

const order = createRoute({
  getParentRoute: () => memberArea,
  path: '/order',
  staticData: { title: 'common.title.order', nav: true },
  component: screen('/order', () => import('../screens/order.tsx')),
});

const orderDetails = createRoute({
  getParentRoute: () => memberArea,
  path: '/order/details/$id',
  staticData: { title: 'common.title.orderDetails' },
  component: screen('/order/details/$id', () => import('../screens/order-details.tsx')),
});

/** The other way the specification writes the same screen. */
const orderShort = createRoute({
  getParentRoute: () => memberArea,
  path: '/order/$id',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/order/details/$id', params, replace: true });
  },
});

const asset = createRoute({
  getParentRoute: () => memberArea,
  path: '/asset',
  staticData: { title: 'common.title.asset', nav: true },
  component: screen('/asset', () => import('../screens/asset.tsx')),
});

const profile = createRoute({
  getParentRoute: () => memberArea,
  path: '/profile',
  staticData: { title: 'common.title.profile', nav: true },
  component: screen('/profile', () => import('../screens/profile.tsx')),
});

const security = createRoute({
  getParentRoute: () => memberArea,
  path: '/profile/security',
  staticData: { title: 'security.title' },
  component: screen('/profile/security', () => import('../screens/security.tsx')),
});

const withdrawalDetails = createRoute({
  getParentRoute: () => memberArea,
  path: '/profile/withdrawalDetails',
  staticData: { title: 'address.title' },
  component: screen('/profile/withdrawalDetails', () => import('../screens/withdrawal-details.tsx')),
});

const referral = createRoute({
  getParentRoute: () => memberArea,
  path: '/profile/referral',
  staticData: { title: 'team.referral.title' },
  component: screen('/profile/referral', () => import('../screens/referral.tsx')),
});

const myteam = createRoute({
  getParentRoute: () => memberArea,
  path: '/profile/myteam',
  staticData: { title: 'team.title' },
  validateSearch: (search): { find?: string | undefined } => ({ find: textOf(search.find) }),
  component: screen('/profile/myteam', () => import('../screens/myteam.tsx')),
});

const myteamDetails = createRoute({
  getParentRoute: () => memberArea,
  path: '/profile/myteam/details',
  staticData: { title: 'team.details.title' },
  validateSearch: (search): { find?: string | undefined } => ({ find: textOf(search.find) }),
  component: screen('/profile/myteam/details', () => import('../screens/myteam-details.tsx')),
});

const announcements = createRoute({
  getParentRoute: () => memberArea,
  path: '/profile/announcement',
  staticData: { title: 'announcement.title' },
  validateSearch: (search): { page?: number | undefined } => ({ page: pageOf(search.page) }),
  component: screen('/profile/announcement', () => import('../screens/announcements.tsx')),
});

const announcement = createRoute({
  getParentRoute: () => memberArea,
  path: '/profile/announcement/$id',
  staticData: { title: 'announcement.one' },
  component: screen('/profile/announcement/$id', () => import('../screens/announcement.tsx')),
});

const helpcenter = createRoute({
  getParentRoute: () => memberArea,
  path: '/profile/helpcenter',
  staticData: { title: 'support.title' },
  component: screen('/profile/helpcenter', () => import('../screens/helpcenter.tsx')),
});

const helpcenterHistory = createRoute({
  getParentRoute: () => memberArea,
  path: '/profile/helpcenter/history',
  staticData: { title: 'support.history' },
  component: screen('/profile/helpcenter/history', () => import('../screens/helpcenter-history.tsx')),
});

const helpcenterTicket = createRoute({
  getParentRoute: () => memberArea,
  path: '/profile/helpcenter/history/$id',
  staticData: { title: 'support.chat' },
  component: screen('/profile/helpcenter/history/$id', () => import('../screens/helpcenter-ticket.tsx')),
});

const staking = createRoute({
  getParentRoute: () => memberArea,
  path: '/profile/staking',
  staticData: { title: 'staking.title' },
  component: screen('/profile/staking', () => import('../screens/staking.tsx')),
});

const stakingHistory = createRoute({
  getParentRoute: () => memberArea,
  path: '/profile/staking/history',
  staticData: { title: 'staking.history' },
  validateSearch: (search): { page?: number | undefined } => ({ page: pageOf(search.page) }),
  component: screen('/profile/staking/history', () => import('../screens/staking-history.tsx')),
});

const nft = createRoute({
  getParentRoute: () => memberArea,
  path: '/profile/nft',
  staticData: { title: 'nft.title' },
  component: screen('/profile/nft', () => import('../screens/nft.tsx')),
});

const nftWithdraw = createRoute({
  getParentRoute: () => memberArea,
  path: '/profile/nft/withdraw/$id',
  staticData: { title: 'nft.withdraw.title' },
  component: screen('/profile/nft/withdraw/$id', () => import('../screens/nft-withdraw.tsx')),
});

const nftHistory = createRoute({
  getParentRoute: () => memberArea,
  path: '/profile/nft/history',
  staticData: { title: 'nft.history' },
  validateSearch: (search): { page?: number | undefined } => ({ page: pageOf(search.page) }),
  component: screen('/profile/nft/history', () => import('../screens/nft-history.tsx')),
});

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
  orderShort,
  asset,
  profile,
  security,
  withdrawalDetails,
  referral,
  myteam,
  myteamDetails,
  announcements,
  announcement,
  helpcenter,
  helpcenterHistory,
  helpcenterTicket,
  staking,
  stakingHistory,
  nft,
  nftWithdraw,
  nftHistory,
] as const;
const formRoutes = [signup, forgotPassword, resetPassword, freezeAccount, ticketRedirect, maintenance, check] as const;

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
