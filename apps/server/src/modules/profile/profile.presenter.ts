import type { Member } from '@minerx/contract/profile';
import { unsettledUntil } from '@minerx/rules/factor-hold';
import { formatUnits } from '@minerx/rules/money';
import { networkLabel } from '@minerx/rules/network';
import type { WithdrawalAddressRow } from '../member/withdrawal-address/withdrawal-address.query.ts';
import { readSetting } from '../setting/setting.ts';
import type { WalletTypeRow } from '../wallet/wallet.query.ts';
import { presentRanking } from '../team/team.presenter.ts';
import type { ProfileRow } from './profile.query.ts';

/** The member entity of the specification. */
export const presentProfile = (
  profile: ProfileRow,
  walletTypes: readonly WalletTypeRow[],
  addresses: readonly WithdrawalAddressRow[],
  now: number,
): Member => ({
  member_username: profile.username,
  member_email: profile.email,
  member_detail_fullname: profile.fullName,
  member_referral_code: profile.referralCode,
  member_ranking3: profile.rankId,
  ...presentRanking(profile.rankName, profile.rankNames),
  member_created_date: profile.createdAt.toISOString(),
  member_capital: formatUnits(profile.capitalUnits),
  member_has_mined: profile.hasMined,
  member_detail_countryid: profile.countryId,
  member_shared_closed: profile.sharedClosed,
  member_wallet: profile.balances.map((balance) => ({ member_wallet_balance: formatUnits(balance) })),
  member_wallet_type: walletTypes.map((type) => ({
    member_wallet_type_id: type.id,
    member_wallet_type_name: type.name,
    member_wallet_type_price: formatUnits(type.priceUnits),
    member_wallet_type_precision: type.precision,
  })),
  member_held: profile.held.map(({ walletId, reason, units }) => ({
    member_wallet_type_id: walletId,
    held_for: reason,
    amount: formatUnits(units),
  })),
  member_bank: addresses.map(({ walletId, network, address, usableAt }) => ({
    member_bank_type: walletId,
    member_bank_network: networkLabel(network),
    member_bank_number: address,
    member_bank_usable_date: usableAt.toISOString(),
  })),
  member_btapay_id: profile.btapayId ?? '',
  outgoing_held_until: heldUntil(profile.resetAt, now),
  system_setting: {
    nft_withdraw_fee: formatUnits(readSetting('nft_withdraw_fee', profile.nftWithdrawFee)),
    withdrawal_hold_hours: readSetting('withdrawal_address_hold_hours', profile.withdrawalHoldHours),
  },
  helpcenter: profile.hasUnreadTicket,
  member_unread_notices: profile.unreadNotices,
  member_terms_version: profile.termsVersion,
});

const heldUntil = (resetAt: Date | null, now: number): string | null => {
  const until = unsettledUntil(resetAt?.getTime() ?? null, now);
  return until === null ? null : new Date(until).toISOString();
};
