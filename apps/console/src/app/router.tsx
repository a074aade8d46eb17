import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  type RouteComponent,
} from '@tanstack/react-router';
import { codeOf, whenOver } from '../base/api.ts';
import { actionsQuery, queryClient, sessionQuery } from '../base/queries.ts';
import { FailedPage, FailedScreen } from '../screens/failed.tsx';
import { Frame } from './frame.tsx';

const root = createRootRoute({ component: Outlet, errorComponent: FailedScreen });

/** Whoever is not signed in goes to sign in, and comes back to where they wanted to be. */
const inside = createRoute({
  id: 'inside',
  getParentRoute: () => root,
  component: Frame,
  beforeLoad: async ({ location }) => {
    try {
      await Promise.all([queryClient.ensureQueryData(sessionQuery), queryClient.ensureQueryData(actionsQuery)]);
    } catch (error) {
      if (codeOf(error) !== 'err_unauthorised') throw error;
      throw redirect({ to: '/sign-in', search: { to: location.href } });
    }
  },
});

/** What was filled in stands in the address, so that a list can be shared and comes back. */
const inTheAddress = (search: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(search).map(([name, value]) => [name, String(value)]));

/** A page inside, loaded when it is opened; where it cannot be, the menu stays. */
const page = <const Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({
    path,
    getParentRoute: () => inside,
    component,
    errorComponent: FailedPage,
    validateSearch: inTheAddress,
  });

