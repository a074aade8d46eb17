import type { NetworkId } from '@minerx/rules/network';
import type { Db } from '../../db/transaction.ts';
import { MOVEMENT, type ColdMovement } from './cold-movement.store.ts';

/** Those that have not ended, by default; with `all` the newest of all, 100 at most. */
export const listColdMovements = async (db: Db, all = false): Promise<ColdMovement[]> => {
  const { rows } = await db.query<ColdMovement>(
    `${MOVEMENT} WHERE $1 OR m.ended_at IS NULL ORDER BY m.proposed_at DESC, m.id DESC LIMIT 100`,
    [all],
  );
  return rows;
};

export const findColdMovement = async (db: Db, id: string): Promise<ColdMovement | null> => {
  const { rows } = await db.query<ColdMovement>(`${MOVEMENT} WHERE m.id = $1`, [id]);
  return rows[0] ?? null;
};

/** An agreed movement that the worker is to send, with where its coin lives. */
interface SendableColdMovement {
  readonly id: string;
  readonly networkId: NetworkId;
  readonly units: bigint;
  readonly address: string;
  readonly contract: string;
  readonly decimals: number;
}

/** Agreed to and not queued yet, on these networks. What an operator has told the hash of went by hand. */
export const listSendableColdMovements = async (
  db: Db,
  networkIds: readonly NetworkId[],
): Promise<SendableColdMovement[]> => {
  const { rows } = await db.query<SendableColdMovement>(
    `SELECT m.id, m.network_id AS "networkId", m.units, m.address, lower(a.contract) AS contract, a.decimals::integer AS decimals
       FROM cold_movement m JOIN asset_network a ON (a.wallet_id, a.network_id) = (m.wallet_id, m.network_id)
      WHERE m.ended_at IS NULL AND m.address IS NOT NULL AND m.tx_hash IS NULL AND a.contract IS NOT NULL
        AND m.network_id = ANY($1::smallint[]) AND NOT EXISTS (SELECT FROM payout p WHERE p.id = m.id) ORDER BY m.approved_at, m.id`,
    [networkIds],
  );
  return rows;
};
