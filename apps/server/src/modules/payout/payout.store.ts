import { createHash } from 'node:crypto';
import { NFT_WITHDRAWAL_STATUS } from '@minerx/rules/nft-status';
import { PAYOUT_STATUS } from '@minerx/rules/payout';
import { WITHDRAWAL_STATUS } from '@minerx/rules/withdrawal';
import { ADVISORY_LOCK, lockTogether } from '../../db/advisory-locks.ts';
import type { Db, Tx } from '../../db/transaction.ts';
import { writeIntent } from './intent.ts';
import { IS_ASKED } from './payout-asked.sql.ts';
import type { Attempt, Payout } from './payout.ts';

const { WAITING, NUMBERED, SENT, ERRORED } = PAYOUT_STATUS;

export type NewPayout = Pick<Payout, 'id' | 'kind' | 'memberId' | 'networkId' | 'chainId' | 'sender' | 'intent'> & {
  readonly at: Date;
};

/** Notes what is to be sent; what stands there already stays as it is. */
export const insertPayout = async (db: Db, payout: NewPayout): Promise<void> => {
  const { id, kind, memberId, networkId, chainId, sender, intent, at } = payout;
  await db.query(
    `INSERT INTO payout (id, kind, member_id, network_id, chain_id, sender, intent, not_before, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8) ON CONFLICT (id) DO NOTHING`,
    [id, kind, memberId, networkId, chainId, sender, writeIntent(intent), at],
  );
};

/** Whose payout it is and from where. */
interface PayoutWallet {
  readonly chainId: number;
  readonly sender: string;
}

/** Found by the integrity check too; whoever wrote it past the product gets neither a number nor a signature. */
const NOT_ASKED = 'no approved request asks for this';

/** SQL, of a payout `p`: why nothing may be signed for it now; null: it may. */
const FORBIDDEN = `CASE WHEN ${IS_ASKED} IS NOT TRUE THEN '${NOT_ASKED}' WHEN EXISTS (SELECT FROM payout_freeze WHERE lifted_at IS NULL) THEN 'payouts are frozen' END`;

/** Why nothing may be signed for a payout now, asked again before each signature; null: it may. */
export const findForbidden = async (db: Db, id: string): Promise<string | null> => {
  const { rows } = await db.query<{ forbidden: string | null }>({
    name: 'payout_forbidden',
    text: `SELECT ${FORBIDDEN} AS forbidden FROM payout p WHERE p.id = $1`,
    values: [id],
  });
  return rows[0] === undefined ? NOT_ASKED : rows[0].forbidden;
};

type Numbered = { readonly nonce: number } | { readonly waitsFor: string };

/**
 * Gives a waiting payout the next number of its wallet, unless payouts are frozen or its network takes none:
 * asked here, under the locks, it cannot change before the number is given. Null: it does not wait any more.
 * @param used numbers of the wallet that stand in blocks; ours go on behind them.
 */
export const takeNumber = async (
  tx: Tx,
  id: string,
  { chainId, sender, kind }: PayoutWallet & Pick<Payout, 'kind'>,
  used: number,
): Promise<Numbered | null> => {
  await lockTogether(tx, ADVISORY_LOCK.payouts);
  if (await isToldByHand(tx, id)) return { waitsFor: 'an operator has told what became of it' };
  const { rows } = await tx.query<{ forbidden: string | null; closed: boolean }>(
    `SELECT ${FORBIDDEN} AS forbidden, NOT n.enabled_withdraw AS closed FROM payout p JOIN network n ON n.id = p.network_id
      WHERE p.id = $1 AND p.status = ${WAITING} FOR UPDATE OF p`,
    [id],
  );
  const gate = rows[0];
  if (gate === undefined) return null;
  if (gate.forbidden !== null) return { waitsFor: gate.forbidden };
  if (gate.closed) return { waitsFor: 'the network is switched off' };
  const taken = await tx.query<{ nonce: bigint }>(
    `INSERT INTO payout_wallet AS w (chain_id, address, next_nonce, hot) VALUES ($1, $2, $3::bigint + 1, $4)
     ON CONFLICT (chain_id, address) DO UPDATE SET next_nonce = greatest(w.next_nonce, $3) + 1 RETURNING next_nonce - 1 AS nonce`,
    [chainId, sender, used, kind !== 'sweep'],
  );
  const nonce = taken.rows[0]!.nonce;
  await tx.query(`UPDATE payout SET status = ${NUMBERED}, nonce = $2, waits_for = NULL WHERE id = $1`, [id, nonce]);
  return { nonce: Number(nonce) };
};

