import { isSendable } from '@minerx/rules/nft-status';
import { minuteOf } from '@minerx/rules/utc-time';
import { isReadyToSend, isSentByOperators } from '@minerx/rules/withdrawal';
import type { Pool } from 'pg';
import { payoutStatusName } from '@minerx/rules/payout';
import { reconcileNow } from '../../jobs/chain/payouts.ts';
import { PAYOUTS_FROZEN } from '../../modules/integrity/payout-freeze.ledger.ts';
import { failNftSending } from '../../modules/nft/nft-sending.command.ts';
import { findNftWithdrawal, type NftWithdrawalRow } from '../../modules/nft/nft.query.ts';
import { findWithdrawal } from '../../modules/withdrawal/withdrawal.query.ts';
import { returnPayout } from '../../modules/payout/payout-end.command.ts';
import { PAYOUT_ACTOR } from '../../modules/payout/payout.ledger.ts';
import { failWithoutSending } from '../../modules/withdrawal/withdrawal-payout.command.ts';
import { explained } from '../explained.ts';
import { noteReconciled } from '../../modules/payout/payout-reconcile.command.ts';
import {
  findPayout,
  listAttempts,
  listPayouts,
  listPayoutWallets,
  listPromisedTokens,
} from '../../modules/payout/payout.query.ts';
import type { Payout } from '../../modules/payout/payout.ts';
import type { Chain, Hex } from '../../outside/chain/port.ts';
import { isUuid } from '../../base/ids.ts';
import { defineOperatorCommand, GRANTS, OperatorProblem, REASON, type OperatorHouse } from '../command.ts';
import { coins } from './coins.ts';

const ID = { hint: 'id of the payout, which is its withdrawal’s', kind: 'text', required: true } as const;
const NOT_RETURNED = {
  err_conflict: 'It has a number, or has ended: only the chain can tell what becomes of it (payout show).',
  err_payouts_frozen: PAYOUTS_FROZEN,
};
const GWEI = 1_000_000_000n;

const what = ({ intent }: Payout): string => {
  switch (intent.kind) {
    case 'transfer':
      return `${intent.amount} of ${intent.contract} to ${intent.to}`;
    case 'safeTransferFrom':
      return `item ${intent.tokenId} of ${intent.contract} to ${intent.to}`;
    case 'sweep':
      return `${intent.amount} of ${intent.contract} from deposit address ${intent.index}`;
    case 'topUp':
      return `${intent.value} wei to deposit address ${intent.index}`;
    case 'fill':
      return 'nothing, to fill a number';
  }
};

const linesOf = (payout: Payout): string[] => {
  const { id, kind, status, nonce, waitsFor, txHash, blockNumber, cause, createdAt } = payout;
  const more = [
    nonce === null ? null : `number ${nonce}`,
    cause,
    txHash,
    blockNumber === null ? null : `block ${blockNumber}`,
    waitsFor === null ? null : `waits: ${waitsFor}`,
  ].filter((part) => part !== null);
  return [
    `${id} ${payoutStatusName(status).padEnd(9)} ${minuteOf(createdAt)} ${kind}`,
    `    ${what(payout)}`,
    ...(more.length > 0 ? [`    ${more.join(', ')}`] : []),
  ];
};

/** Approved, and the worker that would send it has not heard of it: nothing signs, or nobody reads the chain. */
const isUnqueued = async (pool: Pool, id: string, nft: NftWithdrawalRow | null): Promise<boolean> => {
  if (!isUuid(id) || (await findPayout(pool, id)) !== null) return false;
  if (nft !== null) return isSendable(nft) && nft.txHash === null;
  const coin = await findWithdrawal(pool, id);
  return coin !== null && isReadyToSend(coin) && !isSentByOperators(coin.networkId);
};

const isOfMembers = ({ kind }: Payout): boolean => kind === 'withdrawal' || kind === 'nft';

const requirePayout = async ({ context }: OperatorHouse, id: string): Promise<Payout> => {
  const found = isUuid(id) ? await findPayout(context.pool, id) : null;
  if (found === null) throw new OperatorProblem(`There is no payout ${id}.`);
  return found;
};

const inTokens = (amount: bigint, decimals: number): string => {
  const one = 10n ** BigInt(decimals);
  const sign = amount < 0n ? '-' : '';
  const size = amount < 0n ? -amount : amount;
  return `${sign}${size / one}.${String(size % one)
    .padStart(decimals, '0')
    .slice(0, 4)}`;
};

const chainsById = (chains: ReadonlyMap<number, Chain>): Map<number, { chain: Chain; networks: number[] }> => {
  const found = new Map<number, { chain: Chain; networks: number[] }>();
  for (const [network, chain] of chains) {
    const known = found.get(chain.chainId) ?? { chain, networks: [] };
    known.networks.push(network);
    found.set(chain.chainId, known);
  }
  return found;
};

