import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  type RouteComponent,
} from '@tanstack/react-router';
import { codeOf, isReached, unreached, whenOver } from '../base/api.ts';
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

/** A screen's own file. Where a newer build has another in its place the page starts anew; while nobody answers it stays as it is. */
const screen = <Screens extends Record<string, unknown>, Name extends keyof Screens>(
  load: () => Promise<Screens>,
  name: Name,
) =>
  lazyRouteComponent<Screens, Name>(
    () =>
      load().catch(async (error: unknown) => {
        throw (await isReached()) ? error : unreached();
      }),
    name,
  );

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
    screen(() => import('../screens/waiting.tsx'), 'WaitingScreen'),
  ),
  page(
    '/withdrawals',
    screen(() => import('../screens/withdrawals.tsx'), 'WithdrawalsScreen'),
  ),
  page(
    '/withdrawals/$id',
    screen(() => import('../screens/withdrawal.tsx'), 'WithdrawalScreen'),
  ),
  page(
    '/nft-withdrawals',
    screen(() => import('../screens/nft-withdrawals.tsx'), 'NftWithdrawalsScreen'),
  ),
  page(
    '/nft-withdrawals/$id',
    screen(() => import('../screens/nft-withdrawal.tsx'), 'NftWithdrawalScreen'),
  ),
  page(
    '/members',
    screen(() => import('../screens/members.tsx'), 'MembersScreen'),
  ),
  page(
    '/members/$id',
    screen(() => import('../screens/member.tsx'), 'MemberScreen'),
  ),
  page(
    '/tickets',
    screen(() => import('../screens/tickets.tsx'), 'TicketsScreen'),
  ),
  page(
    '/tickets/$id',
    screen(() => import('../screens/ticket.tsx'), 'TicketScreen'),
  ),
  page(
    '/audit',
    screen(() => import('../screens/audit.tsx'), 'AuditScreen'),
  ),
  page(
    '/long-work',
    screen(() => import('../screens/books/work.tsx'), 'WorkScreen'),
  ),
  page(
    '/health',
    screen(() => import('../screens/health.tsx'), 'HealthScreen'),
  ),
  page(
    '/balance-sheet',
    screen(() => import('../screens/books/balance-sheet.tsx'), 'BalanceSheetScreen'),
  ),
  page(
    '/deposits',
    screen(() => import('../screens/deposits.tsx'), 'DepositsScreen'),
  ),
  page(
    '/deposits/$id',
    screen(() => import('../screens/deposit.tsx'), 'DepositScreen'),
  ),
  page(
    '/devices',
    screen(() => import('../screens/mining/devices.tsx'), 'DevicesScreen'),
  ),
  page(
    '/devices/register',
    screen(() => import('../screens/mining/register.tsx'), 'RegisterScreen'),
  ),
  page(
    '/devices/$serial',
    screen(() => import('../screens/mining/device.tsx'), 'DeviceScreen'),
  ),
  page(
    '/fleet',
    screen(() => import('../screens/mining/fleet.tsx'), 'FleetScreen'),
  ),
  page(
    '/settlements',
    screen(() => import('../screens/mining/settlements.tsx'), 'SettlementsScreen'),
  ),
  page(
    '/settlements/$day',
    screen(() => import('../screens/mining/settlement.tsx'), 'SettlementScreen'),
  ),
  page(
    '/prizes-to-hand-over',
    screen(() => import('../screens/queues/fulfilments.tsx'), 'FulfilmentsScreen'),
  ),
  page(
    '/prizes-to-hand-over/$id',
    screen(() => import('../screens/queues/fulfilment.tsx'), 'FulfilmentScreen'),
  ),
  page(
    '/vouchers',
    screen(() => import('../screens/offers/vouchers.tsx'), 'VouchersScreen'),
  ),
  page(
    '/vouchers/$id',
    screen(() => import('../screens/offers/voucher-batch.tsx'), 'VoucherBatchScreen'),
  ),
  page(
    '/prices',
    screen(() => import('../screens/offers/prices.tsx'), 'PricesScreen'),
  ),
  page(
    '/prices/$id',
    screen(() => import('../screens/offers/price.tsx'), 'PriceScreen'),
  ),
  page(
    '/raya-prizes',
    screen(() => import('../screens/offers/prize-versions.tsx'), 'PrizeVersionsScreen'),
  ),
  page(
    '/raya-prizes/$id',
    screen(() => import('../screens/offers/prize-version.tsx'), 'PrizeVersionScreen'),
  ),
  page(
    '/catalogue/$kind',
    screen(() => import('../screens/catalogue/entries.tsx'), 'EntriesScreen'),
  ),
  page(
    '/catalogue/$kind/$id',
    screen(() => import('../screens/catalogue/entry.tsx'), 'EntryScreen'),
  ),
  page(
    '/news',
    screen(() => import('../screens/news/news-list.tsx'), 'NewsListScreen'),
  ),
  page(
    '/news/$kind/$id',
    screen(() => import('../screens/news/news-item.tsx'), 'NewsItemScreen'),
  ),
  page(
    '/translations',
    screen(() => import('../screens/news/translations.tsx'), 'TranslationsScreen'),
  ),
  page(
    '/translations/$key',
    screen(() => import('../screens/news/translation.tsx'), 'TranslationScreen'),
  ),
  page(
    '/given-up',
    screen(() => import('../screens/queues/outbox.tsx'), 'OutboxScreen'),
  ),
  page(
    '/keys',
    screen(() => import('../screens/keys.tsx'), 'KeysScreen'),
  ),
  page(
    '/$noun/$verb',
    screen(() => import('../screens/action.tsx'), 'ActionScreen'),
  ),
] as const;

const signInRoute = createRoute({
  path: '/sign-in',
  getParentRoute: () => root,
  component: screen(() => import('../screens/sign-in.tsx'), 'SignInScreen'),
  validateSearch: ({ to }): { to?: string } => (typeof to === 'string' && /^\/(?!\/)/.test(to) ? { to } : {}),
});

const invitationRoute = createRoute({
  path: '/invitation',
  getParentRoute: () => root,
  component: screen(() => import('../screens/invitation.tsx'), 'InvitationScreen'),
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
