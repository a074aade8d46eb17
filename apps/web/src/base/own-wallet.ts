import type { Member } from '@minerx/contract/profile';
import { unitsFrom, type Units } from '@minerx/rules/money';
import { walletById, type WalletId } from '@minerx/rules/wallet';

export interface OwnWallet {
  id: WalletId;
  name: string;
  /** Decimals shown. */
  precision: number;
  balanceUnits: Units;
  /** 1e-8: dollars for one unit, or (AOGTD) units for one dollar; zero while it is not known. */
  priceUnits: Units;
}

/** A wallet out of the member entity. */
export function ownWallet(member: Member, id: WalletId): OwnWallet {
  const { position, name, precision } = walletById(id);
  const type = member.member_wallet_type[position];
  return {
    id,
    name: type?.member_wallet_type_name ?? name,
    precision: type?.member_wallet_type_precision ?? precision,
    balanceUnits: unitsFrom(member.member_wallet[position]?.member_wallet_balance),
    priceUnits: unitsFrom(type?.member_wallet_type_price),
  };
}
