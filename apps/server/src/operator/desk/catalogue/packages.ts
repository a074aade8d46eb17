import { minerPackageById, type PackageId } from '@minerx/rules/miner-package';
import { formatUnits } from '@minerx/rules/money';
import { listAllMinerPackages, listStock } from '../../../modules/miner-package/miner-package.query.ts';
import { yesOrNo, type Entry, type EntryKind } from './entry.ts';

/** What is sold, on which terms, and the machines of its line. */
export const packages: EntryKind = {
  kind: 'package',
  look: 'package list',
  columns: ['Price', 'Most a unit earns', 'Activation fee', 'Sold', 'Units in stock', 'Units taken'],
  list: async (db) => {
    const [rows, stock] = await Promise.all([listAllMinerPackages(db), listStock(db)]);
    return rows.map((row): Entry => {
      const { id, name } = row;
      const { line } = minerPackageById(id as PackageId);
      const units = stock.find((each) => each.line === line);
      const amount = (flag: string, label: string, value: bigint, logged: string) => {
        return { flag, label, value: formatUnits(value), logged };
      };
      return {
        id: `package.${id}`,
        name: `${id}, ${name}`,
        subject: `package:${id}`,
        facts: [
          { label: 'Packages of a unit', value: String(row.quantity) },
          { label: 'Line', value: line },
          { label: 'Units in stock', value: String(units?.total ?? 0) },
          { label: 'Units taken', value: String(units?.used ?? 0) },
          { label: 'Units that wait', value: String(units?.waiting ?? 0) },
        ],
        changes: [
          {
            action: 'package set',
            label: 'Change its terms',
            given: { id: String(id) },
            logged: 'package.set',
            fields: [
              { flag: 'name', label: 'Name', value: name, logged: 'name' },
              amount('price', 'Price', row.priceUnits, 'priceUnits'),
              amount('max-profit', 'Most a unit earns', row.maxProfitUnits, 'maxProfitUnits'),
              amount('fee', 'Activation fee', row.activationFeeUnits, 'activationFeeUnits'),
              amount('roi-from', 'Contract figure from', row.roiDisplayUnits, 'roiDisplayUnits'),
              amount('roi-to', 'Contract figure to', row.roiDisplayMaxUnits, 'roiDisplayMaxUnits'),
              { flag: 'active', label: 'Sold', value: yesOrNo(row.active), logged: 'active' },
            ],
          },
          {
            action: 'blessing grant',
            label: 'Change its Raya picks',
            given: { package: String(id) },
            logged: 'package.blessings',
            fields: [{ flag: 'count', label: 'Raya picks', value: String(row.freeBlessings), logged: '' }],
          },
        ],
      };
    });
  },
};
