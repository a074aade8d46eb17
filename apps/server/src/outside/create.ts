import { join } from 'node:path';
import { NETWORK, type NetworkId } from '@minerx/rules/network';
import type { Clock } from '../ports.ts';
import type { Env, Source } from '../env/env.ts';
import { createEvmChain } from './chain/evm.ts';
import { createFaucet, createTronFaucet, type Faucet } from './chain/faucet.ts';
import type { Chain } from './chain/port.ts';
import { createTronChain } from './chain/tron.ts';
import { createDiskFiles } from './files/disk.ts';
import { createS3Files } from './files/s3.ts';
import type { FileStore } from './files/port.ts';
import { createEmlMailer } from './mail/eml.ts';
import type { Mailer } from './mail/port.ts';
import { createSmtpMailer } from './mail/smtp.ts';
import { createBinanceMarket } from './market/binance.ts';
import { createCoinbaseMarket } from './market/coinbase.ts';
import { createNetworkSource } from './network/create.ts';
import type { Outside } from './outside.ts';
import { createSocketSigner } from './signer/socket.ts';
import type { PushSender } from './push/port.ts';
import { createWebPush } from './push/web-push.ts';
import { createBraiinsPool } from './pool/braiins.ts';

/** Ten questions a second stay within what TronGrid allows a key. */
const TRON_EVERY_MS = 100;

/** The adapters that the environment names; in demo mode the simulators have filled in what was not set. */
export const createOutside = (env: Env, clock: Clock): Outside => {
  const options = (sourceId: string, source: Source) => ({
    sourceId,
    url: source.url,
    simulated: source.simulated,
    onlyPublic: source.onlyPublic ?? false,
    clock,
  });
  return {
    pool: createBraiinsPool({ ...options('pool', required('POOL_URL', env.pool)), token: env.pool?.token ?? '' }),
    network: createNetworkSource(options('network', required('NETWORK_URL', env.network))),
    market: createBinanceMarket(options('market', required('MARKET_URL', env.market))),
    secondMarket: env.secondMarket && createCoinbaseMarket(options('second-market', env.secondMarket)),
    mailer: createMailer(env, clock),
    push: createPush(env),
    files: createFiles(env),
    chains: createChains(env, clock),
    tron: env.tron && createTronChain({ ...env.tron, clock, ...(!env.tron.simulated && { everyMs: TRON_EVERY_MS }) }),
    faucets: createFaucets(env, clock),
    signer: env.signerSocket === null ? null : createSocketSigner({ path: env.signerSocket }),
  };
};

const createChains = ({ chains }: Env, clock: Clock): ReadonlyMap<NetworkId, Chain> =>
  new Map(
    chains.flatMap(({ networks, ...source }) =>
      networks.map((network) => [network, createEvmChain({ network, ...source, clock })] as const),
    ),
  );

/** Only a chain that was started as simulated has somebody who gives its coins away. */
const createFaucets = ({ mode, chains, tron }: Env, clock: Clock): ReadonlyMap<NetworkId, Faucet> => {
  if (mode !== 'demo') return new Map();
  const local = chains.filter(({ simulated }) => simulated);
  const faucets = new Map(
    local.flatMap(({ urls, chainId, networks }) => {
      const faucet = createFaucet({ url: urls[0]!, chainId, clock });
      return networks.map((network) => [network, faucet] as const);
    }),
  );
  const url = tron?.simulated === true ? tron.nodes[0]?.url : undefined;
  return url === undefined ? faucets : faucets.set(NETWORK.TRC20, createTronFaucet({ url, clock }));
};

const createMailer = (env: Env, clock: Clock): Mailer =>
  env.smtpUrl === null
    ? createEmlMailer({ sourceId: 'mail', directory: join(env.dataDir, 'mail'), from: env.mailFrom, clock })
    : createSmtpMailer({ sourceId: 'mail', url: env.smtpUrl, from: env.mailFrom, onlyPublic: env.onlyPublicSmtp });

const createPush = ({ push, brand }: Env): PushSender | null =>
  push && createWebPush({ sourceId: 'push', ...push, subject: `mailto:${brand.supportEmail}` });

/** Can be made without the other sources. */
export const createFiles = (env: Env): FileStore =>
  env.s3Url === null
    ? createDiskFiles({ sourceId: 'files', directory: join(env.dataDir, 'files') })
    : createS3Files({ sourceId: 'files', url: env.s3Url });

const required = (variable: string, source: Source | null): Source => {
  if (source === null) throw new Error(`${variable} is not set and no simulator stands in for it.`);
  return source;
};
