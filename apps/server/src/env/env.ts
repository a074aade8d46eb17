import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import * as z from 'zod/mini';
import { readKept } from '@minerx/files/kept-file';
import { openDataDir } from '../base/data-dir.ts';
import { createOnce } from '@minerx/files/create-once';
import { chainsOf, tronOf, wrongChains, type ChainSource, type DepositKeys, type TronSource } from './env-chains.ts';
import { otlpOf, wrongOtlp, type OtlpCollector } from './env-otlp.ts';
import { operatorOf, type OperatorDetails } from './env-operator.ts';
import { pushOf, wrongPush, type PushSource } from './env-push.ts';
import {
  addressesIn,
  SOURCE_VARIABLES,
  wrongDatabase,
  wrongNats,
  wrongS3,
  wrongSource,
  type SourceVariable,
} from './env-sources.ts';
import {
  address,
  addresses,
  bucket,
  email,
  extendedKey,
  listOf,
  secret,
  share,
  unused,
  wholeNumber,
} from './env-values.ts';

/** An outside service. `simulated` comes from how it was configured, never from what the service says of itself; `onlyPublic`: its name must never lead to this machine or a private network. */
export type Source = { url: string; simulated: boolean; onlyPublic?: boolean };

export type Role = 'api' | 'worker' | 'collector';

/** Everything the program is told from outside; read and checked once, at start. */
export type Env = {
  mode: 'demo' | 'production';
  /** Absolute path; holds the embedded database, secrets, mail and files. */
  dataDir: string;
  host: string;
  /** 0 takes any free port. */
  port: number;
  /** Origin members reach us at, without a slash at the end. */
  publicUrl: string;
  /** Reverse proxies in front of us whose `X-Forwarded-For` is believed. */
  trustProxy: number;
  /** Live sockets that one address, or one IPv6 line, may hold at once. */
  socketsPerAddress: number;
  connectionsPerAddress: number;
  /** Seconds in which a process that stops is not ready any more and still answers. */
  drainSeconds: number;
  /** For so many days minutes of miners are kept; of settled days before that there are hours. */
  minuteDays: number;
  /** null: the embedded PostgreSQL. */
  databaseUrl: string | null;
  /** The owner's address, for migrations only; null: whoever starts brings the database up to date by another way. */
  databaseOwnerUrl: string | null;
  /** Of a copy of the database that follows it, for what only looks; null: the database itself. */
  databaseReadUrl: string | null;
  /** null: processes tell each other through the database. */
  natsUrl: string | null;
  /** null: pictures of tickets lie in `dataDir/files`. */
  s3Url: string | null;
  /** null: mails are written to `dataDir/mail`. */
  smtpUrl: string | null;
  /** As of a source. */
  onlyPublicSmtp: boolean;
  mailFrom: { name: string; address: string };
  /** By what, and besides which services, browsers are written to; null: not at all. */
  push: PushSource | null;
  /** Where alarms and heads of the audit log are mailed. */
  operatorEmail: string;
  market: Source | null;
  /** Bears out the first one's BTC price. */
  secondMarket: Source | null;
  network: Source | null;
  pool: (Source & { token: string }) | null;
  /** The chains that are read; in a demo without any, the local one. */
  chains: readonly ChainSource[];
  /** Where TRON is read; null: nowhere, or in a demo the simulated one. */
  tron: TronSource | null;
  /** What deposit addresses are derived from; a demo makes its own. */
  depositKeys: DepositKeys;
  /** Of the signer's Unix socket; null: nothing is sent by itself. A demo starts a signer of its own. */
  signerSocket: string | null;
  /** File of the shell's session, where it is not the one below `dataDir`. */
  operatorSession: string | null;
  /** Sources of one's own, on this machine or a private network, that production may use. */
  localSources: ReadonlySet<SourceVariable>;
  roles: ReadonlySet<Role>;
  /** Who shows it may read `/metrics`; null: nobody in production, this machine in a demo. */
  metricsToken: string | null;
  /** null: nobody is told. */
  otlp: OtlpCollector | null;
  sessionSecret: string;
  pepper: string;
  /** Demo only: milliseconds that the demo's clock, and its simulated world, is ahead of the machine's. */
  clockOffsetMs: number;
  /** Demo only: where the start of a cluster says what its one simulated world is; null: this start makes its own. */
  demoWorld: string | null;
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
  brand: { name: string; logo: string; supportEmail: string; copyright: string; operator: OperatorDetails | null };
};

