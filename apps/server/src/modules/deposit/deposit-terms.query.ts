import { addressBytes } from '@minerx/rules/chain-spelling';
import type { NetworkId } from '@minerx/rules/network';
import type { WalletId } from '@minerx/rules/wallet';
import type { Db } from '../../db/transaction.ts';
import type { Hex } from '../../outside/chain/port.ts';

/** A coin as it comes in on a network. */
export interface DepositTerms {
  readonly walletId: WalletId;
  /** As the chain's nodes name it. */
  readonly contract: Hex;
  readonly decimals: number;
  readonly minimumUnits: bigint;
}

/** The coins whose contract on the network is known: those that are switched off too, for what comes all the same. */
export const listDepositTerms = async (db: Db, network: NetworkId): Promise<DepositTerms[]> => {
  const { rows } = await db.query<Omit<DepositTerms, 'contract'> & { contract: string }>({
    name: 'deposit_terms',
    text: `SELECT wallet_id AS "walletId", contract, decimals, min_deposit_units AS "minimumUnits"
             FROM asset_network WHERE network_id = $1 AND contract IS NOT NULL ORDER BY wallet_id`,
    values: [network],
  });
  return rows.flatMap(({ contract, ...terms }) => {
    const bytes = addressBytes(network, contract);
    return bytes === null ? [] : [{ ...terms, contract: bytes }];
  });
};

/** Confirmations that the network asks for. */
export const getConfirmations = async (db: Db, network: NetworkId): Promise<number> => {
  const { rows } = await db.query<{ confirmations: number }>('SELECT confirmations FROM network WHERE id = $1', [
    network,
  ]);
  return rows[0]!.confirmations;
};
