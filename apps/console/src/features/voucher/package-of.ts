import type { OperatorVoucherBatch } from '@minerx/contract/operator/voucher';

/** The package that a voucher brings, by its number and whether it is a whole miner. */
export const packageOf = ({ package: id }: Pick<OperatorVoucherBatch, 'package'>): string =>
  id === 4 ? '4, shared' : `${id}, own`;