type EnvOutcome = { ok: true; env: Env } | { ok: false; problems: string[] };

export const ALL_ROLES = ['api', 'worker', 'collector'] as const satisfies readonly Role[];
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const text = z.string().check(z.trim(), z.minLength(1));
const variables = z.object({
  APP_MODE: z._default(z.enum(['demo', 'production'], { error: 'must be demo or production' }), 'demo'),
  DATA_DIR: z._default(text, '.data'),
  HOST: z._default(text, '127.0.0.1'),
  PORT: z._default(wholeNumber(0, 65_535), 3000),
  PUBLIC_URL: z.optional(address('http', 'https')),
  TRUST_PROXY: z._default(wholeNumber(0, 10), 0),
  SOCKETS_PER_ADDRESS: z._default(wholeNumber(1, 99_999), 200),
  CONNECTIONS_PER_ADDRESS: z._default(wholeNumber(1, 99_999), 300),
  DRAIN_SECONDS: z._default(wholeNumber(0, 60), 0),
  // No fewer than corrections look back.
  MINUTE_DAYS: z._default(wholeNumber(41, 3650), 45),
  DATABASE_URL: z.optional(address('postgres', 'postgresql')),
  DATABASE_OWNER_URL: z.optional(address('postgres', 'postgresql')),
  DATABASE_READ_URL: z.optional(address('postgres', 'postgresql')),
  DEMO_DATABASE: z.optional(z.literal('yes', { error: 'must be yes, or left out' })),
  /** Node's own. */
  NODE_TLS_REJECT_UNAUTHORIZED: z.optional(z.string()),
  SMTP_URL: z.optional(address('smtp', 'smtps')),
  MAIL_FROM: z.optional(email),
  VAPID_PUBLIC_KEY: z.optional(text),
  VAPID_PRIVATE_KEY: z.optional(text),
  PUSH_URLS: z.optional(addresses('http', 'https')),
  MARKET_URL: z.optional(address('http', 'https', 'ws', 'wss')),
  SECOND_MARKET_URL: z.optional(address('http', 'https')),
  NETWORK_URL: z.optional(address('http', 'https')),
  POOL_URL: z.optional(address('http', 'https')),
  POOL_TOKEN: z.optional(text),
  BSC_RPC_URLS: z.optional(addresses('http', 'https')),
  ARBITRUM_RPC_URLS: z.optional(addresses('http', 'https')),
  TRON_API_URLS: z.optional(addresses('http', 'https')),
  TRON_API_KEYS: z.optional(text),
  CHAIN_RPC_URL: unused('nodes are named by BSC_RPC_URLS, ARBITRUM_RPC_URLS and TRON_API_URLS'),
  S3_URL: z.optional(address('http', 'https').check(bucket)),
  NATS_URL: z.optional(addresses('nats', 'tls')),
  SIGNER_SOCKET: z.optional(text),
  OPERATOR_SESSION: z.optional(text),
  DEPOSIT_XPUB: z.optional(extendedKey),
  TRON_DEPOSIT_XPUB: z.optional(extendedKey),
  ALLOW_LOCAL_SOURCES: z._default(listOf(SOURCE_VARIABLES), new Set<SourceVariable>()),
  ROLES: z._default(listOf(ALL_ROLES), new Set<Role>(ALL_ROLES)),
  SESSION_SECRET: z.optional(secret),
  PEPPER: z.optional(secret),
  METRICS_TOKEN: z.optional(secret),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(address('http', 'https')),
  OTEL_TRACES_SAMPLER_ARG: z._default(share, 1),
  DEMO_CLOCK: z.optional(
    z.string().check(
      z.refine((value) => Number.isFinite(Date.parse(value)), {
        error: 'must be a time such as 2026-11-20T22:00:00Z',
      }),
    ),
  ),
  DEMO_WORLD: z.optional(text),
  LOG_LEVEL: z._default(z.enum(logLevels, { error: `must be one of ${logLevels.join(', ')}` }), 'info'),
  BRAND_NAME: z._default(text, 'MinerX'),
  BRAND_LOGO: z._default(text, '/logo.svg'),
  OPERATOR_EMAIL: z.optional(email),
  BRAND_SUPPORT_EMAIL: z._default(email, 'support@minerx.test'),
  BRAND_COPYRIGHT: z.optional(text),
  BRAND_OPERATOR: z.optional(text),
  BRAND_ADDRESS: z.optional(text),
  BRAND_REGISTER: z.optional(text),
  BRAND_LAW: z.optional(text),
});
type Variables = z.infer<typeof variables>;

