import type { NetworkId } from '@minerx/rules/network';
import { NFT_WITHDRAWAL_STATUS } from '@minerx/rules/nft-status';
import { PAYOUT_STATUS } from '@minerx/rules/payout';
import { WITHDRAWAL_STATUS } from '@minerx/rules/withdrawal';
import type { Db } from '../../db/transaction.ts';
import { readIntent } from './intent.ts';
import type { Attempt, Payout } from './payout.ts';
import { resetAtSql } from '../member/outgoing.ledger.ts';

const { WAITING, NUMBERED, SENT, ERRORED } = PAYOUT_STATUS;

interface Row extends Omit<Payout, 'chainId' | 'intent' | 'nonce' | 'blockNumber'> {
  chainId: bigint;
  intent: unknown;
  nonce: bigint | null;
  blockNumber: bigint | null;
}

const COLUMNS = `
  id, kind, member_id AS "memberId", network_id AS "networkId", chain_id AS "chainId", sender, intent, status, nonce, waits_for AS "waitsFor",
  refusals, tx_hash AS "txHash", block_number AS "blockNumber", cause, created_at AS "createdAt", sent_at AS "sentAt", settled_at AS "settledAt"`;

const whole = (value: bigint | null): number | null => (value === null ? null : Number(value));

const payoutOf = ({ chainId, intent, nonce, blockNumber, ...row }: Row): Payout => ({
  ...row,
  chainId: Number(chainId),
  intent: readIntent(intent),
  nonce: whole(nonce),
  blockNumber: whole(blockNumber),
});

/** Whether anything is to be queued on these networks, to be sent or to be followed: asked once a second for ever, so it is one statement. */
export const isAnythingToPay = async (db: Db, networkIds: readonly NetworkId[]): Promise<boolean> => {
  const { rows } = await db.query<{ found: boolean }>({
    name: 'payout_anything',
    text: `SELECT EXISTS (SELECT FROM payout WHERE status = ${WAITING})
        OR EXISTS (SELECT FROM payout WHERE status IN (${NUMBERED}, ${SENT}, ${ERRORED}))
        OR EXISTS (SELECT FROM withdrawal w WHERE w.status = ${WITHDRAWAL_STATUS.APPROVED} AND w.network_id = ANY($1::smallint[])
                      AND NOT EXISTS (SELECT FROM payout p WHERE p.id = w.id))
        OR EXISTS (SELECT FROM nft_withdrawal w WHERE w.status = ${NFT_WITHDRAWAL_STATUS.APPROVED} AND w.tx_hash IS NULL
                      AND NOT EXISTS (SELECT FROM payout p WHERE p.id = w.id))
        OR EXISTS (SELECT FROM cold_movement m WHERE m.ended_at IS NULL AND m.address IS NOT NULL AND m.tx_hash IS NULL
                      AND NOT EXISTS (SELECT FROM payout p WHERE p.id = m.id)) AS found`,
    values: [networkIds],
  });
  return rows[0]!.found;
};

/** What has a number on a chain and no end, in the order of the numbers. */
export const listUnderWay = async (db: Db, chainId: number, limit: number): Promise<Payout[]> => {
  const { rows } = await db.query<Row>(
    `SELECT ${COLUMNS} FROM payout WHERE chain_id = $1 AND status IN (${NUMBERED}, ${SENT}) ORDER BY sender, nonce LIMIT $2`,
    [chainId, limit],
  );
  return rows.map(payoutOf);
};

/**
 * What waits on a chain and whose moment has come: members' before the house's own, the longest waiting first.
 * @param full addresses that nothing more is sent from now
 */
export const listWaiting = async (
  db: Db,
  chainId: number,
  { now, full, limit }: { readonly now: Date; readonly full: readonly string[]; readonly limit: number },
): Promise<Payout[]> => {
  const { rows } = await db.query<Row>(
    `SELECT ${COLUMNS} FROM payout WHERE chain_id = $1 AND status = ${WAITING} AND not_before <= $2 AND sender <> ALL ($4::text[])
      ORDER BY kind IN ('sweep', 'top_up', 'cold'), created_at, id LIMIT $3`,
    [chainId, now, limit, full],
  );
  return rows.map(payoutOf);
};

/** What nobody can say of a chain, the oldest first. */
export const listErrored = async (db: Db, chainId: number, limit: number): Promise<Payout[]> => {
  const { rows } = await db.query<Row>(
    `SELECT ${COLUMNS} FROM payout WHERE chain_id = $1 AND status = ${ERRORED} ORDER BY nonce, id LIMIT $2`,
    [chainId, limit],
  );
  return rows.map(payoutOf);
};

