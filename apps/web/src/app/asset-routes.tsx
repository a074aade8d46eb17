import { createRoute } from '@tanstack/react-router';
import { memberArea, memberScreen, screen } from './areas.tsx';

/** What somebody came for: so much of a wallet, and back to the form that needs it. As it stands in the address: its screen judges it. */
interface SwapSearch {
  to?: unknown;
  get?: unknown;
  back?: unknown;
}

const swapRoute = createRoute({
  getParentRoute: () => memberArea,
  path: '/asset/spot/swap',
  staticData: { title: 'swap.title' },
  validateSearch: (search): SwapSearch => search,
  component: screen('/asset/spot/swap', () => import('../screens/asset/swap.tsx')),
});

/** The wallets and everything that moves them: `asset` and `asset/spot/…`. */
export const assetRoutes = [
  memberScreen('/asset', () => import('../screens/asset.tsx'), 'common.title.asset', true),
  memberScreen('/asset/spot/transfer', () => import('../screens/asset/transfer.tsx'), 'transfer.title'),
  swapRoute,
] as const;
