import { DECIMALS } from '@minerx/rules/money';
import { DEPOSIT_STATUS, tokenOfUnits } from '@minerx/rules/deposit';
import type { NetworkId } from '@minerx/rules/network';
import { PAYOUT_STATUS } from '@minerx/rules/payout';
import { WITHDRAWAL_STATUS } from '@minerx/rules/withdrawal';
import type { WalletId } from '@minerx/rules/wallet';
import type { Db } from '../../db/transaction.ts';
import { accountId } from '../../ledger/account.ts';
import { networkOwner, type NetworkPlace } from '@minerx/rules/network-place';
import { PLACE, spotKey, tokenSpot, type Expected, type Spot, type Token } from './reconciliation.ts';

/** Where the books stand: of which network, for which of its tokens, at which block. */
interface BooksAt {
  readonly network: NetworkId;
  readonly tokens: readonly Token[];
  readonly block: number;
}

/** What the ledger says lies at a place: the balance of its account with the sign turned, in our units. */
const unitsAt = async (db: Db, { network, tokens }: BooksAt, place: NetworkPlace): Promise<Map<WalletId, bigint>> => {
  const accounts = tokens.map(({ walletId }) => accountId(networkOwner(network, place), walletId));
  // The bounds are those of the indexes that are made for this.
  const { rows } = await db.query<{ units: string }>(
    `SELECT (coalesce((SELECT sum(p.amount) FROM posting p WHERE p.source = a.id AND p.source >= 1728 AND p.source < 14400), 0)
           - coalesce((SELECT sum(p.amount) FROM posting p WHERE p.destination = a.id AND p.destination >= 1728 AND p.destination < 14400), 0))::text AS units
       FROM unnest($1::bigint[]) WITH ORDINALITY AS a (id, position) ORDER BY a.position`,
    [accounts],
  );
  return new Map(tokens.map(({ walletId }, index) => [walletId, BigInt(rows[index]!.units)]));
};

interface ReceiptSum {
  walletId: WalletId;
  place: number;
  source: number | null;
  booked: boolean;
  raw: string;
  units: string;
}

/** What has come to our own wallets: as far as it is not booked, and what of it is less than a unit of ours. */
const listReceiptSums = async (db: Db, { network, block }: BooksAt): Promise<ReceiptSum[]> => {
  const { rows } = await db.query<ReceiptSum>(
    `SELECT wallet_id AS "walletId", place, source, transfer_id IS NOT NULL AS booked, sum(raw)::text AS raw, sum(units)::text AS units
       FROM house_receipt WHERE network_id = $1 AND block_number <= $2 GROUP BY 1, 2, 3, 4`,
    [network, block],
  );
  return rows;
};

/** Of withdrawals in a token with fewer decimals than ours: what was booked and is too small for the token to move. */
const listLeftBehind = async (db: Db, { network, tokens }: BooksAt): Promise<Map<WalletId, bigint>> => {
  const coarse = tokens.filter(({ decimals }) => decimals < DECIMALS);
  if (coarse.length === 0) return new Map();
  const { rows } = await db.query<{ walletId: WalletId; units: string }>(
    `SELECT w.wallet_id AS "walletId", sum(w.amount_units % t.step)::text AS units
       FROM withdrawal w JOIN unnest($2::smallint[], $3::bigint[]) AS t (wallet_id, step) ON t.wallet_id = w.wallet_id
      WHERE w.network_id = $1 AND w.status = ${WITHDRAWAL_STATUS.CONFIRMED} GROUP BY 1`,
    [network, coarse.map(({ walletId }) => walletId), coarse.map(({ decimals }) => 10n ** BigInt(DECIMALS - decimals))],
  );
  return new Map(rows.map(({ walletId, units }) => [walletId, BigInt(units)]));
};

/** What our own wallets of a place hold by the books: the ledger, and what has come and is not booked yet. */
export const listHouseHoldings = async (db: Db, at: BooksAt, place: 'HOT' | 'COLD'): Promise<Expected[]> => {
  const [units, sums, leftBehind] = [
    await unitsAt(db, at, place),
    await listReceiptSums(db, at),
    await listLeftBehind(db, at),
  ];
  return at.tokens.map(({ walletId, decimals }) => {
    const kept = units.get(walletId)! + (place === 'HOT' ? (leftBehind.get(walletId) ?? 0n) : 0n);
    const more = sums
      .filter((sum) => sum.walletId === walletId)
      .reduce((total, { booked, raw, units: booking, ...sum }) => {
        const rest = BigInt(raw) - (booked ? tokenOfUnits(BigInt(booking), decimals) : 0n);
        return total + (sum.place === PLACE[place] ? rest : 0n) - (sum.source === PLACE[place] ? rest : 0n);
      }, 0n);
    return { ...tokenSpot(walletId, PLACE[place]), raw: signedToken(kept, decimals) + more };
  });
};

const signedToken = (units: bigint, decimals: number): bigint =>
  units < 0n ? -tokenOfUnits(-units, decimals) : tokenOfUnits(units, decimals);

/** So many deposit addresses are looked at in one round; those that hold most come first. */
const MOST = 2000;
/** Of all others so many a round, one after the other: what came to them unseen is found in time. */
const IN_TURN = 100;

/**
 * What deposit addresses hold by the books: everything that came and was not swept, whether it is credited yet or not.
 * @param only of these addresses, those too that hold nothing; null: of all that hold something
 */
