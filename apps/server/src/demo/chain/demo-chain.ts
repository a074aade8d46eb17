import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { NETWORK, type NetworkId } from '@minerx/rules/network';
import { WALLET, type WalletId } from '@minerx/rules/wallet';
import type { Pool } from 'pg';
import * as z from 'zod/mini';
import { readKept } from '@minerx/files/kept-file';
import type { Context } from '../../context.ts';
import type { Env } from '../../env/env.ts';
import type { ChainSource } from '../../env/env-chains.ts';
import { inTransaction } from '../../db/transaction.ts';
import { appendAudit } from '../../ledger/audit.ts';
import { addressWord, word } from '../../outside/chain/abi.ts';
import { createEndpoint, type Endpoint } from '../../outside/chain/endpoint.ts';
import { hash, hexBytes, receiptAnswer, wholeNumber } from '../../outside/chain/evm-answers.ts';
import { createEvmChain } from '../../outside/chain/evm.ts';
import { createFaucet, FAUCET_ACCOUNT } from '../../outside/chain/faucet.ts';
import type { Chain, Hex } from '../../outside/chain/port.ts';
import { comparedChains, listOwn } from '../../jobs/chain/reconciliation.ts';
import { isAnotherChain } from '../../modules/deposit/chain-cursor.query.ts';
import { findCursor } from '../../modules/deposit/deposit.store.ts';
import type { Signer } from '../../outside/signer/port.ts';
import { DEMO_ACTOR } from '../demo-plan.ts';
import { forgetCoins } from '../../modules/reconciliation/coin.store.ts';
import { inBlocks, listSenders, restoreHoldings } from './lost-chain.ts';
import { TRON_DOLLAR } from './demo-tron.ts';

/** The chain id of development chains; no public chain has it. */
export const LOCAL_CHAIN_ID = 31_337;

/** Every EVM network of a demo stands on the one local chain. */
export const LOCAL_NETWORKS: readonly NetworkId[] = [NETWORK.BEP20, NETWORK.ARBITRUM_ONE, NETWORK.BEP721];

const noteFile = (dataDir: string): string => join(dataDir, 'simulated-chain.json');

/** The local chain as a source. Noted, so that the operators' shell asks the one that the server runs. */
export const localChain = (dataDir: string, url: string): ChainSource => {
  writeFileSync(noteFile(dataDir), JSON.stringify({ url }));
  return { chainId: LOCAL_CHAIN_ID, networks: LOCAL_NETWORKS, urls: [url], simulated: true };
};

/** The local chain of the server that last started on this folder; none where there was none. */
export const notedLocalChain = (dataDir: string): ChainSource[] => {
  const noted = readKept(noteFile(dataDir), z.object({ url: z.url() }), 'Remove it: the next start writes it anew.');
  return noted === null ? [] : [localChain(dataDir, noted.url)];
};

/**
 * The first account of every development chain, which the chain itself signs for. What it deploys first has addresses that
 * follow from the account and the number of its transaction, so a chain that was lost comes back with the same ones.
 */
export const DEPLOYER: Hex = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';

/** The chain makes a block of what it is sent, soon. */
const BLOCK_TRIES = 500;
const BLOCK_PAUSE_MS = 10;

const ONE = 10n ** 18n;
const SUPPLY = 10n ** 12n * ONE;

type Contract = { name: 'Bep20Token' | 'Bep721Collection'; address: Hex; args: () => Hex };

