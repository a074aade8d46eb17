import type { ResultOf } from '@minerx/contract/call';
import type { Member } from '@minerx/contract/profile';
import type { walletAll } from '@minerx/contract/wallet';
import { sumUnits, unitsFrom, type Units } from '@minerx/rules/money';
import { totalAssetUsd, usdValue, WALLETS, type WalletId } from '@minerx/rules/wallet';
import { ownWallet } from '../../base/own-wallet.ts';

export type WalletTypes = ResultOf<typeof walletAll>['wallet_type'];

export interface WalletLine {
  id: WalletId;
  name: string;
  /** Decimals shown. */
  precision: number;
  balanceUnits: Units;
  /** What is set aside of it, and for what; no part of the balance. */
  held: Member['member_held'];
  heldUnits: Units;
  /** 1e-8 USD, rounded down. */
  usdUnits: Units;
  /** 1e-8: dollars for one unit, or (AOGTD) units for one dollar; zero where nobody says it. */
  priceUnits: Units;
  priceAt: string | null;
  /** The price comes from a simulated source. */
  simulated: boolean;
  /** The market tells a price that is not believed: this is the last one that was. */
  doubted: boolean;
}

/** What a member has: each of the eleven wallets by position, and all of them in 1e-8 USD. */
export function balancesOf(member: Member, types: WalletTypes): { lines: WalletLine[]; totalUsdUnits: Units } {
  const lines = WALLETS.map((wallet): WalletLine => {
    const type = types.find((each) => each.member_wallet_type_id === wallet.id);
    const { balanceUnits } = ownWallet(member, wallet.id);
    const held = member.member_held.filter((part) => part.member_wallet_type_id === wallet.id);
    const priceUnits = unitsFrom(type?.member_wallet_type_price);
    return {
      id: wallet.id,
      name: type?.member_wallet_type_name ?? wallet.name,
      precision: type?.member_wallet_type_precision ?? wallet.precision,
      balanceUnits,
      held,
      heldUnits: sumUnits(held.map((part) => unitsFrom(part.amount))),
      usdUnits: usdValue(wallet.id, balanceUnits, priceUnits),
      priceUnits,
      priceAt: type?.source.at ?? null,
      simulated: type?.source.simulated ?? false,
      doubted: type?.doubted ?? false,
    };
  });
  const totalUsdUnits = totalAssetUsd(
    lines.map((line) => line.balanceUnits),
    lines.map((line) => line.priceUnits),
  );
  return { lines, totalUsdUnits };
}
