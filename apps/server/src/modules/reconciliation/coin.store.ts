import { PAYOUT_STATUS } from '@minerx/rules/payout';
import type { Db, Tx } from '../../db/transaction.ts';
import { PLACE, type Place } from './reconciliation.ts';

const { SENT, CONFIRMED, ERRORED, FAILED } = PAYOUT_STATUS;

/** What an address had of its chain's coin when it was as the books said. */
export interface CoinBase {
  readonly wei: bigint;
  /** What operators had explained of its differences until then. */
  readonly explained: bigint;
  /** Transactions of it in blocks. */
  readonly nonce: number;
  readonly blockNumber: number;
}

/** An address of ours that pays for gas. */
export interface CoinAddress {
  readonly address: string;
  readonly place: Place;
  /** Of a deposit address: the signer derives its key from it. */
  readonly child: number | null;
  /** null: it is looked at for the first time. */
  readonly base: CoinBase | null;
}

/** So many deposit addresses in a round, those first that were looked at longest ago. */
const IN_TURN = 50;

type Row = {
  address: string;
  child: number | null;
  wei: string | null;
  explained: string | null;
  nonce: bigint | null;
  block: bigint | null;
};

/** The hot wallets of a chain, and the next deposit addresses in turn that were ever given coins. */
export const listCoinAddresses = async (db: Db, chainId: number, hot: readonly string[]): Promise<CoinAddress[]> => {
  const { rows } = await db.query<Row>(
    `SELECT a.address, a.child, b.wei::text AS wei, b.explained::text AS explained, b.nonce, b.block_number AS block
       FROM (SELECT unnest($2::text[]) AS address, NULL::integer AS child
             UNION ALL
             (SELECT g.address, g.child FROM (
                SELECT DISTINCT k.account AS address, k.child FROM payout p
                  JOIN deposit_address k ON k.network_id = p.network_id AND k.child::text = p.intent->>'index'
                 WHERE p.kind = 'top_up' AND p.chain_id = $1 AND p.status IN (${SENT}, ${CONFIRMED})) g
                LEFT JOIN coin_balance c ON (c.chain_id, c.address) = ($1, g.address)
               ORDER BY c.at NULLS FIRST, g.address LIMIT ${IN_TURN})) a
       LEFT JOIN coin_balance b ON (b.chain_id, b.address) = ($1, a.address)`,
    [chainId, hot],
  );
  return rows.map(({ address, child, wei, explained, nonce, block }) => ({
    address,
    child,
    place: child === null ? PLACE.HOT : PLACE.DEPOSIT,
    base:
      wei === null || explained === null || nonce === null || block === null
        ? null
        : { wei: BigInt(wei), explained: BigInt(explained), nonce: Number(nonce), blockNumber: Number(block) },
  }));
};

/** A transaction of ours that coins are paid for or sent by; at most one of its hashes stands in a block. */
export interface CoinPayout {
  readonly hashes: readonly string[];
  /** Wei that it gives to a deposit address; null: none. */
  readonly value: string | null;
}

const PAYOUT = `SELECT array_agg(t.hash ORDER BY t.created_at DESC) AS hashes, CASE p.kind WHEN 'top_up' THEN p.intent->>'value' END AS value
  FROM payout p JOIN payout_attempt t ON t.payout_id = p.id`;

/** What an address of ours has sent under some of its numbers. */
export const listSentUnder = async (
  db: Db,
  { chainId, address, from, to }: { chainId: number; address: string; from: number; to: number },
): Promise<CoinPayout[]> => {
  const { rows } = await db.query<CoinPayout>(
    `${PAYOUT} WHERE p.chain_id = $1 AND p.sender = $2 AND p.nonce >= $3 AND p.nonce < $4 GROUP BY p.id`,
    [chainId, address, from, to],
  );
  return rows;
};

/** What was sent to a deposit address for its gas and may stand behind a block. */
export const listToppedUp = async (
  db: Db,
  { chainId, child, after }: { chainId: number; child: number; after: number },
): Promise<CoinPayout[]> => {
  const { rows } = await db.query<CoinPayout>(
    `${PAYOUT} WHERE p.chain_id = $1 AND p.kind = 'top_up' AND p.intent->>'index' = $2::text AND p.status IN (${SENT}, ${CONFIRMED}, ${ERRORED}, ${FAILED})
        AND (p.block_number IS NULL OR p.block_number > $3) GROUP BY p.id`,
    [chainId, String(child), after],
  );
  return rows;
};

/** What operators have explained of an address's coins, all in all. */
export const sumExplained = async (db: Db, network: number, { address, place }: CoinAddress): Promise<bigint> => {
  const { rows } = await db.query<{ raw: string }>(
    `SELECT /* whole chain_difference: what people had to explain is little */ coalesce(sum(raw), 0)::text AS raw FROM chain_difference
      WHERE network_id = $1 AND wallet_id IS NULL AND item = '' AND place = $2 AND address = $3 AND acknowledged_at IS NOT NULL`,
    [network, place, address],
  );
  return BigInt(rows[0]!.raw);
};

export const keepCoinBase = async (
  tx: Tx,
  chainId: number,
  address: string,
  { wei, explained, nonce, blockNumber }: CoinBase,
  at: Date,
): Promise<void> => {
  await tx.query(
    `INSERT INTO coin_balance (chain_id, address, wei, explained, nonce, block_number, at) VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (chain_id, address) DO UPDATE SET wei = $3, explained = $4, nonce = $5, block_number = $6, at = $7`,
    [chainId, address, String(wei), String(explained), nonce, blockNumber, at],
  );
};

/** Another chain has taken the place of one: what coins are there is looked at anew. */
export const forgetCoins = async (db: Db, chainId: number): Promise<void> => {
  await db.query('DELETE FROM coin_balance WHERE chain_id = $1', [chainId]);
};
