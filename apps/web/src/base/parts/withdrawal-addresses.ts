import type { Member } from '@minerx/contract/profile';

/** A saved address to send to: one for each coin and network. */
export interface WithdrawalAddress {
  /** The wallet's id. */
  coin: number;
  networkLabel: string;
  address: string;
  /** From when on it can be used. */
  usableAt: string;
}

/** The withdrawal addresses out of the member entity. */
export const withdrawalAddressesOf = ({ member_bank: saved }: Member): WithdrawalAddress[] =>
  saved.map((each) => ({
    coin: each.member_bank_type,
    networkLabel: each.member_bank_network,
    address: each.member_bank_number,
    usableAt: each.member_bank_usable_date,
  }));
