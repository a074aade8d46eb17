import { describe, expect, it } from 'vitest';
import { PRODUCTION } from '../../test/start/launch.ts';
import { testEnv } from '../../test/app.ts';
import { listUnfitSources } from './sources.ts';

const env = (values: Record<string, string> = {}) =>
  testEnv({ ...PRODUCTION, DATABASE_URL: 'postgres://a@127.0.0.1/b', ...values });

describe('the sources of production', () => {
  it('are refused when their name leads to this machine or a private network, and to nothing else', async () => {
    const said: string[] = [];
    const places: Record<string, string[]> = {
      'data-api.example.com': ['203.0.113.7', '10.1.2.3'],
      'pool.example.com': ['::1'],
      'mail.example.com': ['127.0.0.1'],
    };
    const resolve = async (host: string): Promise<string[]> => {
      const found = places[host];
      if (found === undefined) throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`));
      return found;
    };
    const problems = await listUnfitSources(env({ ALLOW_LOCAL_SOURCES: 'SMTP_URL' }), {
      resolve,
      say: (line) => said.push(line),
    });
    expect(problems.map((line) => line.split(' ')[0])).toEqual(['MARKET_URL', 'POOL_URL']);
    expect(problems[0]).toContain('names a host on this machine or a private network');
    // Away for the moment: told, and waited for.
    expect(said).toEqual([
      'warning: SECOND_MARKET_URL does not answer yet (getaddrinfo ENOTFOUND api.exchange.example.com)',
      'warning: NETWORK_URL does not answer yet (getaddrinfo ENOTFOUND mempool.example.com)',
    ]);
  });
});
