import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { KeptDeposits } from '../../src/modules/deposit/kept-deposits.query.ts';
import { keepFinal } from '../../src/modules/deposit/deposit.store.ts';
import { ADDRESS } from '../withdrawals.ts';
import { giveAddress } from './made-up-address.ts';

/** What has come in on a chain, as scanner and reconciliation leave it for the ledger. */
interface World {
  readonly pool: Pool;
}

const freshHash = (): string => `0x${randomBytes(32).toString('hex')}`;

/** A final deposit that waits to be credited. */
export const keptDeposit = async ({ pool }: World, memberId: bigint): Promise<KeptDeposits> => {
  const address = `0x${memberId.toString().padStart(40, '0')}`;
  await giveAddress(pool, memberId, address);
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO deposit (id, member_id, wallet_id, network_id, address, tx_hash, log_index, block_number, block_hash, raw, units, seen_at)
     VALUES (gen_random_uuid(), $1, 1, 2, $2, $2, 0, 1, '0x1', 500, 500, now()) RETURNING id`,
    [memberId, address],
  );
  const ids = rows.map(({ id }) => id);
  await keepFinal(pool, ids);
  return { memberId, walletId: 1, network: 2, ids, minimumUnits: 500n };
};

/** A sweep of what such a deposit brought, told to its chain. Gives the id of its payout. */
export const toldSweep = async ({ pool }: World, memberId: bigint): Promise<string> => {
  const hash = freshHash();
  await pool.query(`UPDATE asset_network SET contract = $1, decimals = 18 WHERE (wallet_id, network_id) = (1, 2)`, [
    hash,
  ]);
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO payout (id, kind, network_id, chain_id, sender, intent, not_before, created_at, status, nonce)
     SELECT gen_random_uuid(), 'sweep', 2, 56, address, $2, now(), now(), 2, 0 FROM deposit_address WHERE (member_id, network_id) = ($1, 2) RETURNING id`,
    [memberId, JSON.stringify({ kind: 'sweep', contract: hash, index: Number(memberId), amount: '5000000000000' })],
  );
  const id = rows[0]!.id;
  await pool.query('UPDATE payout SET block_number = 1, confirmed = 1, tx_hash = $2 WHERE id = $1', [id, hash]);
  await pool.query(
    `INSERT INTO payout_attempt (hash, payout_id, raw, max_fee_wei, tip_wei, gas, created_at, broadcast_at) VALUES ($2, $1, '0x00', 1, 0, 1, now(), now())`,
    [id, hash],
  );
  await pool.query('INSERT INTO sweep (payout_id, wallet_id, units) VALUES ($1, 1, 500)', [id]);
  return id;
};

/** What came to our own hot wallet and is not booked yet. */
export const receivedHere = async ({ pool }: World): Promise<string> => {
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO house_receipt (id, network_id, wallet_id, place, sender, tx_hash, log_index, block_number, raw, units, seen_at)
     VALUES (gen_random_uuid(), 2, 1, 1, $1, $2, 0, 1, 500, 500, now()) RETURNING id`,
    [ADDRESS.toLowerCase(), freshHash()],
  );
  return rows[0]!.id;
};
