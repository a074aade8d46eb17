import type { WalletId } from '@minerx/rules/wallet';

export interface StakingTypeRow {
  id: number;
  name: string;
  name2: string;
  /** Variants of `name2` by language code. */
  names2: Readonly<Record<string, string>>;
  walletId: WalletId;
  wallet2Id: WalletId;
  maxUnits: bigint;
  termDays: number;
  active: boolean;
}
