import type { OperatorPrice } from '@minerx/contract/operator/offers/price';

/** What is set, in words. */
export const KINDS: Readonly<Record<OperatorPrice['kind'], string>> = {
  package_price: 'Price',
  activation_fee: 'Activation fee of a unit',
  wallet_price: 'Price of the wallet',
  withdrawal_fee: 'Withdrawal fee',
  nft_fee: 'Fee',
  swap_spread: 'Spread',
  swap_fee: 'Fee',
  pool_fee: 'Fee',
};
