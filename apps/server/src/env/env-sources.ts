import { BlockList, isIP } from 'node:net';
import { hostOf, isLocalAddress } from '../base/local-address.ts';

/** The outside services whose addresses production looks at before it believes them. */
export const SOURCE_VARIABLES = [
  'MARKET_URL',
  'SECOND_MARKET_URL',
  'NETWORK_URL',
  'POOL_URL',
  'BSC_RPC_URLS',
  'ARBITRUM_RPC_URLS',
  'TRON_API_URLS',
  'SMTP_URL',
] as const;
export type SourceVariable = (typeof SOURCE_VARIABLES)[number];

/** Mail is encrypted over `smtp://` too: its adapter demands STARTTLS. */
const ENCRYPTED: Record<SourceVariable, readonly string[]> = {
  MARKET_URL: ['https:', 'wss:'],
  SECOND_MARKET_URL: ['https:'],
  NETWORK_URL: ['https:'],
  POOL_URL: ['https:'],
  BSC_RPC_URLS: ['https:'],
  ARBITRUM_RPC_URLS: ['https:'],
  TRON_API_URLS: ['https:'],
  SMTP_URL: ['smtps:', 'smtp:'],
};

/** The addresses of a variable that may name several, with commas between. */
export const addressesIn = (value: string): string[] => value.split(',').map((each) => each.trim());

const ENCRYPTED_DATABASE = ['require', 'verify-ca', 'verify-full'];

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Exchanges and chains have second worlds to try things in, with prices and blocks of no worth. */
const isTestNetwork = ({ hostname, pathname }: URL): boolean =>
  /(^|[./-])(testnet\d?|signet|regtest|shasta|nile)([./-]|$)/.test(hostname + pathname);

export const isLocalName = (host: string): boolean =>
  host === 'localhost' || /\.(localhost|local|internal)$/.test(host);

export const refusalOfLocal = (name: SourceVariable): string =>
  `${name} names a host on this machine or a private network. If it is a source of your own, add it to ALLOW_LOCAL_SOURCES=${name}`;

/** What is wrong with an address as production's source; null when nothing is. Names are looked up later, at start. */
export const wrongSource = (name: SourceVariable, url: string, allowed: ReadonlySet<SourceVariable>): string | null => {
  const host = hostOf(url);
  const isLocal = isLocalName(host) || isLocalAddress(host);
  if (isLocal) return allowed.has(name) ? null : refusalOfLocal(name);
  const parsed = new URL(url);
  if (isTestNetwork(parsed)) return `${name} names a test network: what it says is worth nothing in production`;
  const { protocol } = parsed;
  if (ENCRYPTED[name].includes(protocol)) return null;
  const wanted = ENCRYPTED[name].map((each) => `${each}//`).join(' or ');
  return `${name} must begin with ${wanted} in production: what comes over ${protocol}// can be changed on its way`;
};

/** Passwords and money travel to the database: off this machine only encrypted. */
export const wrongDatabase = (name: string, url: string): string | null => {
  const parsed = new URL(url);
  // As the driver reads them: the last of several, and a host among the parameters wins.
  const last = (name: string): string | undefined => parsed.searchParams.getAll(name).at(-1);
  const host = last('host') || hostOf(url);
  if (host.startsWith('/') || isThisMachine(host)) return null;
  if (parsed.searchParams.has('uselibpqcompat'))
    return `${name} must not set uselibpqcompat: with it the driver believes a certificate that nobody has signed`;
  if (ENCRYPTED_DATABASE.includes(last('sslmode') ?? '')) return null;
  return `${name} must demand TLS for a database on another machine: add ?sslmode=verify-full, or require`;
};

const isThisMachine = (host: string): boolean => host === 'localhost' || (isIP(host) !== 0 && isLoopback(host));

/** Who hears what processes tell each other sees members' ids and what their machines do. */
export const wrongNats = (urls = ''): string[] =>
  addressesIn(urls).every((url) => url === '' || url.startsWith('tls:') || isThisMachine(hostOf(url)))
    ? []
    : ['NATS_URL must begin with tls:// in production where a server is on another machine'];

/** Pictures that members send to support. */
export const wrongS3 = (url: string | undefined): string[] =>
  url === undefined || url.startsWith('https:') || isThisMachine(hostOf(url))
    ? []
    : ['S3_URL must begin with https:// in production where it is on another machine'];

const isLoopback = (address: string): boolean => loopback.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
