import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { codeOf } from '../base/api.ts';
import { actionsQuery, queryClient, sessionQuery } from '../base/queries.ts';
import { SignInScreen } from '../screens/sign-in.tsx';
import { FailedScreen } from '../screens/failed.tsx';
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

const waitingRoute = createRoute({
  path: '/',
  getParentRoute: () => inside,
  component: lazyRouteComponent(() => import('../screens/waiting.tsx'), 'WaitingScreen'),
});

/** What was filled in stands in the address, so that a list can be shared and comes back. */
const inTheAddress = (search: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(search).map(([name, value]) => [name, String(value)]));

const actionRoute = createRoute({
  path: '/$noun/$verb',
  getParentRoute: () => inside,
  component: lazyRouteComponent(() => import('../screens/action.tsx'), 'ActionScreen'),
  validateSearch: inTheAddress,
});

const withdrawalsRoute = createRoute({
  path: '/withdrawals',
  getParentRoute: () => inside,
  component: lazyRouteComponent(() => import('../screens/withdrawals.tsx'), 'WithdrawalsScreen'),
  validateSearch: inTheAddress,
});

const withdrawalRoute = createRoute({
  path: '/withdrawals/$id',
  getParentRoute: () => inside,
  component: lazyRouteComponent(() => import('../screens/withdrawal.tsx'), 'WithdrawalScreen'),
});

const nftWithdrawalsRoute = createRoute({
  path: '/nft-withdrawals',
  getParentRoute: () => inside,
  component: lazyRouteComponent(() => import('../screens/nft-withdrawals.tsx'), 'NftWithdrawalsScreen'),
  validateSearch: inTheAddress,
});

const nftWithdrawalRoute = createRoute({
  path: '/nft-withdrawals/$id',
  getParentRoute: () => inside,
  component: lazyRouteComponent(() => import('../screens/nft-withdrawal.tsx'), 'NftWithdrawalScreen'),
});

const signInRoute = createRoute({
  path: '/sign-in',
  getParentRoute: () => root,
  component: SignInScreen,
  validateSearch: ({ to }): { to?: string } => (typeof to === 'string' && /^\/(?!\/)/.test(to) ? { to } : {}),
});

const invitationRoute = createRoute({
  path: '/invitation',
  getParentRoute: () => root,
  component: lazyRouteComponent(() => import('../screens/invitation.tsx'), 'InvitationScreen'),
  validateSearch: ({ id }): { id: string } => ({ id: typeof id === 'string' ? id : '' }),
});

const membersRoute = createRoute({
  path: '/members',
  getParentRoute: () => inside,
  component: lazyRouteComponent(() => import('../screens/members.tsx'), 'MembersScreen'),
  validateSearch: inTheAddress,
});

const memberRoute = createRoute({
  path: '/members/$id',
  getParentRoute: () => inside,
  component: lazyRouteComponent(() => import('../screens/member.tsx'), 'MemberScreen'),
  validateSearch: inTheAddress,
});

const ticketsRoute = createRoute({
  path: '/tickets',
  getParentRoute: () => inside,
  component: lazyRouteComponent(() => import('../screens/tickets.tsx'), 'TicketsScreen'),
  validateSearch: inTheAddress,
});

const ticketRoute = createRoute({
  path: '/tickets/$id',
  getParentRoute: () => inside,
  component: lazyRouteComponent(() => import('../screens/ticket.tsx'), 'TicketScreen'),
});

const auditRoute = createRoute({
  path: '/audit',
  getParentRoute: () => inside,
  component: lazyRouteComponent(() => import('../screens/audit.tsx'), 'AuditScreen'),
  validateSearch: inTheAddress,
});

const healthRoute = createRoute({
  path: '/health',
  getParentRoute: () => inside,
  component: lazyRouteComponent(() => import('../screens/health.tsx'), 'HealthScreen'),
});

const depositsRoute = createRoute({
  path: '/deposits',
  getParentRoute: () => inside,
  component: lazyRouteComponent(() => import('../screens/deposits.tsx'), 'DepositsScreen'),
  validateSearch: inTheAddress,
});

const depositRoute = createRoute({
  path: '/deposits/$id',
  getParentRoute: () => inside,
  component: lazyRouteComponent(() => import('../screens/deposit.tsx'), 'DepositScreen'),
});

const devicesRoute = createRoute({
  path: '/devices',
  getParentRoute: () => inside,
  component: lazyRouteComponent(() => import('../screens/devices.tsx'), 'DevicesScreen'),
  validateSearch: inTheAddress,
});

export const router = createRouter({
  routeTree: root.addChildren([
    inside.addChildren([
      waitingRoute,
      withdrawalsRoute,
      withdrawalRoute,
      nftWithdrawalsRoute,
      nftWithdrawalRoute,
      membersRoute,
      memberRoute,
      ticketsRoute,
      ticketRoute,
      auditRoute,
      healthRoute,
      depositsRoute,
      depositRoute,
      devicesRoute,
      actionRoute,
    ]),
    signInRoute,
    invitationRoute,
  ]),
  basepath: '/console',
  defaultNotFoundComponent: () => <FailedScreen error={new Error('There is no such page.')} />,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