export const payoutCommands = [
  defineOperatorCommand({
    name: 'payout list',
    grant: GRANTS.all,
    summary: 'What is to leave for a chain and has not ended, the newest first; with --all yes ended ones too.',
    flags: { all: { hint: 'yes', kind: 'text' } },
    run: async ({ context, print }, { all }) => {
      const rows = await listPayouts(context.pool, all === 'yes');
      for (const row of rows) for (const line of linesOf(row)) print(line);
      if (rows.length === 0) print('No payout is under way.');
    },
  }),
  defineOperatorCommand({
    name: 'payout show',
    grant: GRANTS.all,
    summary: 'One payout with every transaction that was signed for it.',
    flags: { id: ID },
    run: async (house, { id }) => {
      const payout = await requirePayout(house, id);
      for (const line of linesOf(payout)) house.print(line);
      for (const { hash, maxFeeWei, tipWei, gas, createdAt, broadcastAt } of await listAttempts(house.context.pool, [
        id,
      ]))
        house.print(
          `    ${hash} signed ${createdAt.toISOString()}, told ${broadcastAt.toISOString()}; at most ${maxFeeWei / GWEI} gwei, tip ${tipWei / GWEI}, gas ${gas}`,
        );
    },
  }),
  defineOperatorCommand({
    name: 'payout reconcile',
    grant: GRANTS.money,
    summary: 'Asks the chain what became of an errored payout: it ends on proof alone, else it stays as it is.',
    flags: { id: ID, reason: REASON },
    needsOutside: true,
    run: async (house, { id, reason }) => {
      const { context, print, actor } = house;
      const before = payoutStatusName((await requirePayout(house, id)).status);
      if (before !== 'errored')
        throw new OperatorProblem(`This payout is ${before}: only an errored one is reconciled.`);
      await reconcileNow({ ...context, chains: context.outside.chains }, id);
      const payout = await requirePayout(house, id);
      const after = payoutStatusName(payout.status);
      await noteReconciled(context, id, { actor, reason, before, after });
      for (const line of linesOf(payout)) print(line);
      print(after === before ? 'The chain proves nothing yet; it stays errored.' : `Proved: ${after}.`);
    },
  }),
  defineOperatorCommand({
    name: 'payout return',
    grant: GRANTS.two,
    summary:
      'Gives up what waits without a number and will not be sent: the hot key is another one, the signer refuses it, nothing sends on that network. A member gets it back; of the house’s own nothing has left. Two operators.',
    flags: { id: ID, reason: REASON },
    run: async (house, { id, reason }) => {
      const { context, print, actor } = house;
      const by = { actor, reason };
      const nft = isUuid(id) ? await findNftWithdrawal(context.pool, id) : null;
      const isUnsent = await isUnqueued(context.pool, id, nft);
      const isOurs = !isUnsent && !isOfMembers(await requirePayout(house, id));
      const command =
        nft === null ? failWithoutSending(id, 'network', by, PAYOUT_ACTOR) : failNftSending(nft, 'collection');
      await explained(context.funnel.run(returnPayout(isOurs ? null : command, id, by)), NOT_RETURNED);
      print(isOurs ? 'Given up; what is still to be moved is planned anew.' : 'Given back; the member is told.');
    },
  }),
  defineOperatorCommand({
    name: 'payout wallet',
    grant: GRANTS.terms,
    summary: 'The hot wallets: coins for gas, tokens and what waits for them, and the numbers of their transactions.',
    flags: {},
    needsOutside: true,
    run: async ({ context, print }) => {
      const { pool, outside } = context;
      const wallets = await listPayoutWallets(pool);
      const chains = chainsById(outside.chains);
      for (const { chainId, address, nextNonce } of wallets) {
        const known = chains.get(chainId);
        print(`${address} on chain ${chainId}${known?.chain.simulated === true ? ' (simulated)' : ''}`);
        if (known === undefined) {
          print('    this chain is not read here');
          continue;
        }
        const { chain, networks } = known;
        const used = await chain.nonce(address as Hex);
        print(
          `    next number ${Math.max(nextNonce, used)}, ${used} in blocks; coins ${coins(await chain.coinBalance(address as Hex))}`,
        );
        for (const { contract, name, decimals, waiting } of await listPromisedTokens(pool, chainId, networks)) {
          const held = await chain.tokenBalance(contract as Hex, address as Hex);
          const left = held - BigInt(waiting);
          print(
            `    ${name} ${inTokens(held, decimals)}, waiting ${inTokens(BigInt(waiting), decimals)}, left ${inTokens(left, decimals)}`,
          );
        }
      }
      if (wallets.length === 0) print('Nothing has left yet.');
    },
  }),
];
