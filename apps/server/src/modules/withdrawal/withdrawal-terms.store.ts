import type { NetworkId } from '@minerx/rules/network';
import type { WalletId } from '@minerx/rules/wallet';
import type { Tx } from '../../db/transaction.ts';

/** What operators set of a coin on a network for withdrawals. */
export interface AssetTerms {
  readonly minimumUnits: bigint;
  readonly feeUnits: bigint;
  readonly dailyLimitUnits: bigint;
  readonly twoOperatorsAboveUnits: bigint;
  readonly enabled: boolean;
}

interface Place {
  readonly walletId: WalletId;
  readonly networkId: NetworkId;
}

export const lockTerms = async (tx: Tx, { walletId, networkId }: Place): Promise<AssetTerms | null> => {
  const { rows } = await tx.query<AssetTerms>(
    `SELECT min_withdraw_units AS "minimumUnits", fee_units AS "feeUnits", daily_limit_units AS "dailyLimitUnits",
            two_operators_above_units AS "twoOperatorsAboveUnits", enabled_withdraw AS enabled
       FROM asset_network WHERE wallet_id = $1 AND network_id = $2 FOR UPDATE`,
    [walletId, networkId],
  );
  return rows[0] ?? null;
};

export const setTerms = async (tx: Tx, { walletId, networkId }: Place, terms: AssetTerms): Promise<void> => {
  await tx.query(
    `UPDATE asset_network SET min_withdraw_units = $3, fee_units = $4, daily_limit_units = $5, two_operators_above_units = $6,
            enabled_withdraw = $7
      WHERE wallet_id = $1 AND network_id = $2`,
    [
      walletId,
      networkId,
      terms.minimumUnits,
      terms.feeUnits,
      terms.dailyLimitUnits,
      terms.twoOperatorsAboveUnits,
      terms.enabled,
    ],
  );
};

/** Which ways through a network are open. */
export interface OpenWays {
  readonly deposits: boolean;
  readonly withdrawals: boolean;
}

export const setOpenWays = async (
  tx: Tx,
  networkId: NetworkId,
  change: Partial<OpenWays>,
): Promise<{ before: OpenWays; after: OpenWays }> => {
  const { rows } = await tx.query<OpenWays>(
    'SELECT enabled_deposit AS deposits, enabled_withdraw AS withdrawals FROM network WHERE id = $1 FOR UPDATE',
    [networkId],
  );
  const before = rows[0]!;
  const after = { ...before, ...change };
  await tx.query('UPDATE network SET enabled_deposit = $2, enabled_withdraw = $3 WHERE id = $1', [
    networkId,
    after.deposits,
    after.withdrawals,
  ]);
  return { before, after };
};
