import type { FileStore } from './files/port.ts';
import type { Mailer } from './mail/port.ts';
import type { MarketSource, SecondMarketSource } from './market/port.ts';
import type { NetworkSource } from './network/port.ts';
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
}