const PAGES = [
  page(
    '/',
    lazyRouteComponent(() => import('../screens/waiting.tsx'), 'WaitingScreen'),
  ),
  page(
    '/withdrawals',
    lazyRouteComponent(() => import('../screens/withdrawals.tsx'), 'WithdrawalsScreen'),
  ),
  page(
    '/withdrawals/$id',
    lazyRouteComponent(() => import('../screens/withdrawal.tsx'), 'WithdrawalScreen'),
  ),
  page(
    '/nft-withdrawals',
    lazyRouteComponent(() => import('../screens/nft-withdrawals.tsx'), 'NftWithdrawalsScreen'),
  ),
  page(
    '/nft-withdrawals/$id',
    lazyRouteComponent(() => import('../screens/nft-withdrawal.tsx'), 'NftWithdrawalScreen'),
  ),
  page(
    '/members',
    lazyRouteComponent(() => import('../screens/members.tsx'), 'MembersScreen'),
  ),
  page(
    '/members/$id',
    lazyRouteComponent(() => import('../screens/member.tsx'), 'MemberScreen'),
  ),
  page(
    '/tickets',
    lazyRouteComponent(() => import('../screens/tickets.tsx'), 'TicketsScreen'),
  ),
  page(
    '/tickets/$id',
    lazyRouteComponent(() => import('../screens/ticket.tsx'), 'TicketScreen'),
  ),
  page(
    '/audit',
    lazyRouteComponent(() => import('../screens/audit.tsx'), 'AuditScreen'),
  ),
  page(
    '/long-work',
    lazyRouteComponent(() => import('../screens/books/work.tsx'), 'WorkScreen'),
  ),
  page(
    '/health',
    lazyRouteComponent(() => import('../screens/health.tsx'), 'HealthScreen'),
  ),
  page(
    '/balance-sheet',
    lazyRouteComponent(() => import('../screens/books/balance-sheet.tsx'), 'BalanceSheetScreen'),
  ),
  page(
    '/deposits',
    lazyRouteComponent(() => import('../screens/deposits.tsx'), 'DepositsScreen'),
  ),
  page(
    '/deposits/$id',
    lazyRouteComponent(() => import('../screens/deposit.tsx'), 'DepositScreen'),
  ),
  page(
    '/devices',
    lazyRouteComponent(() => import('../screens/mining/devices.tsx'), 'DevicesScreen'),
  ),
  page(
    '/devices/register',
    lazyRouteComponent(() => import('../screens/mining/register.tsx'), 'RegisterScreen'),
  ),
  page(
    '/devices/$serial',
    lazyRouteComponent(() => import('../screens/mining/device.tsx'), 'DeviceScreen'),
  ),
  page(
    '/fleet',
    lazyRouteComponent(() => import('../screens/mining/fleet.tsx'), 'FleetScreen'),
  ),
  page(
    '/settlements',
    lazyRouteComponent(() => import('../screens/mining/settlements.tsx'), 'SettlementsScreen'),
  ),
  page(
    '/settlements/$day',
    lazyRouteComponent(() => import('../screens/mining/settlement.tsx'), 'SettlementScreen'),
  ),
  page(
    '/prizes-to-hand-over',
    lazyRouteComponent(() => import('../screens/queues/fulfilments.tsx'), 'FulfilmentsScreen'),
  ),
  page(
    '/prizes-to-hand-over/$id',
    lazyRouteComponent(() => import('../screens/queues/fulfilment.tsx'), 'FulfilmentScreen'),
  ),
  page(
    '/vouchers',
    lazyRouteComponent(() => import('../screens/offers/vouchers.tsx'), 'VouchersScreen'),
  ),
  page(
    '/vouchers/$id',
    lazyRouteComponent(() => import('../screens/offers/voucher-batch.tsx'), 'VoucherBatchScreen'),
  ),
  page(
    '/prices',
    lazyRouteComponent(() => import('../screens/offers/prices.tsx'), 'PricesScreen'),
  ),
  page(
    '/prices/$id',
    lazyRouteComponent(() => import('../screens/offers/price.tsx'), 'PriceScreen'),
  ),
  page(
    '/raya-prizes',
    lazyRouteComponent(() => import('../screens/offers/prize-versions.tsx'), 'PrizeVersionsScreen'),
  ),
  page(
    '/raya-prizes/$id',
    lazyRouteComponent(() => import('../screens/offers/prize-version.tsx'), 'PrizeVersionScreen'),
  ),
  page(
    '/catalogue/$kind',
    lazyRouteComponent(() => import('../screens/catalogue/entries.tsx'), 'EntriesScreen'),
  ),
  page(
    '/catalogue/$kind/$id',
    lazyRouteComponent(() => import('../screens/catalogue/entry.tsx'), 'EntryScreen'),
  ),
  page(
    '/news',
    lazyRouteComponent(() => import('../screens/news/news-list.tsx'), 'NewsListScreen'),
  ),
  page(
    '/news/$kind/$id',
    lazyRouteComponent(() => import('../screens/news/news-item.tsx'), 'NewsItemScreen'),
  ),
  page(
    '/translations',
    lazyRouteComponent(() => import('../screens/news/translations.tsx'), 'TranslationsScreen'),
  ),
  page(
    '/translations/$key',
    lazyRouteComponent(() => import('../screens/news/translation.tsx'), 'TranslationScreen'),
  ),
  page(
    '/given-up',
    lazyRouteComponent(() => import('../screens/queues/outbox.tsx'), 'OutboxScreen'),
  ),
  page(
    '/keys',
    lazyRouteComponent(() => import('../screens/keys.tsx'), 'KeysScreen'),
  ),
  page(
    '/$noun/$verb',
    lazyRouteComponent(() => import('../screens/action.tsx'), 'ActionScreen'),
  ),
] as const;

const signInRoute = createRoute({
  path: '/sign-in',
  getParentRoute: () => root,
  component: lazyRouteComponent(() => import('../screens/sign-in.tsx'), 'SignInScreen'),
  validateSearch: ({ to }): { to?: string } => (typeof to === 'string' && /^\/(?!\/)/.test(to) ? { to } : {}),
});

const invitationRoute = createRoute({
  path: '/invitation',
  getParentRoute: () => root,
  component: lazyRouteComponent(() => import('../screens/invitation.tsx'), 'InvitationScreen'),
  validateSearch: ({ id }): { id: string } => ({ id: typeof id === 'string' ? id : '' }),
});

export const router = createRouter({
  routeTree: root.addChildren([inside.addChildren(PAGES), signInRoute, invitationRoute]),
  basepath: '/console',
  defaultNotFoundComponent: () => <FailedScreen text="There is no such page." />,
});

/** Whoever was signed in and is no more: nothing that was shown stays, neither on the screen nor behind the way back. */
whenOver(() => {
  if (queryClient.getQueryData(sessionQuery.queryKey) === undefined) return;
  queryClient.removeQueries({ queryKey: sessionQuery.queryKey });
  void router
    .navigate({ to: '/sign-in', search: { to: router.state.location.href } })
    .finally(() => queryClient.clear());
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