/** In the order in which they are deployed. */
export const DEMO_CONTRACTS = {
  legendary: {
    name: 'Bep721Collection',
    address: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
    args: () => collectionArgs('Legendary', 'LGND', DEPLOYER),
  },
  super_rare: {
    name: 'Bep721Collection',
    address: '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512',
    args: () => collectionArgs('Super Rare', 'SRARE', DEPLOYER),
  },
  USDT: {
    name: 'Bep20Token',
    address: '0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0',
    args: () => tokenArgs('Test dollar', 'USDT', FAUCET_ACCOUNT, SUPPLY),
  },
  AOGTD: {
    name: 'Bep20Token',
    address: '0xCf7Ed3AccA5a467e9e704C703E8D87F634fB0Fc9',
    args: () => tokenArgs('Test AOGTD', 'AOGTD', FAUCET_ACCOUNT, SUPPLY),
  },
  AOG: {
    name: 'Bep20Token',
    address: '0xDc64a140Aa3E981100a9becA4E685f962f0cF6C9',
    args: () => tokenArgs('Test AOG', 'AOG', FAUCET_ACCOUNT, SUPPLY),
  },
} as const satisfies Record<string, Contract>;

/** Where the coins of a demo live on its chains. */
const TOKENS = [
  { wallet: WALLET.USDT, network: NETWORK.TRC20, contract: TRON_DOLLAR },
  { wallet: WALLET.USDT, network: NETWORK.BEP20, contract: DEMO_CONTRACTS.USDT },
  { wallet: WALLET.AOGTD, network: NETWORK.ARBITRUM_ONE, contract: DEMO_CONTRACTS.AOGTD },
  { wallet: WALLET.AOG, network: NETWORK.ARBITRUM_ONE, contract: DEMO_CONTRACTS.AOG },
] as const satisfies { wallet: WalletId; network: NetworkId; contract: { address: string } }[];

/** Of at most 32 letters. */
const textWords = (text: string): string => word(text.length) + Buffer.from(text).toString('hex').padEnd(64, '0');

/** Encoded arguments of `Bep20Token`: its names, who gets everything, how much. @internal */
export const tokenArgs = (name: string, symbol: string, owner: Hex, supply: bigint): Hex =>
  `0x${word(128)}${word(192)}${addressWord(owner)}${word(supply)}${textWords(name)}${textWords(symbol)}`;

/** Encoded arguments of `Bep721Collection`: its names, who may mint; no place for pictures. @internal */
export const collectionArgs = (name: string, symbol: string, owner: Hex): Hex =>
  `0x${word(128)}${word(192)}${addressWord(owner)}${word(256)}${textWords(name)}${textWords(symbol)}${textWords('')}`;

/** A contract's code with its arguments, as the data of the transaction that deploys it. @internal */
export const deployData = (name: Contract['name'], args: Hex): Hex => {
  const file = new URL(`../../../../../chain/artefacts/${name}.json`, import.meta.url);
  const { bytecode } = JSON.parse(readFileSync(file, 'utf8')) as { bytecode: Hex };
  return `${bytecode}${args.slice(2)}`;
};

const openEndpoint = (url: string): Endpoint =>
  createEndpoint({ sourceId: 'local-chain', url, chainId: LOCAL_CHAIN_ID, simulated: true, clock: Date });

/** Deploys what is not there; gives whether anything was missing. */
const deployMissing = async (endpoint: Endpoint): Promise<boolean> => {
  const contracts = Object.values(DEMO_CONTRACTS);
  const codes = await Promise.all(
    contracts.map(({ address }) => endpoint.ask('eth_getCode', [address, 'latest'], hexBytes)),
  );
  if (!codes.includes('0x')) return false;
  const done = await endpoint.ask('eth_getTransactionCount', [DEPLOYER, 'latest'], wholeNumber);
  let last: Hex | null = null;
  for (const { name, args } of contracts.slice(done))
    last = await endpoint.ask('eth_sendTransaction', [{ from: DEPLOYER, data: deployData(name, args()) }], hash);
  for (let tries = 0; last !== null && tries < BLOCK_TRIES; tries += 1) {
    if ((await endpoint.ask('eth_getTransactionReceipt', [last], receiptAnswer))?.succeeded) break;
    await sleep(BLOCK_PAUSE_MS);
  }
  for (const { name, address } of contracts)
    if ((await endpoint.ask('eth_getCode', [address, 'latest'], hexBytes)) === '0x')
      throw new Error(`The local chain has no ${name} at ${address}. Remove chain-state.json: the chain begins anew.`);
  return true;
};

