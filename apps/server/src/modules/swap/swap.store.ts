import type { Actor } from '../../base/actor.ts';
import type { Db, Tx } from '../../db/transaction.ts';

interface NewQuote {
  readonly id: string;
  readonly memberId: bigint;
  readonly from: number;
  readonly to: number;
  readonly amountUnits: bigint;
  readonly arrivesUnits: bigint;
  readonly feeUnits: bigint;
  readonly fromPriceUnits: bigint;
  readonly toPriceUnits: bigint;
  readonly spreadPpm: number;
  readonly feePpm: number;
  readonly at: Date;
  readonly expiresAt: Date;
}

export const insertQuote = async (db: Db, quote: NewQuote): Promise<void> => {
  await db.query(
    `INSERT INTO swap_quote (id, member_id, from_wallet, to_wallet, amount_units, arrives_units, fee_units, from_price_units, to_price_units,
                             spread_ppm, fee_ppm, at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      quote.id,
      quote.memberId,
      quote.from,
      quote.to,
      quote.amountUnits,
      quote.arrivesUnits,
      quote.feeUnits,
      quote.fromPriceUnits,
      quote.toPriceUnits,
      quote.spreadPpm,
      quote.feePpm,
      quote.at,
      quote.expiresAt,
    ],
  );
};

interface NewLiquidityChange {
  readonly id: string;
  readonly walletId: number;
  readonly units: bigint;
  readonly reason: string;
  readonly actor: Actor;
  readonly at: Date;
}

export const insertLiquidityChange = async (tx: Tx, change: NewLiquidityChange): Promise<void> => {
  await tx.query(
    'INSERT INTO liquidity_change (id, wallet_id, units, reason, proposed_by, proposed_at) VALUES ($1, $2, $3, $4, $5, $6)',
    [change.id, change.walletId, change.units, change.reason, change.actor, change.at],
  );
};

export interface SwapPairValues {
  readonly spreadPpm: number;
  readonly feePpm: number;
  readonly minUnits: bigint;
  readonly maxUnits: bigint;
  readonly enabled: boolean;
}

/** The pair as it is, locked; null when there is none. */
export const findPairForUpdate = async (tx: Tx, from: number, to: number): Promise<SwapPairValues | null> => {
  const { rows } = await tx.query<SwapPairValues>(
    `SELECT spread_ppm AS "spreadPpm", fee_ppm AS "feePpm", min_units AS "minUnits", max_units AS "maxUnits", enabled
       FROM swap_pair WHERE from_wallet = $1 AND to_wallet = $2 FOR UPDATE`,
    [from, to],
  );
  return rows[0] ?? null;
};

export const putPair = async (tx: Tx, from: number, to: number, values: SwapPairValues): Promise<void> => {
  await tx.query(
    `INSERT INTO swap_pair (from_wallet, to_wallet, spread_ppm, fee_ppm, min_units, max_units, enabled) VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (from_wallet, to_wallet) DO UPDATE SET spread_ppm = excluded.spread_ppm, fee_ppm = excluded.fee_ppm,
       min_units = excluded.min_units, max_units = excluded.max_units, enabled = excluded.enabled`,
    [from, to, values.spreadPpm, values.feePpm, values.minUnits, values.maxUnits, values.enabled],
  );
};

/** Forgets quotes that nobody took. */
export const sweepQuotes = async (db: Db, before: Date): Promise<void> => {
  await db.query('SELECT sweep_quotes($1)', [before]);
};
