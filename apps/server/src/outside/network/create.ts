import type { HttpSourceOptions } from '../http-source.ts';
import { createBitcoindNetwork } from './bitcoind.ts';
import { createEsploraNetwork } from './esplora.ts';
import type { NetworkSource } from './port.ts';

/** An address that ends in `/api` is Esplora's (mempool.space, Blockstream); any other is a bitcoind's. */
export const createNetworkSource = (options: Omit<HttpSourceOptions, 'headers'>): NetworkSource => {
  const esplora = new URL(options.url).pathname.replace(/\/$/, '').endsWith('/api');
  return esplora ? createEsploraNetwork(options) : createBitcoindNetwork(options);
};
