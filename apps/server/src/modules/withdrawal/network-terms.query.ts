import type { NetworkId } from '@minerx/rules/network';
import type { WalletId } from '@minerx/rules/wallet';
import type { Db } from '../../db/transaction.ts';
import type { AssetTerms, NetworkTerms } from './withdrawal-terms.store.ts';

/** Every network as operators have set it. */
export const listNetworkTerms = async (db: Db): Promise<(NetworkTerms & { networkId: NetworkId })[]> => {
  const { rows } = await db.query<NetworkTerms & { networkId: NetworkId }>(
    `SELECT id AS "networkId", enabled_deposit AS deposits, enabled_withdraw AS withdrawals, explorer, confirmations FROM network ORDER BY id`,
  );
  return rows;
};

interface PlacedTerms extends AssetTerms {
  walletId: WalletId;
  networkId: NetworkId;
}

/** Every coin on each of its networks as operators have set it; a network that is switched off stops it all the same. */
export const listAssetTerms = async (db: Db): Promise<PlacedTerms[]> => {
  const { rows } = await db.query<PlacedTerms>(
    `SELECT wallet_id AS "walletId", network_id AS "networkId", min_withdraw_units AS "minimumUnits", fee_units AS "feeUnits",
            daily_limit_units AS "dailyLimitUnits", two_operators_above_units AS "twoOperatorsAboveUnits", enabled_withdraw AS enabled,
            contract, decimals::integer AS decimals, min_deposit_units AS "minimumDepositUnits", enabled_deposit AS deposits,
            sweep_from_units AS "sweepFromUnits", cold_above_units AS "coldAboveUnits"
       FROM asset_network ORDER BY wallet_id, network_id`,
  );
  return rows;
};
