import { addressBytes, hashOf } from '@minerx/rules/chain-spelling';
import { DEPOSIT_STATUS } from '@minerx/rules/deposit';
import type { NetworkId } from '@minerx/rules/network';
import type { WalletId } from '@minerx/rules/wallet';
import type { Db } from '../../db/transaction.ts';
import type { DepositKeys } from '../../env/env-chains.ts';
import { transferOf } from '../../outside/chain/evm-answers.ts';
import type { Hex, TokenTransfer, WatchedChain } from '../../outside/chain/port.ts';
import { deriveAddress, depositFamilyOf } from './deposit-key.ts';
import { listDepositTerms } from './deposit-terms.query.ts';

/** Final deposits of one member, wallet and network that wait to be credited together. */
export interface KeptDeposits {
  readonly memberId: bigint;
  readonly walletId: WalletId;
  readonly network: NetworkId;
  readonly ids: readonly string[];
  /** What must have come before anything is credited. */
  readonly minimumUnits: bigint;
}

/** So many in one command, the largest first: each may be a question to the chain. What comes to less than a minimum with these waits for more. */
const AT_ONCE = 300;

/**
 * What is final on a network and has reached its minimum, by member and wallet, those that have waited longest first. What is less than
 * the smallest amount is nobody's deposit: anybody can send any number of those.
 */
export const listCreditable = async (db: Db, network: NetworkId): Promise<KeptDeposits[]> => {
  const { rows } = await db.query<KeptDeposits>({
    name: 'creditable_deposits',
    text: `SELECT d.member_id AS "memberId", d.wallet_id AS "walletId", d.network_id AS network,
                  array_agg(d.id::text ORDER BY d.place) AS ids, a.min_deposit_units AS "minimumUnits"
             FROM (SELECT *, row_number() OVER (PARTITION BY member_id, wallet_id ORDER BY units DESC, id) AS place FROM deposit
                    WHERE status = ${DEPOSIT_STATUS.KEPT} AND network_id = $1 AND units > 0) d
             JOIN asset_network a ON (a.wallet_id, a.network_id) = (d.wallet_id, d.network_id)
            WHERE d.place <= ${AT_ONCE}
            GROUP BY 1, 2, 3, a.min_deposit_units HAVING sum(d.units) >= a.min_deposit_units
            ORDER BY min(d.seen_at) LIMIT 1000`,
    values: [network],
  });
  return rows;
};

interface KeptRow {
  readonly id: string;
  readonly address: string;
  readonly txHash: string;
  readonly logIndex: number;
  readonly blockNumber: number;
  readonly blockHash: string;
  readonly raw: string;
  /** Of the member's key; null: the address is not the member's. */
  readonly child: number | null;
}

const listRows = async (db: Db, family: string, ids: readonly string[]): Promise<KeptRow[]> => {
  const { rows } = await db.query<KeptRow>({
    name: 'kept_deposits',
    text: `SELECT d.id, d.address, d.tx_hash AS "txHash", d.log_index AS "logIndex", d.block_number::float8 AS "blockNumber", d.block_hash AS "blockHash", d.raw::text, k.child
             FROM deposit d
             LEFT JOIN deposit_address a ON (a.network_id, a.address, a.member_id) = (d.network_id, d.address, d.member_id)
             LEFT JOIN deposit_key k ON k.member_id = a.member_id AND k.child = a.child AND k.family = $1
            WHERE d.id = ANY($2::uuid[])`,
    values: [family, ids],
  });
  return rows;
};

/** What a row is held against besides what its chain tells. */
interface Held {
  readonly network: NetworkId;
  /** Of the coin, as nodes name it. */
  readonly token: Hex;
  /** The address that the member's key makes. */
  addressOf(child: number): Promise<string>;
}

/**
 * What moved to the addresses of rows that share a block (a transaction, where blocks are not asked by their hash), as we know it. An EVM chain is asked for that block, which stays findable when
 * nodes have long forgotten by which block a transaction was taken: small deposits may wait for months until they reach the minimum.
 */
const listMoves = async (
  chain: WatchedChain,
  { network, token }: Held,
  rows: readonly [KeptRow, ...KeptRow[]],
): Promise<TokenTransfer[]> => {
  const { txHash, blockNumber, blockHash } = rows[0];
  const named = new Set(rows.map(({ address }) => addressBytes(network, address)));
  const recipients = [...named].filter((to) => to !== null);
  if (recipients.length === 0) return [];
  if (!chain.asksByHash) {
    const receipt = await chain.receipt(hashOf(txHash));
    if (receipt === null || !receipt.succeeded || receipt.blockHash !== blockHash) return [];
    return receipt.logs.map(transferOf).filter((moved) => moved !== null);
  }
  // Nodes tell of a block that was taken back as well, if its hash is named.
  if ((await chain.block(blockNumber))?.hash !== blockHash) return [];
  const range = { fromBlock: blockNumber, toBlock: blockNumber, blockHash: blockHash as Hex };
  return chain.transfers({ tokens: [token], recipients, ...range });
};

const isBorneOut = async (
  { child, address, txHash, logIndex, raw }: KeptRow,
  moves: readonly TokenTransfer[],
  { network, token, addressOf }: Held,
): Promise<boolean> => {
  const found = moves.find((move) => move.logIndex === logIndex && move.transactionHash === hashOf(txHash));
  if (child === null || found?.token !== token || found.to !== addressBytes(network, address)) return false;
  return found.amount === BigInt(raw) && address === (await addressOf(child));
};

/**
 * Those of them that the chain bears out, asked anew: the transfer stands in the block that we know, moved this amount of this coin to
 * this address, and the address is made of the member's key. A row alone credits nothing, whoever wrote it.
 * @throws OutsideFailure when the chain does not tell.
 */
export const listBorneOut = async (
  db: Db,
  { chain, depositKeys }: { chain: WatchedChain; depositKeys: DepositKeys },
  { walletId, network, ids }: KeptDeposits,
): Promise<string[]> => {
  const family = depositFamilyOf(network);
  const key = family && depositKeys[family];
  const token = (await listDepositTerms(db, network)).find((terms) => terms.walletId === walletId)?.contract;
  if (family === null || key === null || token === undefined) return [];
  const held: Held = { network, token, addressOf: (child) => deriveAddress(family, key, child) };
  const found: string[] = [];
  const rows = await listRows(db, family, ids);
  const placeOf = ({ txHash, blockNumber, blockHash }: KeptRow) =>
    chain.asksByHash ? `${blockNumber} ${blockHash}` : `${txHash} ${blockHash}`;
  for (const together of Map.groupBy(rows, placeOf).values()) {
    const [first, ...others] = together;
    const moves = await listMoves(chain, held, [first!, ...others]);
    for (const row of together) if (await isBorneOut(row, moves, held)) found.push(row.id);
  }
  return found;
};