/** Whether what is to be paid is not approved any more, or is said to have been sent. Kept still until the number is given. */
const isToldByHand = async (tx: Tx, id: string): Promise<boolean> => {
  const { rows: tokens } = await tx.query<{ told: boolean }>(
    `SELECT status <> ${WITHDRAWAL_STATUS.APPROVED} OR tx_hash IS NOT NULL AS told FROM withdrawal WHERE id = $1 FOR SHARE`,
    [id],
  );
  const { rows: items } = await tx.query<{ told: boolean }>(
    `SELECT status <> ${NFT_WITHDRAWAL_STATUS.APPROVED} OR tx_hash IS NOT NULL AS told FROM nft_withdrawal WHERE id = $1 FOR SHARE`,
    [id],
  );
  const { rows: cold } = await tx.query<{ told: boolean }>(
    'SELECT ended_at IS NOT NULL OR tx_hash IS NOT NULL AS told FROM cold_movement WHERE id = $1 FOR SHARE',
    [id],
  );
  return [...tokens, ...items, ...cold].some(({ told }) => told);
};

interface Leaving {
  readonly nonce: number;
  readonly waitsFor: string;
  readonly notBefore: Date;
}

/** A payout waits again, without the number that it had. False: it has another one by now, or something is signed for it. */
export const leaveNumber = async (tx: Tx, id: string, { nonce, waitsFor, notBefore }: Leaving): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `UPDATE payout p SET status = ${WAITING}, nonce = NULL, waits_for = $3, not_before = $4
      WHERE id = $1 AND status = ${NUMBERED} AND nonce = $2 AND NOT EXISTS (SELECT FROM payout_attempt a WHERE a.payout_id = p.id)`,
    [id, nonce, waitsFor, notBefore],
  );
  return rowCount === 1;
};

/** Gives back a number that nothing was signed with. Only the newest can be: behind another one it would leave a gap, which is then filled. */
export const giveBackNumber = async (
  tx: Tx,
  { id, chainId, sender }: Pick<Payout, 'id'> & PayoutWallet,
  leaving: Leaving,
): Promise<void> => {
  if (!(await leaveNumber(tx, id, leaving))) return;
  await tx.query(
    'UPDATE payout_wallet SET next_nonce = $3 WHERE chain_id = $1 AND address = $2 AND next_nonce = $3::bigint + 1',
    [chainId, sender, leaving.nonce],
  );
};

/** The signer knows the request by another number: what it has signed goes on under that. False: the number is another payout's. */
export const takeKnownNumber = async (tx: Tx, id: string, nonce: number): Promise<boolean> => {
  const { rows } = await tx.query<{ chainId: bigint; sender: string }>(
    `UPDATE payout p SET nonce = $2, status = ${NUMBERED} WHERE id = $1 AND status IN (${WAITING}, ${NUMBERED})
        AND NOT EXISTS (SELECT FROM payout o WHERE o.chain_id = p.chain_id AND o.sender = p.sender AND o.nonce = $2 AND o.id <> p.id)
     RETURNING chain_id AS "chainId", sender`,
    [id, nonce],
  );
  if (rows[0] === undefined) return false;
  await tx.query(
    'UPDATE payout_wallet SET next_nonce = greatest(next_nonce, $3::bigint + 1) WHERE chain_id = $1 AND address = $2',
    [rows[0].chainId, rows[0].sender, nonce],
  );
  return true;
};

