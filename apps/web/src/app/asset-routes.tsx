import { withTexts } from '../base/language/with-texts.ts';
import type { TextKey } from '../i18n/keys.ts';
import { memberScreen, pagedScreen, searchScreen, soughtOf, type Load } from './areas.tsx';

/** With the texts that only the screens of wallets and NFTs have. */
const spotScreen = <const Path extends string>(path: Path, load: Load, title: TextKey) =>
  memberScreen(path, withTexts('spot', load), title);

/** What somebody came for: so much of a wallet, and back to the form that needs it; or the wallet it is to be from. As it stands in the address: its screen judges it. */
interface SwapSearch {
  to?: unknown;
  get?: unknown;
  back?: unknown;
  wallet?: unknown;
}

/** The wallets and everything that moves them: `asset` and `asset/spot/…`. */
export const assetRoutes = [
  memberScreen('/asset', () => import('../screens/asset.tsx'), 'common.title.asset', true),
  // `all`, `others`, or a wallet's id.
  spotScreen('/asset/spot/transaction/$id', () => import('../screens/asset/transactions.tsx'), 'wallet.history'),
  spotScreen('/asset/spot/transaction/statement', () => import('../screens/asset/statement.tsx'), 'wallet.statement'),
  spotScreen('/asset/spot/transfer', () => import('../screens/asset/transfer.tsx'), 'wallet.transfer'),
  searchScreen(
    '/asset/spot/swap',
    withTexts('spot', () => import('../screens/asset/swap.tsx')),
    'wallet.swap',
    (search): SwapSearch => search,
  ),
  searchScreen(
    '/asset/spot/deposit',
    withTexts('spot', () => import('../screens/asset/deposit.tsx')),
    'wallet.deposit',
    ({ back, wallet, id }): Pick<SwapSearch, 'back' | 'wallet'> & ReturnType<typeof soughtOf> => ({
      back,
      wallet,
      ...soughtOf({ id }),
    }),
  ),
  spotScreen('/asset/spot/withdraw', () => import('../screens/asset/withdraw.tsx'), 'wallet.withdraw'),
  pagedScreen(
    '/asset/spot/withdraw/history',
    withTexts('spot', () => import('../screens/asset/withdraw-history.tsx')),
    'withdrawal.history',
  ),
] as const;
