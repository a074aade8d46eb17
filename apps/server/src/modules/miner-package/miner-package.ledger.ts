import type { PackageTerms } from '@minerx/rules/purchase';
import { list } from '../../ledger/statement.ts';
import { defineLedgerFacts } from '../../ledger/table.ts';

/** Packages as operators have set them. */
export const packages = defineLedgerFacts<PackageTerms>({
  name: 'packages',
  load: async (db, { ids }) => {
    const rows = await db.read<[number, bigint, number, bigint, bigint, boolean, number]>(
      'ledger_package',
      `SELECT id, price_units, quantity, max_profit_units, activation_fee_units, active, free_blessings FROM miner_package
        WHERE id = ANY($1::smallint[])`,
      [list(ids)],
    );
    return rows.map(([id, priceUnits, quantity, maxProfitUnits, activationFeeUnits, active, freeBlessings]) => {
      return { id, priceUnits, quantity, maxProfitUnits, activationFeeUnits, active, freeBlessings };
    });
  },
});
