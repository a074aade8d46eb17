import { lookup } from 'node:dns/promises';
import type { Env } from '../env.ts';
import { hostOf, isLocalAddress, refusalOfLocal, SOURCE_VARIABLES, type SourceVariable } from '../env-sources.ts';
import { binanceAddresses } from '../outside/market/binance-addresses.ts';
import { isFromSimulator, SIMULATOR_ANSWERS } from '../outside/simulator.ts';

const PATIENCE_MS = 5_000;

type Look = {
  /** Addresses of a host's name. */
  resolve?: (host: string) => Promise<string[]>;
  say: (line: string) => void;
};

const resolveHost = async (host: string): Promise<string[]> =>
  (await lookup(host, { all: true })).map(({ address }) => address);

/**
 * Production's last look at its sources before anything is opened: a name that leads to this machine or a private
 * network, or a simulator that answers there. A source that is merely away holds nothing back, its users wait for it.
 * @returns one readable line for each source that must not be believed.
 */
export async function listUnfitSources(env: Env, { resolve = resolveHost, say }: Look): Promise<string[]> {
  const urls: Record<SourceVariable, string | null> = {
    MARKET_URL: env.market && binanceAddresses(env.market.url).restUrl,
    SECOND_MARKET_URL: env.secondMarket?.url ?? null,
    NETWORK_URL: env.network?.url ?? null,
    POOL_URL: env.pool?.url ?? null,
    SMTP_URL: env.smtpUrl,
  };
  const found = await Promise.all(
    SOURCE_VARIABLES.map(async (name) => {
      const url = urls[name];
      if (url === null) return null;
      try {
        const addresses = await resolve(hostOf(url));
        if (addresses.some(isLocalAddress) && !env.localSources.has(name)) return refusalOfLocal(name);
        if (name !== 'SMTP_URL' && (await answersAsSimulator(url))) return `${name}: ${SIMULATOR_ANSWERS}`;
      } catch (error) {
        const { cause, message } = error as Error;
        say(`warning: ${name} does not answer yet (${(cause as NodeJS.ErrnoException | undefined)?.code ?? message})`);
      }
      return null;
    }),
  );
  return found.filter((problem) => problem !== null);
}

async function answersAsSimulator(url: string): Promise<boolean> {
  const address = new URL(url);
  // `fetch` takes no password in an address, and this question needs none.
  address.username = '';
  address.password = '';
  const response = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(PATIENCE_MS) });
  await response.body?.cancel();
  return isFromSimulator(response.headers);
}
