import type { ResultOf } from '@minerx/contract/call';
import type { Member } from '@minerx/contract/profile';
import type { walletAll } from '@minerx/contract/wallet';
import { unitsFrom, type Units } from '@minerx/rules/money';
import { WALLETS } from '@minerx/rules/wallet';
import { ownWallet } from '../../base/own-wallet.ts';

type WalletTypes = ResultOf<typeof walletAll>['wallet_type'];

/** What is in each wallet, by position. */
export const balancesOf = (member: Member): readonly Units[] =>
  WALLETS.map(({ id }) => ownWallet(member, id).balanceUnits);

/** What each wallet's unit costs, by position; zero where nobody says it. */
export const pricesOf = (types: WalletTypes): readonly Units[] =>
  WALLETS.map(({ id }) => unitsFrom(types.find((type) => type.member_wallet_type_id === id)?.member_wallet_type_price));
