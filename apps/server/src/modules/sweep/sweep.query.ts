import { DEPOSIT_STATUS } from '@minerx/rules/deposit';
import type { NetworkId } from '@minerx/rules/network';
import { PAYOUT_STATUS } from '@minerx/rules/payout';
import type { WalletId } from '@minerx/rules/wallet';
import { NETWORK_PLACES } from '@minerx/rules/network-place';
import type { Db } from '../../db/transaction.ts';
import type { Hex } from '../../outside/chain/port.ts';
import type { Sweep } from './sweep.store.ts';

const { WAITING, SENT, CONFIRMED, FAILED } = PAYOUT_STATUS;

/** A deposit address that holds enough of a token to be worth a transaction. */
export interface Sweepable {
  readonly walletId: WalletId;
  readonly address: Hex;
  /** Its child number: the signer derives its key from it. */
  readonly index: number;
  readonly contract: Hex;
  readonly decimals: number;
  /** Credited to members and not swept, in our units: nothing else is moved. */
  readonly units: bigint;
  /** A sweep of it waits to be told to the chain. */
  readonly waits: boolean;
}

/** So many are planned in a round: each is a transaction of its own, often with one for its gas. */
const AT_ONCE = 20;

/** What is under way from an address, or to it; what failed is left alone for a day, for somebody to look at. */
const RESTS = `p.network_id = $1 AND (p.status NOT IN (${CONFIRMED}, ${FAILED}) OR (p.status = ${FAILED} AND p.settled_at > $2::timestamptz - interval '1 day'))`;

/** Deposit addresses of a network that reach what their token is swept from, those that hold most first; none that something is under way with. */
export const listSweepable = async (db: Db, network: NetworkId, now: Date): Promise<Sweepable[]> => {
  const { rows } = await db.query<Sweepable>(
    `WITH came AS (SELECT lower(address) AS address, wallet_id, sum(units)::bigint AS units FROM deposit
                    WHERE network_id = $1 AND status = ${DEPOSIT_STATUS.CREDITED} GROUP BY 1, 2),
          swept AS (SELECT p.sender AS address, r.wallet_id, sum(r.units)::bigint AS units
                      FROM payout p JOIN sweep r ON r.payout_id = p.id WHERE p.network_id = $1 AND p.status = ${CONFIRMED} GROUP BY 1, 2)
     SELECT c.wallet_id AS "walletId", c.address, d.child AS index, lower(a.contract) AS contract, a.decimals::integer AS decimals,
            c.units - coalesce(s.units, 0) AS units,
            EXISTS (SELECT FROM payout p WHERE p.kind = 'sweep' AND p.sender = c.address AND p.network_id = $1 AND p.status = ${WAITING}) AS waits
       FROM came c JOIN asset_network a ON (a.wallet_id, a.network_id) = (c.wallet_id, $1) AND a.contract IS NOT NULL
       JOIN deposit_address d ON d.network_id = $1 AND lower(d.address) = c.address
       LEFT JOIN swept s ON (s.address, s.wallet_id) = (c.address, c.wallet_id)
      WHERE c.units - coalesce(s.units, 0) >= a.sweep_from_units
        AND NOT EXISTS (SELECT FROM payout p WHERE p.kind = 'sweep' AND p.sender = c.address AND p.status <> ${WAITING} AND ${RESTS})
        AND NOT EXISTS (SELECT FROM payout p WHERE p.kind = 'top_up' AND p.intent->>'index' = d.child::text AND ${RESTS})
      ORDER BY c.units - coalesce(s.units, 0) DESC, c.address, c.wallet_id LIMIT ${AT_ONCE}`,
    [network, now],
  );
  return rows;
};

/** A sweep that was told to the chain and stands in no block. */
export interface StuckSweep {
  readonly address: Hex;
  readonly index: number;
  /** Of its newest transaction. */
  readonly gas: bigint;
}

/** Told for the first time so long ago: fees were raised a few times by then. */
const STUCK_MINUTES = 5;

/** Sweeps of a network that stand in no block for long, and whose addresses get no coins now. */
export const listStuckSweeps = async (db: Db, network: NetworkId, now: Date): Promise<StuckSweep[]> => {
  const { rows } = await db.query<StuckSweep>(
    `SELECT s.sender AS address, (s.intent->>'index')::integer AS index, t.gas
       FROM payout s CROSS JOIN LATERAL (SELECT gas FROM payout_attempt WHERE payout_id = s.id ORDER BY created_at DESC, max_fee_wei DESC LIMIT 1) t
      WHERE s.network_id = $1 AND s.kind = 'sweep' AND s.status = ${SENT} AND s.block_number IS NULL
        AND s.sent_at < $2::timestamptz - interval '${STUCK_MINUTES} minutes'
        AND NOT EXISTS (SELECT FROM payout p WHERE p.kind = 'top_up' AND p.intent->>'index' = s.intent->>'index' AND ${RESTS})
      ORDER BY s.sent_at LIMIT ${AT_ONCE}`,
    [network, now],
  );
  return rows;
};

/** A deposit address that holds enough to be moved by hand. */
interface SweepableByHand {
  readonly walletId: WalletId;
  /** In its network's spelling. */
  readonly address: string;
  readonly index: number;
  readonly units: bigint;
}

/** Where nothing of ours signs: what is credited and was not moved, as the chain told, those that hold most first. */
export const listSweepableByHand = async (db: Db, network: NetworkId): Promise<SweepableByHand[]> => {
  const { rows } = await db.query<SweepableByHand>(
    `SELECT came.wallet_id AS "walletId", k.address, k.child AS index, came.units - coalesce(moved.units, 0) AS units
       FROM (SELECT address, wallet_id, sum(units)::bigint AS units FROM deposit
              WHERE network_id = $1 AND status = ${DEPOSIT_STATUS.CREDITED} GROUP BY 1, 2) came
       JOIN deposit_address k ON (k.network_id, k.address) = ($1, came.address)
       JOIN asset_network a ON (a.wallet_id, a.network_id) = (came.wallet_id, $1)
       LEFT JOIN LATERAL (SELECT sum(r.units)::bigint AS units FROM house_receipt r
                           WHERE r.network_id = $1 AND r.source = ${NETWORK_PLACES.DEPOSIT} AND r.sender = k.account AND r.wallet_id = came.wallet_id) moved ON true
      WHERE came.units - coalesce(moved.units, 0) >= a.sweep_from_units ORDER BY 4 DESC, k.child LIMIT 200`,
    [network],
  );
  return rows;
};

/** Null: it is no sweep. */
export const findSweep = async (db: Db, payoutId: string): Promise<Sweep | null> => {
  const { rows } = await db.query<Sweep>('SELECT wallet_id AS "walletId", units FROM sweep WHERE payout_id = $1', [
    payoutId,
  ]);
  return rows[0] ?? null;
};
