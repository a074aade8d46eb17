import type { NetworkId } from '@minerx/rules/network';
import { PAYOUT_STATUS } from '@minerx/rules/payout';
import { WITHDRAWAL_STATUS } from '@minerx/rules/withdrawal';
import type { WalletId } from '@minerx/rules/wallet';
import type { Db } from '../../db/transaction.ts';

const { SENT, CONFIRMED, ERRORED } = PAYOUT_STATUS;

/** Tokens that a payout of ours moves, or moved. */
export interface Movement {
  readonly kind: 'withdrawal' | 'sweep';
  readonly contract: string;
  /** Of the deposit address, or of the hot wallet. */
  readonly sender: string;
  readonly amount: bigint;
}

/** One that is told to the chain and not booked: whether it took place is the chain's to say. */
export interface UnbookedMovement extends Movement {
  readonly nonce: number | null;
  readonly hashes: readonly string[];
}

type Row = Omit<Movement, 'amount'> & { amount: string };

const COLUMNS = `p.kind, p.intent->>'contract' AS contract, p.sender, p.intent->>'amount' AS amount`;

export const listUnbooked = async (db: Db, network: NetworkId): Promise<UnbookedMovement[]> => {
  const { rows } = await db.query<Row & { nonce: bigint | null; hashes: string[] }>(
    `SELECT ${COLUMNS}, p.nonce, (SELECT coalesce(array_agg(a.hash ORDER BY a.created_at DESC), '{}') FROM payout_attempt a WHERE a.payout_id = p.id) AS hashes
       FROM payout p WHERE p.network_id = $1 AND p.status IN (${SENT}, ${ERRORED}) AND p.kind IN ('withdrawal', 'sweep')`,
    [network],
  );
  return rows.map(({ amount, nonce, ...row }) => ({
    ...row,
    amount: BigInt(amount),
    nonce: nonce === null ? null : Number(nonce),
  }));
};

/** What was booked and stands in a block behind the one that is looked at. */
export const listBookedAfter = async (db: Db, network: NetworkId, block: number): Promise<Movement[]> => {
  const { rows } = await db.query<Row>(
    `SELECT ${COLUMNS} FROM payout p
      WHERE p.network_id = $1 AND p.status = ${CONFIRMED} AND p.kind IN ('withdrawal', 'sweep') AND p.block_number > $2`,
    [network, block],
  );
  return rows.map(({ amount, ...row }) => ({ ...row, amount: BigInt(amount) }));
};

/** Hashes of withdrawals that operators sent by hand, and that are not confirmed yet. */
export const listSentByHand = async (db: Db, network: NetworkId): Promise<string[]> => {
  const { rows } = await db.query<{ hash: string }>(
    `SELECT w.tx_hash AS hash FROM withdrawal w
      WHERE w.network_id = $1 AND w.status IN (${WITHDRAWAL_STATUS.SENT}, ${WITHDRAWAL_STATUS.ERRORED}) AND w.tx_hash IS NOT NULL
        AND NOT EXISTS (SELECT FROM payout p WHERE p.id = w.id AND p.status <> ${PAYOUT_STATUS.WAITING})`,
    [network],
  );
  return rows.map(({ hash }) => hash);
};

/** A withdrawal that operators sent by hand, booked out. */
export interface ConfirmedByHand {
  readonly walletId: WalletId;
  readonly units: bigint;
}

/** Those whose transaction stands in a block behind the one that is looked at. */
export const listConfirmedByHandAfter = async (
  db: Db,
  network: NetworkId,
  block: number,
): Promise<ConfirmedByHand[]> => {
  const { rows } = await db.query<ConfirmedByHand>(
    `SELECT wallet_id AS "walletId", amount_units AS units FROM withdrawal
      WHERE network_id = $1 AND status = ${WITHDRAWAL_STATUS.CONFIRMED} AND sent_by IS NOT NULL AND block_number > $2`,
    [network, block],
  );
  return rows;
};

/** Hot wallets of a network whose keys operators hold. */
export const listHandWallets = async (db: Db, network: NetworkId): Promise<string[]> => {
  const { rows } = await db.query<{ address: string }>(
    'SELECT address FROM hand_wallet WHERE network_id = $1 ORDER BY address',
    [network],
  );
  return rows.map(({ address }) => address);
};

/** Wallets that payouts leave from on a chain, or left from. */
export const listHotWallets = async (db: Db, chainId: number): Promise<string[]> => {
  const { rows } = await db.query<{ address: string }>(
    'SELECT address FROM payout_wallet WHERE chain_id = $1 AND hot',
    [chainId],
  );
  return rows.map(({ address }) => address);
};

export const listColdWallets = async (db: Db, network: NetworkId): Promise<string[]> => {
  const { rows } = await db.query<{ address: string }>(
    'SELECT address FROM cold_wallet WHERE network_id = $1 ORDER BY address',
    [network],
  );
  return rows.map(({ address }) => address);
};
