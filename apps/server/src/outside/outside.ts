import type { NetworkId } from '@minerx/rules/network';
import type { Faucet } from './chain/faucet.ts';
import type { Chain } from './chain/port.ts';
import type { FileStore } from './files/port.ts';
import type { Mailer } from './mail/port.ts';
import type { MarketSource, SecondMarketSource } from './market/port.ts';
import type { NetworkSource } from './network/port.ts';
import type { Signer } from './signer/port.ts';
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
  files: FileStore;
  /** The chains that are read, by network; nothing is watched or sent on the others. */
  chains: ReadonlyMap<NetworkId, Chain>;
  /** Gives test coins away on a simulated chain; null where there is none. */
  faucet: Faucet | null;
  /** Holds the hot wallet's keys; null: what leaves waits, or goes by operators' hands. */
  signer: Signer | null;
}
