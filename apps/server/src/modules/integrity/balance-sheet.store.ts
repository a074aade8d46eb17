import { NETWORKS, type NetworkId } from '@minerx/rules/network';
import { networkOwner, type NetworkPlace } from '@minerx/rules/network-place';
import { WALLETS, type WalletId, WALLET_OF } from '@minerx/rules/wallet';
import type { Tx } from '../../db/transaction.ts';
import type { SheetLine, SheetRow } from './balance-sheet.ts';
import { accountId, FIRST_MEMBER_OWNER } from '../../ledger/account.ts';

const PLACES: readonly (readonly [SheetLine, NetworkPlace])[] = [
  ['deposit', 'DEPOSIT'],
  ['hot', 'HOT'],
  ['cold', 'COLD'],
];
const PLACED = WALLETS.flatMap(({ id: walletId }) =>
  NETWORKS.flatMap(({ id: networkId }) =>
    PLACES.map(([line, place]) => ({
      walletId,
      networkId,
      line,
      account: accountId(networkOwner(networkId, place), walletId),
    })),
  ),
);

/** What members have, and what is on its way out of their hands and still theirs. */
export const readOwed = async (tx: Tx): Promise<SheetRow[]> => {
  const { rows } = await tx.query<{ walletId: WalletId; line: 'members' | 'held'; units: bigint }>(
    `SELECT /* whole account: with the check of everything, which reads more */ account_wallet(a.id)::integer AS "walletId",
            CASE WHEN h.owner_id IS NULL THEN 'members' ELSE 'held' END AS line, sum(a.balance)::bigint AS units
       FROM account a LEFT JOIN (SELECT owner_id FROM hold WHERE state = 'open') h ON h.owner_id = account_owner(a.id)
      WHERE account_owner(a.id) >= ${FIRST_MEMBER_OWNER} AND a.balance > 0 GROUP BY 1, 2`,
  );
  return rows.map((row) => ({ ...row, networkId: null }));
};

/** What lies on networks by the books: value comes in out of such an account, so it is its balance with the sign turned. */
export const readPlaced = async (tx: Tx): Promise<SheetRow[]> => {
  const { rows } = await tx.query<{ position: number; units: bigint }>(
    `SELECT a.position::integer AS position,
            (coalesce((SELECT sum(p.amount) FROM posting p WHERE p.source = a.id AND p.source >= 1728 AND p.source < 14400), 0)
           - coalesce((SELECT sum(p.amount) FROM posting p WHERE p.destination = a.id AND p.destination >= 1728 AND p.destination < 14400), 0))::bigint AS units
       FROM unnest($1::bigint[]) WITH ORDINALITY AS a (id, position)`,
    [PLACED.map(({ account }) => account)],
  );
  return rows.flatMap(({ position, units }) => {
    const { walletId, networkId, line } = PLACED[position - 1]!;
    return units === 0n ? [] : [{ walletId, networkId, line, units }];
  });
};

/** What the pool has paid by its own word: it lies where the operators have it paid to. */
export const readPaid = async (tx: Tx): Promise<SheetRow[]> => {
  const { rows } = await tx.query<{ units: bigint }>(
    `SELECT coalesce(sum(p.reward_sat), 0)::bigint AS units FROM (SELECT DISTINCT ON (day) reward_sat FROM pool_payout ORDER BY day, part DESC) p`,
  );
  const { units } = rows[0]!;
  return units === 0n ? [] : [{ walletId: WALLET_OF.reward, networkId: null, line: 'pool', units }];
};

/** Keeps a sheet in the place of the one before. */
export const replaceSheet = async (tx: Tx, rows: readonly SheetRow[], at: Date): Promise<void> => {
  await tx.query('DELETE FROM balance_sheet');
  await tx.query(
    `INSERT INTO balance_sheet (wallet_id, line, network_id, units, at)
     SELECT b.*, $5 FROM unnest($1::smallint[], $2::text[], $3::smallint[], $4::bigint[]) AS b`,
    [
      rows.map(({ walletId }) => walletId),
      rows.map(({ line }) => line),
      rows.map(({ networkId }): NetworkId | null => networkId),
      rows.map(({ units }) => units),
      at,
    ],
  );
};