/** The signed transactions of payouts, the newest first. */
export const listAttempts = async (db: Db, payoutIds: readonly string[]): Promise<Attempt[]> => {
  const { rows } = await db.query<Attempt>(
    `SELECT hash, payout_id AS "payoutId", raw, max_fee_wei AS "maxFeeWei", tip_wei AS "tipWei", gas, created_at AS "createdAt",
            broadcast_at AS "broadcastAt"
       FROM payout_attempt WHERE payout_id = ANY($1::uuid[]) ORDER BY created_at DESC, max_fee_wei DESC, hash`,
    [payoutIds],
  );
  return rows;
};

export const findPayout = async (db: Db, id: string): Promise<Payout | null> => {
  const { rows } = await db.query<Row>(`SELECT ${COLUMNS} FROM payout WHERE id = $1`, [id]);
  return rows[0] === undefined ? null : payoutOf(rows[0]);
};

/** What decides whether anything may leave the account that a payout is of; null: it is the house's own. */
export const findAccount = async (db: Db, id: string): Promise<{ frozen: boolean; resetAt: Date | null } | null> => {
  const { rows } = await db.query<{ frozen: boolean; resetAt: Date | null }>({
    name: 'account_of_payout',
    text: `SELECT m.frozen_at IS NOT NULL AS frozen,
                  ${resetAtSql('m.id')} AS "resetAt"
             FROM payout p JOIN member m ON m.id = p.member_id WHERE p.id = $1`,
    values: [id],
  });
  return rows[0] ?? null;
};

/** Whether some payout of ours has a number of a wallet. */
export const hasNumber = async (db: Db, chainId: number, sender: string, nonce: number): Promise<boolean> => {
  const { rows } = await db.query<{ found: boolean }>(
    'SELECT EXISTS (SELECT FROM payout WHERE chain_id = $1 AND sender = $2 AND nonce = $3) AS found',
    [chainId, sender, nonce],
  );
  return rows[0]!.found;
};

/** For operators: the newest first; without `all` only what has not ended. 100 at most. */
export const listPayouts = async (db: Db, all: boolean): Promise<Payout[]> => {
  const { rows } = await db.query<Row>(
    `SELECT ${COLUMNS} FROM payout
      WHERE /* whole payout: planned with its value; ended ones are asked for rarely */ $1 OR status IN (${WAITING}, ${NUMBERED}, ${SENT}, ${ERRORED}) ORDER BY created_at DESC, id DESC LIMIT 100`,
    [all],
  );
  return rows.map(payoutOf);
};

/** Blocks until something on a network is final. */
export const confirmationsOf = async (db: Db, networkId: number): Promise<number> => {
  const { rows } = await db.query<{ confirmations: number }>({
    name: 'payout_confirmations',
    text: 'SELECT confirmations FROM network WHERE id = $1',
    values: [networkId],
  });
  return rows[0]!.confirmations;
};

/** A wallet that payouts leave from. */
interface PayoutWalletRow {
  readonly chainId: number;
  readonly address: string;
  readonly nextNonce: number;
}

export const listPayoutWallets = async (db: Db): Promise<PayoutWalletRow[]> => {
  const { rows } = await db.query<{ chainId: bigint; address: string; nextNonce: bigint }>(
    'SELECT chain_id AS "chainId", address, next_nonce AS "nextNonce" FROM payout_wallet WHERE hot ORDER BY chain_id, address',
  );
  return rows.map((row) => ({ ...row, chainId: Number(row.chainId), nextNonce: Number(row.nextNonce) }));
};

/** A token that payouts of some networks are made in, and what of it is to leave the hot wallet of a chain and is not sent. */
interface PromisedToken {
  readonly contract: string;
  readonly name: string;
  readonly decimals: number;
  /** Smallest units, whole, as text. */
  readonly waiting: string;
}

export const listPromisedTokens = async (
  db: Db,
  chainId: number,
  networkIds: readonly number[],
): Promise<PromisedToken[]> => {
  const { rows } = await db.query<PromisedToken>(
    `SELECT lower(a.contract) AS contract, w.name, a.decimals::integer AS decimals,
            coalesce((SELECT sum((p.intent->>'amount')::numeric) FROM payout p
              WHERE p.chain_id = $2 AND p.kind <> 'sweep'
                AND (p.status = ${WAITING} OR p.status IN (${NUMBERED}, ${SENT}, ${ERRORED}) AND p.status = ${NUMBERED}) AND p.intent->>'contract' = lower(a.contract)), 0)::text AS waiting
       FROM asset_network a JOIN wallet_type w ON w.id = a.wallet_id
      WHERE a.contract IS NOT NULL AND a.network_id = ANY($1::smallint[]) ORDER BY a.wallet_id, a.network_id`,
    [networkIds, chainId],
  );
  return rows;
};
