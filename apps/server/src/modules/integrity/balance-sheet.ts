import type { NetworkId } from '@minerx/rules/network';
import type { WalletId } from '@minerx/rules/wallet';

/** `members`: in their wallets; `held`: on its way out of them; the others say where it lies. */
export type SheetLine = 'members' | 'held' | 'deposit' | 'hot' | 'cold' | 'pool';

export interface SheetRow {
  readonly walletId: WalletId;
  readonly line: SheetLine;
  /** Of what lies on one. */
  readonly networkId: NetworkId | null;
  readonly units: bigint;
}