export const listDepositHoldings = async (
  db: Db,
  { network, tokens, block }: BooksAt,
  only: readonly string[] | null,
): Promise<Expected[]> => {
  const { rows } = await db.query<{ walletId: WalletId; address: string; raw: string }>(
    `WITH came AS (SELECT a.account AS address, d.wallet_id, sum(d.raw) AS raw
                     FROM deposit d JOIN deposit_address a ON (a.network_id, a.address) = (d.network_id, d.address)
                    WHERE d.network_id = $1 AND d.status <> ${DEPOSIT_STATUS.ORPHANED} AND d.block_number <= $2 AND d.wallet_id = ANY($3::smallint[])
                      AND ($5::text[] IS NULL OR a.account = ANY($5)) GROUP BY 1, 2),
          swept AS (SELECT p.sender AS address, t.wallet_id, sum((p.intent->>'amount')::numeric) AS raw
                      FROM payout p JOIN unnest($3::smallint[], $4::text[]) AS t (wallet_id, contract) ON t.contract = p.intent->>'contract'
                     WHERE p.kind = 'sweep' AND p.network_id = $1 AND p.status = ${PAYOUT_STATUS.CONFIRMED} AND p.block_number <= $2
                       AND ($5::text[] IS NULL OR p.sender = ANY($5)) GROUP BY 1, 2
                    UNION ALL
                    SELECT r.sender, r.wallet_id, sum(r.raw) FROM house_receipt r
                     WHERE r.network_id = $1 AND r.source = ${PLACE.DEPOSIT} AND r.block_number <= $2 AND ($5::text[] IS NULL OR r.sender = ANY($5)) GROUP BY 1, 2)
     SELECT c.address, c.wallet_id AS "walletId", (c.raw - coalesce(s.raw, 0))::text AS raw
       FROM came c LEFT JOIN swept s USING (address, wallet_id)
      WHERE $5::text[] IS NOT NULL OR c.raw <> coalesce(s.raw, 0)
      ORDER BY c.raw - coalesce(s.raw, 0) DESC, c.address LIMIT ${MOST}`,
    [network, block, tokens.map(({ walletId }) => walletId), tokens.map(({ contract }) => contract), only],
  );
  return rows.map(({ walletId, address, raw }) => ({
    ...tokenSpot(walletId, PLACE.DEPOSIT, address),
    raw: BigInt(raw),
  }));
};

/** What the next deposit addresses in turn hold, beginning behind one; at the end it begins anew. And those with a difference. */
export const listHoldingsInTurn = async (
  db: Db,
  at: BooksAt,
  after: bigint,
): Promise<{ readonly holdings: readonly Expected[]; readonly last: bigint }> => {
  const { rows } = await db.query<{ id: bigint; address: string }>(
    `SELECT id, account AS address FROM deposit_address WHERE network_id = $1 AND id > $2 ORDER BY id LIMIT ${IN_TURN}`,
    [at.network, after],
  );
  const { rows: differing } = await db.query<{ address: string }>(
    `SELECT DISTINCT /* whole chain_difference: what people had to explain is little */ address FROM chain_difference WHERE network_id = $1 AND place = ${PLACE.DEPOSIT} AND wallet_id IS NOT NULL AND ended_at IS NULL`,
    [at.network],
  );
  const addresses = [...new Set([...rows, ...differing].map(({ address }) => address))];
  const known = new Map((await listDepositHoldings(db, at, addresses)).map((each) => [spotKey(each), each]));
  const holdings = addresses.flatMap((address) =>
    at.tokens.map(({ walletId }): Expected => {
      const spot = tokenSpot(walletId, PLACE.DEPOSIT, address);
      return known.get(spotKey(spot)) ?? { ...spot, raw: 0n };
    }),
  );
  return { holdings, last: rows.at(-1)?.id ?? 0n };
};

/**
 * What is explained of tokens and items, by spot: it counts as if the books said so. A deposit that is found afterwards, in a block whose
 * surplus was explained already, was a part of that and counts once.
 */
export const listExplained = async (db: Db, network: NetworkId): Promise<(Spot & { readonly raw: bigint })[]> => {
  const { rows } = await db.query<Spot & { raw: string }>(
    `WITH explained AS (SELECT /* whole chain_difference: the same */ wallet_id, place, address, item, raw, block_number, found_at FROM chain_difference
                         WHERE network_id = $1 AND acknowledged_at IS NOT NULL AND (wallet_id IS NOT NULL OR item <> '')),
          late AS (SELECT d.wallet_id, a.account AS address, sum(d.raw) AS raw
                     FROM deposit_address a JOIN deposit d ON (d.member_id, d.network_id, d.address) = (a.member_id, a.network_id, a.address)
                    WHERE a.network_id = $1 AND a.account IN (SELECT address FROM explained WHERE place = ${PLACE.DEPOSIT} AND raw > 0)
                      AND d.status <> ${DEPOSIT_STATUS.ORPHANED}
                      AND EXISTS (SELECT FROM explained e WHERE e.place = ${PLACE.DEPOSIT} AND e.raw > 0 AND (e.wallet_id, e.address) = (d.wallet_id, a.account)
                                     AND e.block_number >= d.block_number AND e.found_at < d.seen_at) GROUP BY 1, 2)
     SELECT e.wallet_id AS "walletId", e.place, e.address, e.item, (sum(e.raw) - coalesce(max(l.raw), 0))::text AS raw
       FROM explained e LEFT JOIN late l ON e.place = ${PLACE.DEPOSIT} AND (l.wallet_id, l.address) = (e.wallet_id, e.address) GROUP BY 1, 2, 3, 4`,
    [network],
  );
  return rows.map(({ raw, ...spot }) => ({ ...spot, raw: BigInt(raw) }));
};
