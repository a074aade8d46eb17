import { units } from '@minerx/rules/money';
import type { SwapPair } from '@minerx/rules/swap';
import type { WalletId } from '@minerx/rules/wallet';
import type { Db } from '../../db/transaction.ts';
import type { Actor } from '../../base/actor.ts';
import { accountId } from '../../ledger/account.ts';
import { SWAP_HOUSE } from './swap.ledger.ts';
import { PRICE_REFUSED, type JudgedPrice } from '../wallet/price.ledger.ts';

/** Every pair that operators have, those from one wallet together. */
export const listSwapPairs = async (db: Db): Promise<SwapPair[]> => {
  const { rows } = await db.query<{
    from: WalletId;
    to: WalletId;
    spreadPpm: number;
    feePpm: number;
    minUnits: bigint;
    maxUnits: bigint;
    enabled: boolean;
  }>({
    name: 'swap_pairs',
    text: `SELECT from_wallet AS "from", to_wallet AS "to", spread_ppm AS "spreadPpm", fee_ppm AS "feePpm", min_units AS "minUnits",
                  max_units AS "maxUnits", enabled
             FROM swap_pair ORDER BY from_wallet, to_wallet`,
  });
  return rows;
};

/** A wallet's price as money may move by it, with where it comes from. */
export interface QuotePrice extends JudgedPrice {
  priceSource: string;
  priceSimulated: boolean;
}

export interface QuoteFacts {
  pair: SwapPair | null;
  prices: readonly QuotePrice[];
  /** Of what comes out. */
  liquidityUnits: bigint;
}

/** What a quote is decided on. */
export const readQuoteFacts = async (db: Db, from: WalletId, to: WalletId): Promise<QuoteFacts> => {
  const [pairs, prices, facts] = await Promise.all([
    listSwapPairs(db),
    db.query<Omit<QuotePrice, 'priceUnits'> & { priceUnits: bigint }>(
      `SELECT id, price_units AS "priceUnits", price_at AS "priceAt", price_source AS "priceSource", price_simulated AS "priceSimulated",
              ${PRICE_REFUSED} AS refused
         FROM wallet_type WHERE id = ANY($1::smallint[])`,
      [[from, to]],
    ),
    db.query<{ balance: bigint }>('SELECT balance FROM account WHERE id = $1', [
      accountId(SWAP_HOUSE.SWAP_LIQUIDITY, to),
    ]),
  ]);
  return {
    pair: pairs.find((each) => each.from === from && each.to === to) ?? null,
    prices: prices.rows.map((row) => ({ ...row, priceUnits: units(row.priceUnits) })),
    liquidityUnits: facts.rows[0]?.balance ?? 0n,
  };
};

/** A quote by what never changes about it; read before the command that takes it. */
export interface SwapQuoteKeys {
  id: string;
  memberId: bigint;
  from: WalletId;
  to: WalletId;
}

/** A quote of this member; null when there is none. */
export const findOwnQuote = async (db: Db, memberId: bigint, id: string): Promise<SwapQuoteKeys | null> => {
  const { rows } = await db.query<SwapQuoteKeys>(
    `SELECT id, member_id AS "memberId", from_wallet AS "from", to_wallet AS "to" FROM swap_quote WHERE id = $1 AND member_id = $2`,
    [id, memberId],
  );
  return rows[0] ?? null;
};

/** A quote as it was taken: what moved, and what it was agreed at. */
export interface TakenQuote {
  memberId: bigint;
  from: WalletId;
  to: WalletId;
  amountUnits: bigint;
  arrivesUnits: bigint;
  feeUnits: bigint;
  fromPriceUnits: bigint;
  toPriceUnits: bigint;
  spreadPpm: number;
  feePpm: number;
  quotedAt: Date;
  takenAt: Date;
}

/** By the transfer that took it; null of one that took none. */
export const findTakenQuote = async (db: Db, transferId: string): Promise<TakenQuote | null> => {
  const { rows } = await db.query<TakenQuote>(
    `SELECT q.member_id AS "memberId", q.from_wallet AS "from", q.to_wallet AS "to", q.amount_units AS "amountUnits",
            q.arrives_units AS "arrivesUnits", q.fee_units AS "feeUnits", q.from_price_units AS "fromPriceUnits",
            q.to_price_units AS "toPriceUnits", q.spread_ppm AS "spreadPpm", q.fee_ppm AS "feePpm", q.at AS "quotedAt", t.at AS "takenAt"
       FROM swap_quote q JOIN transfer t ON t.id = q.transfer_id WHERE q.transfer_id = $1`,
    [transferId],
  );
  return rows[0] ?? null;
};

interface LiquidityRow {
  walletId: WalletId;
  units: bigint;
}

/** What the house has of each wallet that was ever funded. */
export const listLiquidity = async (db: Db): Promise<LiquidityRow[]> => {
  const { rows } = await db.query<LiquidityRow>(
    `SELECT account_wallet(id) AS "walletId", balance AS units FROM account WHERE account_owner(id) = ${SWAP_HOUSE.SWAP_LIQUIDITY} ORDER BY id`,
  );
  return rows;
};

interface LiquidityChangeRow extends LiquidityRow {
  id: string;
  reason: string;
  proposedBy: Actor;
  proposedAt: Date;
  approvedBy: Actor | null;
}

const CHANGE = `SELECT id, wallet_id AS "walletId", units, reason, proposed_by AS "proposedBy", proposed_at AS "proposedAt", approved_by AS "approvedBy"
                  FROM liquidity_change`;

/** Those that wait for a second operator, oldest first. */
export const listWaitingLiquidityChanges = async (db: Db): Promise<LiquidityChangeRow[]> => {
  const { rows } = await db.query<LiquidityChangeRow>(`${CHANGE} WHERE approved_by IS NULL ORDER BY id`);
  return rows;
};

export const findLiquidityChange = async (db: Db, id: string): Promise<LiquidityChangeRow | null> => {
  const { rows } = await db.query<LiquidityChangeRow>(`${CHANGE} WHERE id = $1`, [id]);
  return rows[0] ?? null;
};