/** The networks of a demo that are simulated. */
export const simulatedNetworks = ({ chains, tron }: Pick<Env, 'chains' | 'tron'>): readonly NetworkId[] => [
  ...(chains.some(({ simulated }) => simulated) ? LOCAL_NETWORKS : []),
  ...(tron?.simulated === true ? [NETWORK.TRC20] : []),
];

/** Writes the addresses on simulated networks into the rows that differ, with a line in the audit log. */
export const noteContracts = (pool: Pool, networks: readonly NetworkId[], at = new Date()): Promise<void> =>
  inTransaction(pool, async (tx) => {
    for (const { wallet, network, contract } of TOKENS) {
      if (!networks.includes(network)) continue;
      const { rowCount } = await tx.query(
        'UPDATE asset_network SET contract = $3 WHERE wallet_id = $1 AND network_id = $2 AND contract IS DISTINCT FROM $3',
        [wallet, network, contract.address],
      );
      if (rowCount === 0) continue;
      await appendAudit(tx, at, [
        {
          actor: DEMO_ACTOR,
          action: 'asset-network.set',
          subject: `asset-network:${wallet}/${network}`,
          reason: 'The contract on the simulated chain',
          detail: { contract: contract.address },
        },
      ]);
    }
  });

/** Whether a chain begins, or one that was lost begins anew. */
export type Beginning = 'first' | 'lost' | null;

const evmChain = (network: NetworkId, url: string): Chain =>
  createEvmChain({ network, chainId: LOCAL_CHAIN_ID, simulated: true, urls: [url], clock: Date });

/** The contracts are on the chain. */
export const prepareLocalChain = async (url: string, pool: Pool, say: (line: string) => void): Promise<Beginning> => {
  let isAnother = false;
  for (const network of LOCAL_NETWORKS) isAnother ||= await isAnotherChain(pool, evmChain(network, url));
  const isDeployed = await deployMissing(openEndpoint(url));
  if (!isDeployed && !isAnother) return null;
  const known = await Promise.all(LOCAL_NETWORKS.map((network) => findCursor(pool, network)));
  const isLost = known.some((cursor) => cursor !== null);
  say(
    isLost
      ? 'the local chain was lost: it begins anew with its contracts and what the books say lies there; deposits that were not credited are void'
      : 'the local chain begins: its contracts are deployed',
  );
  return isLost ? 'lost' : 'first';
};

/** The addresses of a chain that was lost have their coins, numbers and tokens again, as the books say. */
export const restoreLocalChain = async (
  url: string,
  signer: Signer,
  dependencies: Pick<Context, 'pool' | 'clock' | 'random' | 'log'>,
): Promise<void> => {
  const { pool } = dependencies;
  const endpoint = openEndpoint(url);
  const chains = new Map(LOCAL_NETWORKS.map((network) => [network, evmChain(network, url)]));
  const hex = (value: bigint): Hex => `0x${value.toString(16)}`;
  for (const { address, nonce, wei } of await listSenders(pool, LOCAL_CHAIN_ID)) {
    await endpoint.ask('anvil_setNonce', [address, hex(nonce)], z.unknown());
    if (wei !== null) await endpoint.ask('anvil_setBalance', [address, hex(wei)], z.unknown());
  }
  const { address: hot } = await signer.describe();
  const faucet = createFaucet({ url, chainId: LOCAL_CHAIN_ID, clock: Date });
  for (const chain of comparedChains({ chains, tron: null })) {
    const { wallets, byHand } = await listOwn({ pool, signer }, chain);
    const settled = (hashes: readonly Hex[]): Promise<void> => inBlocks(chain, hashes);
    await restoreHoldings(dependencies, { chain, wallets, hot, byHand, faucet, settled });
  }
  await forgetCoins(pool, LOCAL_CHAIN_ID);
};
