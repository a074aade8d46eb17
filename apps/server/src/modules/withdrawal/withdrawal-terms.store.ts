import type { NetworkId } from '@minerx/rules/network';
import type { WalletId } from '@minerx/rules/wallet';
import type { Tx } from '../../db/transaction.ts';

/** What operators set of a coin on a network: where it lives there, and on which terms it comes, leaves and rests. */
export interface AssetTerms {
  readonly minimumUnits: bigint;
  readonly feeUnits: bigint;
  readonly dailyLimitUnits: bigint;
  readonly twoOperatorsAboveUnits: bigint;
  readonly enabled: boolean;
  /** Of the token there, in its network's spelling; null: not known yet. */
  readonly contract: string | null;
  readonly decimals: number;
  readonly minimumDepositUnits: bigint;
  readonly deposits: boolean;
  /** From how much on an address is worth a transaction. */
  readonly sweepFromUnits: bigint;
  /** Most that should lie in the hot wallet; null: nobody has said. */
  readonly coldAboveUnits: bigint | null;
}

interface Place {
  readonly walletId: WalletId;
  readonly networkId: NetworkId;
}

export const lockTerms = async (tx: Tx, { walletId, networkId }: Place): Promise<AssetTerms | null> => {
  const { rows } = await tx.query<AssetTerms>(
    `SELECT min_withdraw_units AS "minimumUnits", fee_units AS "feeUnits", daily_limit_units AS "dailyLimitUnits",
            two_operators_above_units AS "twoOperatorsAboveUnits", enabled_withdraw AS enabled, contract, decimals::integer AS decimals,
            min_deposit_units AS "minimumDepositUnits", enabled_deposit AS deposits, sweep_from_units AS "sweepFromUnits",
            cold_above_units AS "coldAboveUnits"
       FROM asset_network WHERE wallet_id = $1 AND network_id = $2 FOR UPDATE`,
    [walletId, networkId],
  );
  return rows[0] ?? null;
};

export const setTerms = async (tx: Tx, { walletId, networkId }: Place, terms: AssetTerms): Promise<void> => {
  await tx.query(
    `UPDATE asset_network SET min_withdraw_units = $3, fee_units = $4, daily_limit_units = $5, two_operators_above_units = $6,
            enabled_withdraw = $7, contract = $8, decimals = $9, min_deposit_units = $10, enabled_deposit = $11, sweep_from_units = $12,
            cold_above_units = $13
      WHERE wallet_id = $1 AND network_id = $2`,
    [
      walletId,
      networkId,
      terms.minimumUnits,
      terms.feeUnits,
      terms.dailyLimitUnits,
      terms.twoOperatorsAboveUnits,
      terms.enabled,
      terms.contract,
      terms.decimals,
      terms.minimumDepositUnits,
      terms.deposits,
      terms.sweepFromUnits,
      terms.coldAboveUnits,
    ],
  );
};

/** What operators set of a whole network. */
export interface NetworkTerms {
  /** Which ways through it are open. */
  readonly deposits: boolean;
  readonly withdrawals: boolean;
  /** Where a transaction can be looked up, with {hash} in its place; null: nowhere. */
  readonly explorer: string | null;
  /** Blocks until something on it is final. */
  readonly confirmations: number;
}

export const setNetworkTerms = async (
  tx: Tx,
  networkId: NetworkId,
  change: Partial<NetworkTerms>,
): Promise<{ before: NetworkTerms; after: NetworkTerms }> => {
  const { rows } = await tx.query<NetworkTerms>(
    'SELECT enabled_deposit AS deposits, enabled_withdraw AS withdrawals, explorer, confirmations FROM network WHERE id = $1 FOR UPDATE',
    [networkId],
  );
  const before = rows[0]!;
  const after = { ...before, ...change };
  await tx.query(
    'UPDATE network SET enabled_deposit = $2, enabled_withdraw = $3, explorer = $4, confirmations = $5 WHERE id = $1',
    [networkId, after.deposits, after.withdrawals, after.explorer, after.confirmations],
  );
  return { before, after };
};
