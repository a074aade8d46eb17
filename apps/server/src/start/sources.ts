import { lookup } from 'node:dns/promises';
import { networkLabel } from '@minerx/rules/network';
import type { Pool } from 'pg';
import type { Env } from '../env/env.ts';
import { CHAINS, type TronSource } from '../env/env-chains.ts';
import { hostOf, isLocalAddress } from '../base/local-address.ts';
import { refusalOfLocal, SOURCE_VARIABLES, type SourceVariable } from '../env/env-sources.ts';
import { isAnotherChain } from '../modules/deposit/chain-cursor.query.ts';
import { createEndpoint } from '../outside/chain/endpoint.ts';
import { wholeNumber } from '../outside/chain/evm-answers.ts';
import type { WatchedChain } from '../outside/chain/port.ts';
import { blockAnswer } from '../outside/chain/tron-answers.ts';
import { createTronEndpoint } from '../outside/chain/tron-endpoint.ts';
import { isOutsideFailure } from '../outside/failure.ts';
import { binanceAddresses } from '../outside/market/binance-addresses.ts';
import { isFromSimulator, SIMULATOR_ANSWERS } from '../outside/simulator.ts';

const PATIENCE_MS = 5_000;

type Look = {
  /** Addresses of a host's name. */
  resolve?: (host: string) => Promise<string[]>;
  say: (line: string) => void;
};

const resolveHost = async (host: string): Promise<string[]> =>
  (await lookup(host, { all: true })).map(({ address }) => address);

/**
 * Production's last look at its sources before anything is opened: a name that leads to this machine or a private
 * network, or a simulator that answers there. A source that is merely away holds nothing back, its users wait for it.
 * @returns one readable line for each source that must not be believed.
 */
export const listUnfitSources = async (env: Env, { resolve = resolveHost, say }: Look): Promise<string[]> => {
  const only = (url: string | null | undefined): readonly string[] => (url == null ? [] : [url]);
  const urls: Record<SourceVariable, readonly string[]> = {
    MARKET_URL: only(env.market && binanceAddresses(env.market.url).restUrl),
    SECOND_MARKET_URL: only(env.secondMarket?.url),
    NETWORK_URL: only(env.network?.url),
    POOL_URL: only(env.pool?.url),
    BSC_RPC_URLS: nodesOf(env, 'BSC_RPC_URLS'),
    ARBITRUM_RPC_URLS: nodesOf(env, 'ARBITRUM_RPC_URLS'),
    TRON_API_URLS: env.tron?.nodes.map(({ url }) => url) ?? [],
    SMTP_URL: only(env.smtpUrl),
  };
  const asked = SOURCE_VARIABLES.flatMap((name) => urls[name].map((url) => ({ name, url })));
  const found = await Promise.all(
    asked.map(async ({ name, url }) => {
      try {
        const addresses = await resolve(hostOf(url));
        if (addresses.some(isLocalAddress) && !env.localSources.has(name)) return refusalOfLocal(name);
        const chain = CHAINS.find(({ variable }) => variable === name);
        const tron = name === 'TRON_API_URLS' ? env.tron : null;
        const unfit = chain !== undefined ? await unfitNode(url, chain.chainId) : tron && (await unfitTron(url, tron));
        if (unfit !== null) return `${name}: ${unfit}`;
        if (chain === undefined && tron === null && name !== 'SMTP_URL' && (await answersAsSimulator(url)))
          return `${name}: ${SIMULATOR_ANSWERS}`;
      } catch (error) {
        const { cause, message } = error as Error;
        say(`warning: ${name} does not answer yet (${(cause as NodeJS.ErrnoException | undefined)?.code ?? message})`);
      }
      return null;
    }),
  );
  return found.filter((problem) => problem !== null);
};

/**
 * Chains that are others than those which were read before, by the blocks that we know of them: what the books say of one is not true of
 * another. A chain that does not answer holds nothing back.
 */
export const listOtherChains = async (
  pool: Pool,
  chains: readonly Pick<WatchedChain, 'network' | 'head' | 'block'>[],
  say: (line: string) => void,
): Promise<string[]> => {
  const found = await Promise.all(
    chains.map(async (chain) => {
      const name = networkLabel(chain.network);
      try {
        if (await isAnotherChain(pool, chain))
          return `${name}: its nodes are on another chain than the one that was read until now`;
      } catch (error) {
        if (!isOutsideFailure(error)) throw error;
        say(`warning: ${name} does not answer yet (${error.message})`);
      }
      return null;
    }),
  );
  return found.filter((problem) => problem !== null);
};

const nodesOf = (env: Env, variable: (typeof CHAINS)[number]['variable']): readonly string[] => {
  const chain = CHAINS.find((each) => each.variable === variable);
  return env.chains.find(({ chainId }) => chainId === chain?.chainId)?.urls ?? [];
};

const ASIDE = { sourceId: 'a node', simulated: false, clock: Date, timeoutMs: PATIENCE_MS };

const unfitNode = (url: string, chainId: number): Promise<string | null> => {
  const node = createEndpoint({ ...ASIDE, url, chainId });
  return unfitFor(() => node.ask('eth_blockNumber', [], wholeNumber));
};

const unfitTron = (url: string, { chainId, nodes }: TronSource): Promise<string | null> => {
  const node = createTronEndpoint({ ...ASIDE, ...nodes.find((each) => each.url === url), url, chainId });
  return unfitFor(() => node.post('/wallet/getblock', { detail: false }, blockAnswer));
};

/** A node of another chain, or one that plays a chain. Throws when it is merely away. */
const unfitFor = async (ask: () => Promise<unknown>): Promise<string | null> => {
  try {
    await ask();
    return null;
  } catch (error) {
    if (isOutsideFailure(error) && (error.reason === 'refused' || error.reason === 'implausible')) return error.message;
    throw error;
  }
};

const answersAsSimulator = async (url: string): Promise<boolean> => {
  const address = new URL(url);
  // `fetch` takes no password in an address, and this question needs none.
  address.username = '';
  address.password = '';
  const response = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(PATIENCE_MS) });
  await response.body?.cancel();
  return isFromSimulator(response.headers);
};
