import { unitsOfToken } from '@minerx/rules/deposit';
import { OUTFLOW_DAYS, type HotWallet } from '@minerx/rules/hot-wallet';
import type { NetworkId } from '@minerx/rules/network';
import type { WalletId } from '@minerx/rules/wallet';
import { WITHDRAWAL_STATUS } from '@minerx/rules/withdrawal';
import { NETWORK_PLACES } from '@minerx/rules/network-place';
import type { Db } from '../../db/transaction.ts';

const { APPROVED, SENT, CONFIRMED, ERRORED } = WITHDRAWAL_STATUS;

/** What our own wallets have of a coin on a network by the newest comparison, and what operators want to have there. */
export interface HotWalletFigures extends HotWallet {
  readonly networkId: NetworkId;
  readonly walletId: WalletId;
  readonly coldUnits: bigint;
  readonly sweepFromUnits: bigint;
  /** Most that should lie in the hot wallet; null: nobody has said. */
  readonly coldAboveUnits: bigint | null;
  /** When, and at which block, it was compared. */
  readonly at: Date;
  readonly blockNumber: string;
}

type Row = Omit<HotWalletFigures, 'heldUnits' | 'coldUnits'> & { held: string; cold: string; decimals: number };

/** Of everything that lies in a hot wallet. What is on its way is held until its block is compared, and promised all the same. */
export const listHotWallets = async (db: Db, now: Date): Promise<HotWalletFigures[]> => {
  const { rows } = await db.query<Row>({
    name: 'hot_wallets',
    text: `SELECT h.network_id AS "networkId", h.wallet_id AS "walletId", h.raw::text AS held, coalesce(c.raw, 0)::text AS cold, h.at,
                  h.block_number::text AS "blockNumber", a.decimals::integer AS decimals, a.sweep_from_units AS "sweepFromUnits",
                  a.cold_above_units AS "coldAboveUnits",
                  (SELECT coalesce(sum(w.amount_units), 0)::bigint FROM withdrawal w
                    WHERE (w.network_id, w.wallet_id) = (h.network_id, h.wallet_id) AND w.status IN (${APPROVED}, ${SENT}, ${ERRORED}))
                    + (SELECT coalesce(sum(m.units), 0)::bigint FROM cold_movement m
                        WHERE (m.network_id, m.wallet_id) = (h.network_id, h.wallet_id) AND m.ended_at IS NULL AND m.approved_at IS NOT NULL)
                    AS "promisedUnits",
                  (SELECT coalesce(sum(w.amount_units), 0)::bigint FROM withdrawal w
                    WHERE (w.network_id, w.wallet_id) = (h.network_id, h.wallet_id) AND w.status = ${CONFIRMED}
                      AND w.ended_at > $1::timestamptz - interval '${OUTFLOW_DAYS} days') AS "leftUnits"
             FROM house_balance h JOIN asset_network a ON (a.network_id, a.wallet_id) = (h.network_id, h.wallet_id)
             LEFT JOIN house_balance c ON (c.network_id, c.wallet_id, c.place) = (h.network_id, h.wallet_id, ${NETWORK_PLACES.COLD})
            WHERE h.place = ${NETWORK_PLACES.HOT} ORDER BY h.network_id, h.wallet_id`,
    values: [now],
  });
  return rows.map(({ held, cold, decimals, ...row }) => ({
    ...row,
    heldUnits: unitsOfToken(BigInt(held), decimals),
    coldUnits: unitsOfToken(BigInt(cold), decimals),
  }));
};

/** Coins of a chain in the hot wallet that signs today, for its gas, as they were compared last. */
export interface GasFigures {
  readonly chainId: number;
  readonly address: string;
  readonly wei: bigint;
  /** Wei that one of its last transactions might have cost at most, in the mean; null: it has sent none. */
  readonly eachWei: bigint | null;
}

/** Transactions whose cost says what the next ones will. */
const LAST = 20;

export const listGas = async (db: Db): Promise<GasFigures[]> => {
  const { rows } = await db.query<{ chainId: bigint; address: string; wei: string; each: string | null }>({
    name: 'hot_wallet_gas',
    text: `SELECT b.chain_id AS "chainId", b.address, b.wei::text AS wei,
                  (SELECT trunc(avg(l.most))::text FROM (SELECT t.gas::numeric * t.max_fee_wei AS most FROM payout p JOIN payout_attempt t ON t.payout_id = p.id
                    WHERE p.chain_id = b.chain_id AND p.sender = b.address AND p.nonce IS NOT NULL ORDER BY p.nonce DESC LIMIT ${LAST}) l) AS each
             FROM coin_balance b JOIN payout_wallet w ON (w.chain_id, w.address) = (b.chain_id, b.address) AND w.hot AND w.retired_at IS NULL ORDER BY 1, 2`,
  });
  return rows.map(({ chainId, address, wei, each }) => ({
    chainId: Number(chainId),
    address,
    wei: BigInt(wei),
    eachWei: each === null ? null : BigInt(each),
  }));
};
