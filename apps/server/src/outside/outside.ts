import type { NetworkId } from '@minerx/rules/network';
import type { Faucet } from './chain/faucet.ts';
import type { Chain, TronChain, WatchedChain } from './chain/port.ts';
import type { FileStore } from './files/port.ts';
import type { Mailer } from './mail/port.ts';
import type { MarketSource, SecondMarketSource } from './market/port.ts';
import type { NetworkSource } from './network/port.ts';
import type { Signer } from './signer/port.ts';
import type { PushSender } from './push/port.ts';
import type { PoolSource } from './pool/port.ts';

/** The sources outside the product, real or simulated; which they are is their configuration's word, not theirs. */
export interface Outside {
  /** Devices are polled at their own addresses; each device row says whether it is simulated. */
  pool: PoolSource;
  network: NetworkSource;
  market: MarketSource;
  /** Bears out the first one's BTC price; null in a demo that was given none: then no price is believed. */
  secondMarket: SecondMarketSource | null;
  mailer: Mailer;
  /** To browsers; null: nobody has made keys for it. */
  push: PushSender | null;
  files: FileStore;
  /** The EVM chains that are read, by network. */
  chains: ReadonlyMap<NetworkId, Chain>;
  /** TRON, which is read and never sent to; null: nobody reads it. */
  tron: TronChain | null;
  /** Who gives test coins away, by network: on simulated chains only. */
  faucets: ReadonlyMap<NetworkId, Faucet>;
  /** Holds the hot wallet's keys; null: nothing leaves by itself. */
  signer: Signer | null;
}

/** Every chain that is read, by network; nothing is watched on the others. */
export const watchedChains = ({
  chains,
  tron,
}: {
  readonly chains: Outside['chains'];
  readonly tron: WatchedChain | null;
}): ReadonlyMap<NetworkId, WatchedChain> =>
  tron === null ? chains : new Map<NetworkId, WatchedChain>([...chains, [tron.network, tron]]);

/** The id of a network's chain where it is a simulated one; null where it is real, or nobody reads it. */
export type SimulatedChain = (network: NetworkId) => number | null;

export const simulatedChainOf = (outside: Pick<Outside, 'chains' | 'tron'>): SimulatedChain => {
  const chains = watchedChains(outside);
  return (network) => {
    const chain = chains.get(network);
    return chain?.simulated === true ? chain.chainId : null;
  };
};
