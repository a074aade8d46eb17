import { createRoute } from '@tanstack/react-router';
import { memberArea, memberScreen, screen } from './areas.tsx';

/** Where a swap that was needed for something else leads back to. */
const BACK = ['/', '/miner/purchase', '/miner/purchase2', '/order'] as const;

/** What somebody came for: so much of a wallet, and back to the form that needs it. */
const validateSwapSearch = (search: Record<string, unknown>) => {
  const { to, get, back } = search;
  return {
    to: typeof to === 'number' ? to : undefined,
    get: typeof get === 'number' ? String(get) : typeof get === 'string' ? get : undefined,
    back: BACK.find((path) => path === back),
  };
};

const swapRoute = createRoute({
  getParentRoute: () => memberArea,
  path: '/asset/spot/swap',
  staticData: { title: 'swap.title' },
  validateSearch: validateSwapSearch,
  component: screen('/asset/spot/swap', () => import('../screens/asset/swap.tsx')),
});

/** The wallets and everything that moves them: `asset` and `asset/spot/…`. */
export const assetRoutes = [
  memberScreen('/asset', () => import('../screens/asset.tsx'), 'common.title.asset', true),
  memberScreen('/asset/spot/transfer', () => import('../screens/asset/transfer.tsx'), 'transfer.title'),
  swapRoute,
] as const;
