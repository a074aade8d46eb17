import type { OperatorVoucherBatch } from '@minerx/contract/operator/offers/voucher';
import { minerPackageById, type PackageId } from '@minerx/rules/miner-package';

/** The package that a voucher brings, by its number and whether it is a whole miner. */
export const packageOf = ({ package: id }: Pick<OperatorVoucherBatch, 'package'>): string =>
  `${id}, ${minerPackageById(id as PackageId).kind}`;
