import { setTimeout as sleep } from 'node:timers/promises';
import type { NetworkId } from '@minerx/rules/network';
import { PAYOUT_STATUS } from '@minerx/rules/payout';
import type { Pool } from 'pg';
import type { Context } from '../../context.ts';
import { listDepositTerms } from '../../modules/deposit/deposit-terms.query.ts';
import { findCursor } from '../../modules/deposit/deposit.store.ts';
import { restartChain } from '../../modules/deposit/scan/restart-chain.command.ts';
import { compareTokens } from '../../modules/reconciliation/reconcile.command.ts';
import type { ComparedChain, Reconciling } from '../../modules/reconciliation/reconciling.ts';
import { PLACE } from '../../modules/reconciliation/reconciliation.ts';
import type { Faucet } from '../../outside/chain/faucet.ts';
import type { Hex } from '../../outside/chain/port.ts';

/** No chain is so far ahead of what the books know, and on TRON that many blocks make final what stands before them. */
const ROOM = 64;

/** The highest block that the books know of some networks; a chain that was lost begins behind it. 0: none was ever read. */
export const beginsAt = async (pool: Pool, networks: readonly NetworkId[]): Promise<number> => {
  const { rows } = await pool.query<{ highest: string }>(
    `SELECT /* whole deposit, payout, house_receipt, withdrawal: of a demo, once a start */ coalesce(greatest(
         (SELECT max(head_number) FROM chain_cursor WHERE network_id = ANY($1)), (SELECT max(block_number) FROM deposit WHERE network_id = ANY($1)),
         (SELECT max(block_number) FROM payout WHERE network_id = ANY($1)), (SELECT max(block_number) FROM house_receipt WHERE network_id = ANY($1)),
         (SELECT max(block_number) FROM withdrawal WHERE network_id = ANY($1))), 0)::text AS highest`,
    [networks],
  );
  const highest = Number(rows[0]!.highest);
  return highest === 0 ? 0 : highest + ROOM;
};

/** What a simulated chain lets us do besides what its protocol has. */
export interface LostChain {
  readonly chain: ComparedChain;
  readonly wallets: Reconciling['wallets'];
  /** Of the hot wallets the one that is given what they hold. */
  readonly hot: string | undefined;
  readonly byHand: boolean;
  readonly faucet: Faucet;
  /** Waits until what was sent to the chain stands in blocks whose balances are told. */
  settled(hashes: readonly Hex[]): Promise<void>;
}

type Dependencies = Pick<Context, 'pool' | 'clock' | 'random' | 'log'>;

/**
 * Gives the addresses of a chain that was lost and stands there anew, empty, what the books say they hold. Its blocks begin behind all
 * that the books know, so for them it goes on: nothing that happened on the one before happens again or counts later. Cut off and done
 * again it sends what is missing.
 */
export const restoreHoldings = async (dependencies: Dependencies, lost: LostChain): Promise<void> => {
  const { pool } = dependencies;
  const { chain, wallets, byHand, faucet } = lost;
  const { network } = chain;
  if ((await findCursor(pool, network)) === null) return;
  const tokens = await listDepositTerms(pool, network);
  const reconciling = { ...dependencies, chain, tokens, wallets, byHand, gas: null, isDeposit: () => false };
  const turn = { after: 0n };
  do {
    const head = await chain.head();
    await restartChain(dependencies, network, head);
    const { told: spots } = (await compareTokens(reconciling, head.number, turn)) ?? { told: [] };
    const sent: Hex[] = [];
    for (const { walletId, place, address, raw, held } of spots) {
      const to = place === PLACE.DEPOSIT ? address : place === PLACE.HOT ? lost.hot : wallets.cold[0];
      const token = tokens.find((each) => each.walletId === walletId);
      if (to !== undefined && token !== undefined && raw > held)
        sent.push(await faucet.give(token.contract, to as Hex, raw - held));
    }
    await lost.settled(sent);
  } while (turn.after !== 0n);
  await restartChain(dependencies, network, await chain.head());
};

const PAUSE_MS = 10;

/** Waits until transactions stand in blocks. */
export const inBlocks = async (chain: Pick<ComparedChain, 'receipt'>, hashes: readonly Hex[]): Promise<void> => {
  for (const hash of hashes) while ((await chain.receipt(hash)) === null) await sleep(PAUSE_MS);
};

/** An address of ours that sends, as it was on the chain that is gone. */
export interface Sender {
  readonly address: Hex;
  /** What its next transaction takes: what is told to the chain and not booked goes on under its own number. */
  readonly nonce: bigint;
  /** null: its coins were never compared. */
  readonly wei: bigint | null;
}

const { CONFIRMED, FAILED } = PAYOUT_STATUS;

export const listSenders = async (pool: Pool, chainId: number): Promise<Sender[]> => {
  const { rows } = await pool.query<{ address: Hex; nonce: bigint; wei: string | null }>(
    `SELECT /* whole payout: of a demo whose chain was lost */ w.address, b.wei::text AS wei,
            coalesce(max(p.nonce) FILTER (WHERE p.status IN (${CONFIRMED}, ${FAILED})) + 1, min(p.nonce), w.next_nonce) AS nonce
       FROM payout_wallet w LEFT JOIN coin_balance b ON (b.chain_id, b.address) = (w.chain_id, w.address)
       LEFT JOIN payout p ON (p.chain_id, p.sender) = (w.chain_id, w.address) AND p.nonce IS NOT NULL
      WHERE w.chain_id = $1 GROUP BY w.chain_id, w.address, b.wei`,
    [chainId],
  );
  return rows.map(({ wei, ...row }) => ({ ...row, wei: wei === null ? null : BigInt(wei) }));
};