/**
 * Reads and checks the variables. An empty one counts as unset, except APP_MODE: whoever writes `APP_MODE=` has lost a
 * word, and the default would be the demo. In demo mode unset secrets are made once and kept in
 * `DATA_DIR/secrets.json`, readable by their owner only.
 */
export const readEnv = (values: Record<string, string | undefined>): EnvOutcome => {
  const given = Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => value !== undefined && (value.trim() !== '' || name === 'APP_MODE'),
    ),
  );
  const outcome = z.safeParse(variables, given);
  if (!outcome.success) {
    return { ok: false, problems: outcome.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`) };
  }
  const inMode = outcome.data.APP_MODE === 'production' ? wrongInProduction : wrongInDemo;
  const problems = [...alwaysWrong(outcome.data), ...inMode(outcome.data)];
  if (problems.length > 0) return { ok: false, problems };
  try {
    return { ok: true, env: toEnv(outcome.data) };
  } catch (error) {
    return { ok: false, problems: [(error as Error).message] };
  }
};

const alwaysWrong = (read: Variables): string[] => {
  const problems: string[] = [];
  if (read.POOL_URL !== undefined && read.POOL_TOKEN === undefined) problems.push('POOL_TOKEN is needed with POOL_URL');
  if (read.PUBLIC_URL !== undefined && !['', '/'].includes(URL.parse(read.PUBLIC_URL)?.pathname ?? '')) {
    problems.push('PUBLIC_URL must be an origin without a path, such as https://app.example.com');
  }
  return [...problems, ...wrongPush(read)];
};

/** A demo writes what it likes: into a database that somebody named only when told so in as many words. */
const wrongInDemo = (read: Variables): string[] => {
  if (read.DATABASE_URL === undefined || read.DEMO_DATABASE === 'yes') return [];
  return [
    'DATABASE_URL is given, but this would be a demo. For production set APP_MODE=production; for a demo on an empty database of your own set DEMO_DATABASE=yes; otherwise unset DATABASE_URL',
  ];
};

/** Production has nothing embedded, nothing simulated, and no secret that it made itself. */
const wrongInProduction = (read: Variables): string[] => {
  const needed = [
    ['DATABASE_URL', 'the embedded database is for the demo only'],
    ['PUBLIC_URL', 'members must reach it over https'],
    ['SESSION_SECRET', 'production makes no secrets of its own'],
    ['PEPPER', 'production makes no secrets of its own'],
    ['SMTP_URL', 'mails to files are for the demo only'],
    ['MAIL_FROM', 'mails need a sender'],
    ['MARKET_URL', 'prices must not be simulated'],
    ['SECOND_MARKET_URL', 'a price is believed when a second source bears it out'],
    ['NETWORK_URL', 'the difficulty must not be simulated'],
    ['POOL_URL', 'the pool must not be simulated'],
    ['BRAND_SUPPORT_EMAIL', 'the default address does not exist'],
    ['BRAND_OPERATOR', 'members must know with whom they agree'],
    ['BRAND_ADDRESS', 'members must know where the operator is'],
    ['BRAND_LAW', 'the terms name the law that holds'],
  ] as const;
  const problems = needed
    .filter(([name]) => read[name] === undefined || read[name] === 'support@minerx.test')
    .map(([name, why]) => `${name} must be set in production: ${why}`);
  if (read.PUBLIC_URL !== undefined && !read.PUBLIC_URL.startsWith('https://')) {
    problems.push('PUBLIC_URL must begin with https:// in production: session cookies are Secure');
  }
  if (read.SESSION_SECRET !== undefined && read.SESSION_SECRET === read.PEPPER) {
    problems.push('PEPPER must differ from SESSION_SECRET');
  }
  if (read.NODE_TLS_REJECT_UNAUTHORIZED === '0')
    problems.push('NODE_TLS_REJECT_UNAUTHORIZED must not be 0 in production: any certificate would be believed');
  if (read.DEMO_CLOCK !== undefined)
    problems.push('DEMO_CLOCK is for the demo only: production runs on the time of the world');
  for (const name of ['DEMO_DATABASE', 'DEMO_WORLD'] as const)
    if (read[name] !== undefined) problems.push(`${name} is for the demo only`);
  for (const name of SOURCE_VARIABLES) {
    for (const url of addressesIn(read[name] ?? '').filter((each) => each !== '')) {
      const wrong = wrongSource(name, url, read.ALLOW_LOCAL_SOURCES);
      if (wrong !== null) problems.push(wrong);
    }
  }
  problems.push(...wrongChains(read), ...wrongOtlp(read), ...wrongNats(read.NATS_URL), ...wrongS3(read.S3_URL));
  for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL', 'DATABASE_READ_URL'] as const) {
    const wrong = read[name] === undefined ? null : wrongDatabase(name, read[name]);
    if (wrong !== null) problems.push(wrong);
  }
  return [...problems, ...demoSecrets(read)];
};

/** A secret that the demo made says so; one from before they did is known by the folder that made it. */
const demoSecrets = (read: Variables): string[] => {
  const problems: string[] = [];
  const made = madeSecrets(resolve(read.DATA_DIR));
  for (const [name, demoValue] of [
    ['SESSION_SECRET', made?.sessionSecret],
    ['PEPPER', made?.pepper],
  ] as const) {
    if (read[name] !== undefined && (read[name] === demoValue || read[name].startsWith(DEMO_SECRET)))
      problems.push(`${name} is the one made for the demo; make a new one`);
  }
  return problems;
};

const toEnv = (read: Variables): Env => {
  const dataDir = resolve(read.DATA_DIR);
  openDataDir(dataDir);
  const isPublic = (name: SourceVariable): boolean =>
    read.APP_MODE === 'production' && !read.ALLOW_LOCAL_SOURCES.has(name);
  const source = (name: 'MARKET_URL' | 'SECOND_MARKET_URL' | 'NETWORK_URL' | 'POOL_URL'): Source | null =>
    read[name] === undefined ? null : { url: read[name], simulated: false, onlyPublic: isPublic(name) };
  const pool = source('POOL_URL');
  return {
    mode: read.APP_MODE,
    dataDir,
    host: read.HOST,
    port: read.PORT,
    publicUrl: (read.PUBLIC_URL ?? `http://${reachable(read.HOST)}:${read.PORT}`).replace(/\/$/, ''),
    trustProxy: read.TRUST_PROXY,
    socketsPerAddress: read.SOCKETS_PER_ADDRESS,
    connectionsPerAddress: read.CONNECTIONS_PER_ADDRESS,
    drainSeconds: read.DRAIN_SECONDS,
    minuteDays: read.MINUTE_DAYS,
    databaseUrl: read.DATABASE_URL ?? null,
    databaseOwnerUrl: read.DATABASE_OWNER_URL ?? null,
    databaseReadUrl: read.DATABASE_READ_URL ?? null,
    natsUrl: read.NATS_URL ?? null,
    s3Url: read.S3_URL ?? null,
    smtpUrl: read.SMTP_URL ?? null,
    onlyPublicSmtp: isPublic('SMTP_URL'),
    operatorEmail: read.OPERATOR_EMAIL ?? read.BRAND_SUPPORT_EMAIL,
    mailFrom: { name: read.BRAND_NAME, address: read.MAIL_FROM ?? read.BRAND_SUPPORT_EMAIL },
    push: pushOf(read, dataDir),
    market: source('MARKET_URL'),
    secondMarket: source('SECOND_MARKET_URL'),
    network: source('NETWORK_URL'),
    pool: pool && { ...pool, token: read.POOL_TOKEN ?? '' },
    chains: chainsOf(read, isPublic),
    tron: tronOf(read, isPublic),
    signerSocket: read.SIGNER_SOCKET ?? null,
    operatorSession: read.OPERATOR_SESSION ?? null,
    depositKeys: { evm: read.DEPOSIT_XPUB ?? null, tron: read.TRON_DEPOSIT_XPUB ?? null },
    localSources: read.ALLOW_LOCAL_SOURCES,
    roles: read.ROLES,
    metricsToken: read.METRICS_TOKEN ?? null,
    otlp: otlpOf(read),
    ...secrets(read, dataDir),
    clockOffsetMs: read.DEMO_CLOCK === undefined ? 0 : Date.parse(read.DEMO_CLOCK) - Date.now(),
    demoWorld: read.DEMO_WORLD ?? null,
    logLevel: read.LOG_LEVEL,
    brand: {
      name: read.BRAND_NAME,
      logo: read.BRAND_LOGO,
      supportEmail: read.BRAND_SUPPORT_EMAIL,
      copyright: read.BRAND_COPYRIGHT ?? `© ${new Date().getUTCFullYear()} ${read.BRAND_NAME}`,
      operator: operatorOf(read),
    },
  };
};

