import { spellAddress } from '@minerx/rules/chain-spelling';
import type { Db } from '../../db/transaction.ts';
import type { Hex } from '../../outside/chain/port.ts';
import type { HandPayment } from '../withdrawal/withdrawal-proof.store.ts';

/** What a transaction must move that somebody sends to a cold wallet by hand; null: nobody has agreed to it, or it has ended. */
export const findHandMove = async (db: Db, id: string): Promise<HandPayment | null> => {
  const { rows } = await db.query<HandPayment & { address: Hex }>(
    `SELECT m.id, m.network_id AS "networkId", m.units AS "amountUnits", m.address, a.contract, a.decimals::integer AS decimals, n.confirmations,
            m.approved_at AS "decidedAt"
       FROM cold_movement m JOIN asset_network a ON (a.wallet_id, a.network_id) = (m.wallet_id, m.network_id) JOIN network n ON n.id = m.network_id
      WHERE m.id = $1 AND m.address IS NOT NULL AND m.approved_at IS NOT NULL AND m.ended_at IS NULL AND a.contract IS NOT NULL`,
    [id],
  );
  const [found] = rows;
  return found === undefined ? null : { ...found, address: spellAddress(found.networkId, found.address) };
};
