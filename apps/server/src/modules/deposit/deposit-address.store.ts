import type { NetworkId } from '@minerx/rules/network';
import type { WalletId } from '@minerx/rules/wallet';
import type { Db, Tx } from '../../db/transaction.ts';
import type { DepositFamily } from './deposit-key.ts';

export interface DepositOption {
  readonly walletId: WalletId;
  readonly network: NetworkId;
  /** Operators have neither switched off the network nor the coin on it, and its contract is known. */
  readonly enabled: boolean;
  /** Somebody follows the chain. */
  readonly watched: boolean;
  readonly minimumUnits: bigint;
  readonly confirmations: number;
  /** When the chain was read last; null: never. */
  readonly readAt: Date | null;
}

const OPTION = `
  SELECT a.wallet_id AS "walletId", a.network_id AS network, a.enabled_deposit AND n.enabled_deposit AND a.contract IS NOT NULL AS enabled,
         c.network_id IS NOT NULL AS watched, a.min_deposit_units AS "minimumUnits", n.confirmations, c.read_at AS "readAt"
    FROM asset_network a JOIN network n ON n.id = a.network_id LEFT JOIN chain_cursor c ON c.network_id = n.id`;

/** How a coin comes in on a network; null: it does not. */
export const findDepositOption = async (
  db: Db,
  walletId: WalletId,
  network: NetworkId,
): Promise<DepositOption | null> => {
  const { rows } = await db.query<DepositOption>(`${OPTION} WHERE a.wallet_id = $1 AND a.network_id = $2`, [
    walletId,
    network,
  ]);
  return rows[0] ?? null;
};

/** Every coin and network that value can come in on now. */
export const listDepositOptions = async (db: Db): Promise<DepositOption[]> => {
  const { rows } = await db.query<DepositOption>(
    `SELECT o.* FROM (${OPTION}) o WHERE o.enabled AND o.watched ORDER BY o."walletId", o.network`,
  );
  return rows;
};

export const findDepositAddress = async (
  db: Db,
  memberId: bigint,
  network: NetworkId,
): Promise<{ address: string; child: number } | null> => {
  const { rows } = await db.query<{ address: string; child: number }>(
    'SELECT address, child FROM deposit_address WHERE member_id = $1 AND network_id = $2',
    [memberId, network],
  );
  return rows[0] ?? null;
};

/** Whether an address, in its one spelling, is one that we gave a member on one of these networks. */
export const isDepositAddress = async (db: Db, networks: readonly NetworkId[], address: string): Promise<boolean> => {
  const { rows } = await db.query(
    'SELECT FROM deposit_address WHERE network_id = ANY($1::smallint[]) AND address = $2',
    [networks, address],
  );
  return rows.length > 0;
};

/** Whether an address, in its one spelling, is one that we gave this member. */
export const isDepositAddressOf = async (db: Db, memberId: bigint, address: string): Promise<boolean> => {
  const { rows } = await db.query('SELECT FROM deposit_address WHERE member_id = $1 AND address = $2', [
    memberId,
    address,
  ]);
  return rows.length > 0;
};

/** The child number of a member in a family; a new one takes the next. Needs the lock of deposit addresses. */
export const takeChild = async (tx: Tx, memberId: bigint, family: DepositFamily): Promise<number> => {
  await tx.query(
    `INSERT INTO deposit_key (member_id, family, child)
     SELECT $1, $2, coalesce(max(child) + 1, 0) FROM deposit_key WHERE family = $2 ON CONFLICT (member_id, family) DO NOTHING`,
    [memberId, family],
  );
  const { rows } = await tx.query<{ child: number }>(
    'SELECT child FROM deposit_key WHERE member_id = $1 AND family = $2',
    [memberId, family],
  );
  return rows[0]!.child;
};

interface NewDepositAddress {
  readonly memberId: bigint;
  readonly networks: readonly NetworkId[];
  readonly address: string;
  readonly child: number;
  readonly at: Date;
}

/** Where somebody else was first, theirs stands: it is the same. */
export const insertDepositAddresses = async (
  tx: Tx,
  { memberId, networks, address, child, at }: NewDepositAddress,
): Promise<void> => {
  await tx.query(
    `INSERT INTO deposit_address (member_id, network_id, address, child, created_at)
     SELECT $1, network_id, $3, $4, $5 FROM unnest($2::smallint[]) AS n (network_id) ON CONFLICT (member_id, network_id) DO NOTHING`,
    [memberId, networks, address, child, at],
  );
};

interface GivenAddress {
  readonly id: bigint;
  readonly address: string;
  readonly memberId: bigint;
}

/** Addresses of a network in the order in which they were given out, behind one of them. */
export const listAddressesAfter = async (
  db: Db,
  network: NetworkId,
  after: bigint,
  limit: number,
): Promise<GivenAddress[]> => {
  const { rows } = await db.query<GivenAddress>(
    `SELECT id, address, member_id AS "memberId" FROM deposit_address WHERE network_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
    [network, after, limit],
  );
  return rows;
};

/** Whose some of a network's addresses are, asked for and given as nodes name them. */
export const listOwners = async (
  db: Db,
  network: NetworkId,
  accounts: readonly string[],
): Promise<Map<string, Pick<GivenAddress, 'address' | 'memberId'>>> => {
  const { rows } = await db.query<{ account: string; address: string; memberId: bigint }>(
    `SELECT account, address, member_id AS "memberId" FROM deposit_address WHERE network_id = $1 AND account = ANY($2::text[])`,
    [network, accounts],
  );
  return new Map(rows.map(({ account, ...owner }) => [account, owner]));
};
