import { memberScreen } from './areas.tsx';

/** The wallets and everything that moves them: `asset` and `asset/spot/…`. */
export const assetRoutes = [
  memberScreen('/asset', () => import('../screens/asset.tsx'), 'common.title.asset', true),
] as const;