/** Keeps a signed transaction before it is told to anybody. False: the payout does not have this number any more, and it must not be told. */
export const keepAttempt = async (
  tx: Tx,
  { payoutId, hash, raw, maxFeeWei, tipWei, gas, createdAt }: Omit<Attempt, 'broadcastAt'>,
  nonce: number,
): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `UPDATE payout SET status = ${SENT}, tx_hash = $3, sent_at = coalesce(sent_at, $4), waits_for = NULL
      WHERE id = $1 AND nonce = $2 AND status IN (${NUMBERED}, ${SENT})`,
    [payoutId, nonce, hash, createdAt],
  );
  if (rowCount !== 1) return false;
  await tx.query(
    `INSERT INTO payout_attempt (hash, payout_id, raw, max_fee_wei, tip_wei, gas, created_at, broadcast_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $7) ON CONFLICT (hash) DO NOTHING`,
    [hash, payoutId, raw, maxFeeWei, tipWei, gas, createdAt],
  );
  return true;
};

/** A transaction is told to the chain again. */
export const noteBroadcast = async (db: Db, hash: string, at: Date): Promise<void> => {
  await db.query('UPDATE payout_attempt SET broadcast_at = $2 WHERE hash = $1', [hash, at]);
};

/** Where its transaction stands now, and how deep: members count along. `block` null: in none. */
export const noteBlock = async (
  db: Db,
  id: string,
  { hash, block }: { hash: string; block: { number: number; confirmed: number } | null },
): Promise<void> => {
  await db.query(
    `UPDATE payout SET tx_hash = $2, block_number = $3, confirmed = $4 WHERE id = $1 AND status IN (${SENT}, ${ERRORED})
        AND (tx_hash, block_number, confirmed) IS DISTINCT FROM ($2, $3, $4)`,
    [id, hash, block?.number ?? null, block?.confirmed ?? null],
  );
};

/** Why a waiting payout does not move on, and when it is looked at again. */
export const noteWaiting = async (
  db: Db,
  id: string,
  { waitsFor, notBefore, refusals }: { waitsFor: string; notBefore: Date; refusals?: number },
): Promise<void> => {
  await db.query(
    `UPDATE payout SET waits_for = $2, not_before = $3, refusals = coalesce($4, refusals) WHERE id = $1 AND status = ${WAITING}`,
    [id, waitsFor, notBefore, refusals ?? null],
  );
};

/** What operators read beside one that is under way or errored. */
export const noteTrouble = async (db: Db, id: string, waitsFor: string): Promise<void> => {
  await db.query(
    `UPDATE payout SET waits_for = $2 WHERE id = $1 AND status IN (${NUMBERED}, ${SENT}, ${ERRORED}) AND waits_for IS DISTINCT FROM $2`,
    [id, waitsFor],
  );
};

/** The id of the fill of a number. It has no other, in no copy of the books either: the signer signs one request under a number. */
export const fillIdOf = ({ chainId, sender }: PayoutWallet, nonce: number): string =>
  createHash('sha256')
    .update(`fill ${chainId} ${sender} ${nonce}`)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');

/** A number that nobody has gets a transaction that moves nothing. */
export const insertFill = async (
  db: Db,
  { networkId, chainId, sender }: { networkId: number; chainId: number; sender: string },
  nonce: number,
  at: Date,
): Promise<void> => {
  await db.query(
    `INSERT INTO payout (id, kind, network_id, chain_id, sender, intent, status, nonce, not_before, created_at)
     VALUES ($7, 'fill', $1, $2, $3, $4, ${NUMBERED}, $5, $6, $6) ON CONFLICT DO NOTHING`,
    [networkId, chainId, sender, writeIntent({ kind: 'fill' }), nonce, at, fillIdOf({ chainId, sender }, nonce)],
  );
};

/** Which hot wallet of a chain signs: the others that payouts left from once are retired. */
export const retireOthers = async (db: Db, chainId: number, signs: string, at: Date): Promise<void> => {
  await db.query(
    `UPDATE payout_wallet SET retired_at = CASE WHEN address <> $2 THEN $3::timestamptz END
      WHERE chain_id = $1 AND hot AND (address = $2) = (retired_at IS NOT NULL)`,
    [chainId, signs, at],
  );
};
