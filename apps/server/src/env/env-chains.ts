import { NETWORK, type NetworkId } from '@minerx/rules/network';
import { addressesIn, type SourceVariable } from './env-sources.ts';

/** The chains that we read, with the variable that names their nodes. A network stands on one chain, a chain may carry several. */
export const CHAINS = [
  { variable: 'BSC_RPC_URLS', chainId: 56, networks: [NETWORK.BEP20, NETWORK.BEP721] },
  { variable: 'ARBITRUM_RPC_URLS', chainId: 42_161, networks: [NETWORK.ARBITRUM_ONE] },
] as const;

/** TRON's chain id: the last four bytes of the id of its first block. */
const TRON_CHAIN_ID = 728_126_428;

/** Where TRON is read, and the key that each node wants. */
export type TronSource = {
  chainId: number;
  nodes: readonly { readonly url: string; readonly apiKey?: string }[];
  simulated: boolean;
  onlyPublic?: boolean;
};

/** Where a chain is read. `simulated` comes from how it was configured, never from what its nodes say. */
export type ChainSource = {
  chainId: number;
  networks: readonly NetworkId[];
  urls: readonly string[];
  simulated: boolean;
  onlyPublic?: boolean;
};

/**
 * Extended public keys (BIP-32) whose children are deposit addresses, one a family of networks. They can watch and not spend:
 * who has the private side is nowhere near this program. null: no addresses of that family are given out.
 */
export type DepositKeys = { readonly evm: string | null; readonly tron: string | null };

type ChainVariables = {
  readonly [Variable in (typeof CHAINS)[number]['variable'] | 'TRON_API_URLS' | 'TRON_API_KEYS']?: string | undefined;
};

/** Those whose nodes are named; nothing is watched or sent on the others. */
export const chainsOf = (read: ChainVariables, isPublic: (name: SourceVariable) => boolean): ChainSource[] =>
  CHAINS.flatMap(({ variable, chainId, networks }) => {
    const value = read[variable];
    if (value === undefined) return [];
    return [{ chainId, networks, urls: addressesIn(value), simulated: false, onlyPublic: isPublic(variable) }];
  });

/** Null where no node is named. */
export const tronOf = (
  { TRON_API_URLS: urls, TRON_API_KEYS: keys }: ChainVariables,
  isPublic: (name: SourceVariable) => boolean,
): TronSource | null => {
  if (urls === undefined) return null;
  const apiKeys = addressesIn(keys ?? '');
  const nodes = addressesIn(urls).map((url, place) => {
    const apiKey = apiKeys[place];
    return apiKey === undefined || apiKey === '' ? { url } : { url, apiKey };
  });
  return { chainId: TRON_CHAIN_ID, nodes, simulated: false, onlyPublic: isPublic('TRON_API_URLS') };
};

/** Which node an address means, however it is spelt; what is none is told of elsewhere. */
const nodeOf = (address: string): string => {
  if (!URL.canParse(address)) return address;
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname.replace(/\/+$/, '')}`;
};

/** One node can be wrong, or lie: a chain is believed when two that are independent say the same. */
export const wrongChains = (read: ChainVariables): string[] => [
  ...tooManyKeys(read),
  ...[...CHAINS.map(({ variable }) => variable), 'TRON_API_URLS' as const].flatMap((variable) => {
    const value = read[variable];
    return value === undefined || new Set(addressesIn(value).map(nodeOf)).size >= 2
      ? []
      : [`${variable} must name two nodes or more, with commas between: one alone is not believed`];
  }),
];

/** A key that belongs to no node is meant for one that is not there. */
const tooManyKeys = ({ TRON_API_URLS: urls, TRON_API_KEYS: keys }: ChainVariables): string[] =>
  keys === undefined || (urls !== undefined && addressesIn(keys).length <= addressesIn(urls).length)
    ? []
    : ['TRON_API_KEYS must be keys of TRON_API_URLS, in the same order, with commas between'];
