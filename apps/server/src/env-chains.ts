import { NETWORK, type NetworkId } from '@minerx/rules/network';
import { addressesIn } from './env-sources.ts';

/** The chains that we read, with the variable that names their nodes. A network stands on one chain, a chain may carry several. */
export const CHAINS = [
  { variable: 'BSC_RPC_URLS', chainId: 56, networks: [NETWORK.BEP20, NETWORK.BEP721] },
  { variable: 'ARBITRUM_RPC_URLS', chainId: 42_161, networks: [NETWORK.ARBITRUM_ONE] },
] as const;

/** Where a chain is read. `simulated` comes from how it was configured, never from what its nodes say. */
export type ChainSource = {
  chainId: number;
  networks: readonly NetworkId[];
  urls: readonly string[];
  simulated: boolean;
};

/**
 * Extended public keys (BIP-32) whose children are deposit addresses, one a family of networks. They can watch and not spend:
 * who has the private side is nowhere near this program. null: no addresses of that family are given out.
 */
export type DepositKeys = { readonly evm: string | null; readonly tron: string | null };

type ChainVariables = { readonly [Variable in (typeof CHAINS)[number]['variable']]?: string | undefined };

/** Those whose nodes are named; nothing is watched or sent on the others. */
export const chainsOf = (read: ChainVariables): ChainSource[] =>
  CHAINS.flatMap(({ variable, chainId, networks }) => {
    const value = read[variable];
    return value === undefined ? [] : [{ chainId, networks, urls: addressesIn(value), simulated: false }];
  });

/** One node can be wrong, or lie: a chain is believed when two that are independent say the same. */
export const wrongChains = (read: ChainVariables): string[] =>
  CHAINS.flatMap(({ variable }) => {
    const value = read[variable];
    return value === undefined || new Set(addressesIn(value)).size >= 2
      ? []
      : [`${variable} must name two nodes or more, with commas between: one alone is not believed`];
  });