/** An address to listen on is not always one to go to. */
const reachable = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
};

type Secrets = Pick<Env, 'sessionSecret' | 'pepper'>;

/** What every secret made by a demo begins with, wherever it is carried to. */
const DEMO_SECRET = 'demo-only-';

const secretsFile = (dataDir: string): string => join(dataDir, 'secrets.json');

/** Those that a demo left in the folder, if they can be read: production has no other use for them. */
const madeSecrets = (dataDir: string): Secrets | null => {
  try {
    return readSecrets(dataDir);
  } catch {
    return null;
  }
};

const keptSecrets = z.object({ sessionSecret: z.string(), pepper: z.string() });

const readSecrets = (dataDir: string): Secrets | null =>
  readKept(
    secretsFile(dataDir),
    keptSecrets,
    'Put back a copy of it: with other secrets no password and no PIN from before is right any more. Only if nobody has signed up yet, remove it.',
  );

const secrets = (read: Variables, dataDir: string): Secrets => {
  if (read.SESSION_SECRET !== undefined && read.PEPPER !== undefined) {
    return { sessionSecret: read.SESSION_SECRET, pepper: read.PEPPER };
  }
  if (readSecrets(dataDir) === null) {
    const fresh = (): string => `${DEMO_SECRET}${randomBytes(48).toString('base64url')}`;
    createOnce(secretsFile(dataDir), JSON.stringify({ sessionSecret: fresh(), pepper: fresh() } satisfies Secrets));
  }
  const kept = readSecrets(dataDir);
  if (kept === null) throw new Error(`${secretsFile(dataDir)} was removed while it was read. Start again.`);
  return { sessionSecret: read.SESSION_SECRET ?? kept.sessionSecret, pepper: read.PEPPER ?? kept.pepper };
};

/** The environment of this process, or a readable line for each wrong variable and exit code 1. */
export const loadEnv = (): Env => {
  const outcome = readEnv(process.env);
  if (outcome.ok) return outcome.env;
  for (const problem of outcome.problems) process.stderr.write(`${problem}\n`);
  process.exit(1);
};

/** Whether `npm start` started us: npm and its shell then stand between us and whoever wants us to stop. */
export const isStartedByNpm = (): boolean => process.env['npm_lifecycle_event'] !== undefined;

/** The variables of this process and others besides or in their place, for another one of ours. */
export const withOwnVariables = (others: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({
  ...process.env,
  ...others,
});
