import { isWalletId, type WalletId } from '@minerx/rules/wallet';
import { useSearch } from '@tanstack/react-router';

/** The wallet that somebody comes from, by the address, and the way back to it. */
export function useWalletMeant(): { meant: WalletId | undefined; backTo: string } {
  const { wallet } = useSearch({ strict: false }) as { wallet?: unknown };
  return typeof wallet === 'number' && isWalletId(wallet)
    ? { meant: wallet, backTo: `/asset/spot/transaction/${wallet}` }
    : { meant: undefined, backTo: '/asset' };
}
