import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { PRODUCTION } from '../../test/start/launch.ts';
import { readEnv } from './env.ts';
import type { Env } from './env.ts';

let DATA_DIR: string;
beforeEach(() => {
  DATA_DIR = mkdtempSync(join(tmpdir(), 'minerx-env-'));
});

const good = (values: Record<string, string> = {}): Env => {
  const outcome = readEnv({ DATA_DIR, ...values });
  if (!outcome.ok) throw new Error(outcome.problems.join('\n'));
  return outcome.env;
};
const problems = (values: Record<string, string>): string[] => {
  const outcome = readEnv({ DATA_DIR, ...values });
  return outcome.ok ? [] : outcome.problems;
};

const production = { ...PRODUCTION, DATABASE_URL: 'postgres://minerx@db.example.com/minerx?sslmode=verify-full' };

describe('the environment', () => {
  it('needs nothing in demo mode', () => {
    expect(good()).toMatchObject({
      mode: 'demo',
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://127.0.0.1:3000',
      databaseUrl: null,
      market: null,
      pool: null,
      brand: { name: 'MinerX' },
    });
    expect([...good().roles]).toEqual(['api', 'worker', 'collector']);
  });

  it('makes the demo secrets once and keeps them to their owner', () => {
    const first = good();
    expect(first.sessionSecret).not.toBe(first.pepper);
    expect(good()).toMatchObject({ sessionSecret: first.sessionSecret, pepper: first.pepper });
    expect(statSync(join(DATA_DIR, 'secrets.json')).mode & 0o777).toBe(0o600);
  });

  it('says what is wrong with each variable, one line each', () => {
    expect(
      problems({
        PORT: '70000',
        ROLES: 'api,cook',
        SMTP_URL: 'mail.example.com',
        APP_MODE: 'live',
        PEPPER: 'aaaaaaaa',
      }),
    ).toEqual([
      'APP_MODE must be demo or production',
      'PORT must be a whole number from 0 to 65535',
      'SMTP_URL must be an address that begins with smtp:// or smtps://',
      'ROLES must be a list of api, worker, collector, with commas between',
      'PEPPER must be at least 32 random characters, for example from: openssl rand -base64 48',
    ]);
  });

  it('never repeats a value in a message, it may be a secret', () => {
    expect(problems({ DATABASE_URL: 'mysql://root:hunter2@db', SESSION_SECRET: 'hunter2' }).join()).not.toContain(
      'hunter2',
    );
  });

  it('takes an empty variable as unset', () => {
    expect(good({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 3000, databaseUrl: null });
  });

  it('takes an empty APP_MODE for a lost word, not for the demo', () => {
    expect(problems({ APP_MODE: '' })).toEqual(['APP_MODE must be demo or production']);
    expect(problems({ APP_MODE: ' ' })).toEqual(['APP_MODE must be demo or production']);
  });

  it('makes no demo in a database that somebody named, unless told so in as many words', () => {
    const DATABASE_URL = 'postgres://minerx@db.example.com/minerx';
    expect(problems({ DATABASE_URL }).join()).toContain(
      'for a demo on an empty database of your own set DEMO_DATABASE',
    );
    expect(problems({ DATABASE_URL, DEMO_DATABASE: 'no' })).toEqual(['DEMO_DATABASE must be yes, or left out']);
    expect(good({ DATABASE_URL, DEMO_DATABASE: 'yes' }).databaseUrl).toBe(DATABASE_URL);
  });

  it('knows given sources as real ones', () => {
    expect(good({ MARKET_URL: 'https://data-api.example.com' }).market).toEqual({
      url: 'https://data-api.example.com',
      simulated: false,
      onlyPublic: false,
    });
  });

  it('says that CHAIN_RPC_URL is not used, instead of passing it over', () => {
    const name = 'CHAIN_RPC_URL';
    expect(problems({ [name]: 'https://elsewhere.example.com' })).toEqual([
      expect.stringMatching(new RegExp(`^${name} is not used: .+; unset it$`)),
    ]);
    expect(problems({ [name]: 'nats://root:hunter2@elsewhere' }).join()).not.toContain('hunter2');
  });

  it('takes NATS in clear on this machine, and elsewhere over TLS in production', () => {
    expect(good({}).natsUrl).toBeNull();
    expect(problems({ NATS_URL: 'http://127.0.0.1:4222' }).join()).toMatch(
      /^NATS_URL must be addresses that begin with/,
    );
    const said = (url: string) =>
      problems({ ...production, NATS_URL: url }).filter((each) => each.includes('NATS_URL'));
    expect(said('nats://127.0.0.1:4222,nats://[::1]:4222')).toEqual([]);
    expect(said('tls://nats.example.com')).toEqual([]);
    expect(said('tls://a.example.com, nats://b.example.com')).toEqual([
      'NATS_URL must begin with tls:// in production where a server is on another machine',
    ]);
  });

  it('takes a bucket with its key, and in production over TLS off this machine', () => {
    expect(good({}).s3Url).toBeNull();
    for (const url of ['https://s3.example.com/b', 'https://k:s@s3.example.com/', 'https://k@s3.example.com/b'])
      expect(problems({ S3_URL: url })).toEqual([expect.stringMatching(/^S3_URL must name key, secret and bucket/)]);
    const said = (url: string) => problems({ ...production, S3_URL: url }).filter((each) => each.includes('S3_URL'));
    expect(said('http://k:s@127.0.0.1:4568/minerx')).toEqual([]);
    expect(said('https://k:s@s3.example.com/minerx?region=eu-central-1')).toEqual([]);
    expect(said('http://k:s@s3.example.com/minerx').join()).toMatch(/^S3_URL must begin with https/);
  });

  it('wants a token with a pool', () => {
    expect(problems({ POOL_URL: 'https://pool.example.com' })).toEqual(['POOL_TOKEN is needed with POOL_URL']);
  });
});

describe('a collector of traces', () => {
  it('is told in plain next door, and over TLS further away', () => {
    const told = (OTEL_EXPORTER_OTLP_ENDPOINT: string) => ({ ...production, OTEL_EXPORTER_OTLP_ENDPOINT });
    for (const near of ['http://127.0.0.1:4318', 'http://10.0.0.4:4318/', 'https://otlp.example.com/x'])
      expect(good(told(near)).otlp).toEqual({ endpoint: near.replace(/\/$/, ''), share: 1 });
    expect(problems(told('http://otlp.example.com'))).toEqual([
      'OTEL_EXPORTER_OTLP_ENDPOINT must begin with https:// unless the collector is on this machine or a private network',
    ]);
    expect(good().otlp).toBeNull();
  });

  it('may be told a share of the traces', () => {
    const told = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' };
    expect(good({ ...told, OTEL_TRACES_SAMPLER_ARG: '0.05' }).otlp!.share).toBe(0.05);
    expect(problems({ OTEL_TRACES_SAMPLER_ARG: '5' })).toEqual([
      'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1',
    ]);
  });
});

describe('production', () => {
  it('starts when everything real is there', () => {
    expect(good(production)).toMatchObject({
      mode: 'production',
      publicUrl: 'https://app.example.com',
      brand: { operator: { name: 'Example Mining Ltd', register: null, law: 'Malaysia' } },
    });
    expect(good().brand.operator).toBeNull();
  });

  it('refuses to start with anything embedded, simulated or self-made', () => {
    expect(problems({ APP_MODE: 'production' }).map((line) => line.split(' ')[0])).toEqual([
      'DATABASE_URL',
      'PUBLIC_URL',
      'SESSION_SECRET',
      'PEPPER',
      'SMTP_URL',
      'MAIL_FROM',
      'MARKET_URL',
      'SECOND_MARKET_URL',
      'NETWORK_URL',
      'POOL_URL',
      'BRAND_SUPPORT_EMAIL',
      'BRAND_OPERATOR',
      'BRAND_ADDRESS',
      'BRAND_LAW',
    ]);
  });

  it('refuses the secrets that the demo made, twice the same secret, and plain http', () => {
    const { sessionSecret } = good();
    expect(problems({ ...production, SESSION_SECRET: sessionSecret, PUBLIC_URL: 'http://app.example.com' })).toEqual([
      'PUBLIC_URL must begin with https:// in production: session cookies are Secure',
      'SESSION_SECRET is the one made for the demo; make a new one',
    ]);
    expect(problems({ ...production, PEPPER: production.SESSION_SECRET })).toEqual([
      'PEPPER must differ from SESSION_SECRET',
    ]);
  });

  it('knows a secret of the demo wherever it was carried', () => {
    const { pepper } = good();
    const elsewhere = mkdtempSync(join(tmpdir(), 'minerx-env-'));
    expect(problems({ ...production, PEPPER: pepper, DATA_DIR: elsewhere })).toEqual([
      'PEPPER is the one made for the demo; make a new one',
    ]);
  });

  it.each([
    ['MARKET_URL', 'http://data-api.example.com', 'must begin with https:// or wss://'],
    ['SECOND_MARKET_URL', 'http://api.exchange.example.com', 'must begin with https://'],
    ['MARKET_URL', 'ws://data-api.example.com', 'must begin with https:// or wss://'],
    ['NETWORK_URL', 'http://mempool.example.com/api', 'must begin with https://'],
    ['POOL_URL', 'http://pool.example.com', 'must begin with https://'],
    ['NETWORK_URL', 'https://127.0.0.1:8332', 'on this machine or a private network'],
    ['NETWORK_URL', 'https://[::1]:8332', 'on this machine or a private network'],
    ['NETWORK_URL', 'https://[::ffff:10.0.0.1]', 'on this machine or a private network'],
    ['NETWORK_URL', 'https://[64:ff9b::a00:1]', 'on this machine or a private network'],
    ['NETWORK_URL', 'https://198.18.0.1', 'on this machine or a private network'],
    ['NETWORK_URL', 'https://node.localhost', 'on this machine or a private network'],
    ['POOL_URL', 'https://192.168.1.4', 'on this machine or a private network'],
    ['POOL_URL', 'https://0x7f.1/', 'on this machine or a private network'],
    ['MARKET_URL', 'wss://2130706433', 'on this machine or a private network'],
    ['MARKET_URL', 'https://localhost.', 'on this machine or a private network'],
    ['MARKET_URL', 'wss://stream.testnet.binance.vision', 'names a test network'],
    ['NETWORK_URL', 'https://mempool.example.com/testnet4/api', 'names a test network'],
    ['SMTP_URL', 'smtp://localhost:25', 'on this machine or a private network'],
    ['SMTP_URL', 'smtps://0x7f.1', 'on this machine or a private network'],
  ])('believes no %s at %s', (name, url, why) => {
    const [problem, ...others] = problems({ ...production, [name]: url });
    expect(problem).toContain(`${name} `);
    expect(problem).toContain(why);
    expect(others).toEqual([]);
  });

  it('reads chains through two nodes or more, all of them real, and takes no private key', () => {
    const two = 'https://bsc-1.example.com/key, https://bsc-2.example.com';
    expect(good({ ...production, BSC_RPC_URLS: two }).chains).toEqual([
      {
        chainId: 56,
        networks: [2, 5],
        urls: ['https://bsc-1.example.com/key', 'https://bsc-2.example.com'],
        simulated: false,
        onlyPublic: true,
      },
    ]);
    expect(good(production)).toMatchObject({ chains: [], depositKeys: { evm: null, tron: null } });
    const spelt = [
      'https://one.example.com',
      'https://one.example.com/',
      'https://ONE.example.com:443//',
      'https://one.example.com?x',
    ];
    for (const ARBITRUM_RPC_URLS of [
      'https://one.example.com',
      ...spelt.map((again) => `https://one.example.com,${again}`),
    ])
      expect(problems({ ...production, ARBITRUM_RPC_URLS }).join()).toContain('two nodes or more');
    const bad = ['http://a.example.com', 'https://bsc-testnet.example.com', 'https://127.0.0.1:8545', 'https://[::1]'];
    for (const other of bad)
      expect(problems({ ...production, BSC_RPC_URLS: `https://bsc-1.example.com,${other}` })).toHaveLength(1);
    expect(problems({ ...production, BSC_RPC_URLS: 'https://a.example.com,nonsense' }).join()).toContain(
      'BSC_RPC_URLS',
    );
    const DEPOSIT_XPUB = `xpub${'6'.repeat(107)}`;
    expect(good({ ...production, DEPOSIT_XPUB }).depositKeys.evm).toBe(DEPOSIT_XPUB);
    expect(problems({ ...production, DEPOSIT_XPUB: `xprv${'6'.repeat(107)}` }).join()).toContain('extended public key');
  });

  it('reads TRON through two nodes or more, with a key for each that wants one', () => {
    const TRON_API_URLS = 'https://api.trongrid.io, https://tron.example.com';
    const nodes = [{ url: 'https://api.trongrid.io', apiKey: 'our-key' }, { url: 'https://tron.example.com' }];
    expect(good(production).tron).toBeNull();
    for (const TRON_API_KEYS of ['our-key', 'our-key,']) {
      const { tron } = good({ ...production, TRON_API_URLS, TRON_API_KEYS });
      expect(tron).toEqual({ chainId: 728_126_428, nodes, simulated: false, onlyPublic: true });
    }
    const wrong = (values: Record<string, string>) => problems({ ...production, ...values }).join();
    expect(wrong({ TRON_API_URLS: 'https://api.trongrid.io' })).toContain('TRON_API_URLS must name two nodes');
    expect(wrong({ TRON_API_URLS, TRON_API_KEYS: 'a,b,c' })).toContain('TRON_API_KEYS must be keys of TRON_API_URLS');
    expect(wrong({ TRON_API_KEYS: 'a' })).toContain('TRON_API_KEYS must be keys of TRON_API_URLS');
    expect(wrong({ TRON_API_URLS: 'https://api.trongrid.io,https://nile.trongrid.io' })).toContain('test network');
    expect(wrong({ TRON_API_URLS: 'https://api.trongrid.io,http://tron.example.com' })).toContain('https://');
  });

  it('takes a source of one’s own by name, and that one alone', () => {
    const local = { NETWORK_URL: 'http://127.0.0.1:8332', POOL_URL: 'http://10.0.0.7' };
    const found = problems({ ...production, ...local, ALLOW_LOCAL_SOURCES: 'NETWORK_URL' });
    expect(found.map((line) => line.split(' ')[0])).toEqual(['POOL_URL']);
    const env = good({ ...production, ...local, ALLOW_LOCAL_SOURCES: 'NETWORK_URL, POOL_URL' });
    expect(env.network).toEqual({ url: local.NETWORK_URL, simulated: false, onlyPublic: false });
    // A name in the list makes no public address fit for plain http.
    expect(
      problems({ ...production, POOL_URL: 'http://pool.example.com', ALLOW_LOCAL_SOURCES: 'POOL_URL' }).join(),
    ).toContain('POOL_URL must begin with https://');
    expect(problems({ ...production, ALLOW_LOCAL_SOURCES: 'everything' })).toEqual([
      'ALLOW_LOCAL_SOURCES must be a list of MARKET_URL, SECOND_MARKET_URL, NETWORK_URL, POOL_URL, BSC_RPC_URLS, ARBITRUM_RPC_URLS, TRON_API_URLS, SMTP_URL, with commas between',
    ]);
  });

  it.each([
    ['postgres://a:b@db.example.com/minerx', false],
    ['postgres://a:b@10.0.0.3/minerx', false],
    ['postgres://a:b@db.example.com/minerx?sslmode=prefer', false],
    ['postgres://a:b@db.example.com/minerx?sslmode=require&sslmode=disable', false],
    ['postgres://a:b@db.example.com/minerx?sslmode=no-verify', false],
    ['postgres://a:b@localhost/minerx?host=db.example.com', false],
    ['postgres:///minerx', false],
    ['postgres://a:b@db.example.com/minerx?sslmode=require', true],
    ['postgres://a:b@db.example.com/minerx?sslmode=verify-ca', true],
    ['postgres://a:b@localhost/minerx', true],
    ['postgres://a:b@[::1]:5433/minerx', true],
    ['postgres://a:b@db.example.com/minerx?host=/var/run/postgresql', true],
  ])('sends passwords to a database off this machine only encrypted: %s', (DATABASE_URL, fit) => {
    const wrong =
      'DATABASE_URL must demand TLS for a database on another machine: add ?sslmode=verify-full, or require';
    expect(problems({ ...production, DATABASE_URL })).toEqual(fit ? [] : [wrong]);
  });

  it.each([
    ['postgres://a:b@db.example.com/minerx?sslmode=require&uselibpqcompat=true', false],
    ['postgres://a:b@db.example.com/minerx?uselibpqcompat=true&sslmode=verify-ca', false],
    ['postgres://a:b@localhost/minerx?uselibpqcompat=true&sslmode=require&host=db.example.com', false],
    ['postgres://a:b@localhost/minerx?uselibpqcompat=true', true],
  ])('asks the database for a certificate that somebody has signed: %s', (url, fit) => {
    for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL'])
      expect(problems({ ...production, [name]: url })).toEqual(
        fit ? [] : [expect.stringMatching(new RegExp(`^${name} must not set uselibpqcompat`))],
      );
  });

  it('believes no certificate that nobody has signed', () => {
    expect(problems({ ...production, NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toEqual([
      'NODE_TLS_REJECT_UNAUTHORIZED must not be 0 in production: any certificate would be believed',
    ]);
    expect(problems({ ...production, NODE_TLS_REJECT_UNAUTHORIZED: '1' })).toEqual([]);
  });

  it('has no use for what the demo is told', () => {
    expect(problems({ ...production, DEMO_DATABASE: 'yes' })).toEqual(['DEMO_DATABASE is for the demo only']);
  });
});
