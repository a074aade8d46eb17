import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
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

const production = {
  APP_MODE: 'production',
  DATABASE_URL: 'postgres://minerx@db.example.com/minerx',
  PUBLIC_URL: 'https://app.example.com',
  SESSION_SECRET: 'mJ4kQ9wZ2xV7bN1cL8pR5tY0uI3oA6sD',
  PEPPER: 'Gh5jK8lZ1xC4vB7nM0qW3eR6tY9uI2oP',
  SMTP_URL: 'smtps://mail.example.com',
  MAIL_FROM: 'hello@example.com',
  MARKET_URL: 'https://data-api.example.com',
  NETWORK_URL: 'https://mempool.example.com/api',
  POOL_URL: 'https://pool.example.com',
  POOL_TOKEN: 'token',
  BRAND_SUPPORT_EMAIL: 'support@example.com',
};

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

  it('knows given sources as real ones', () => {
    expect(good({ MARKET_URL: 'https://data-api.example.com' }).market).toEqual({
      url: 'https://data-api.example.com',
      simulated: false,
    });
  });

  it('wants a token with a pool', () => {
    expect(problems({ POOL_URL: 'https://pool.example.com' })).toEqual(['POOL_TOKEN is needed with POOL_URL']);
  });
});

describe('production', () => {
  it('starts when everything real is there', () => {
    expect(good(production)).toMatchObject({ mode: 'production', publicUrl: 'https://app.example.com' });
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
      'NETWORK_URL',
      'POOL_URL',
      'BRAND_SUPPORT_EMAIL',
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
});
