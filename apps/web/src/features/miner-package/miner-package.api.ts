import { countryAll } from '@minerx/contract/country';
import { packageAll, packageAll2, packageSubscriber, type MinerPackage } from '@minerx/contract/miner-package';
import { systemSources } from '@minerx/contract/system';
import type { ResultOf } from '@minerx/contract/call';
import { isPackageId, minerPackageById, type PackageLine } from '@minerx/rules/miner-package';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { request } from '../../base/api.ts';
import { offerOf, type MinerOffer } from './miner-offer.ts';

interface Offers {
  offers: readonly MinerOffer[];
  /** Shared units that wait for their group of ten: the n of n/10. */
  queue: number;
}

/** Stock of one line in units. */
export interface LineStock {
  total: number;
  used: number;
  /** Ordered ahead of new stock. */
  waiting: number;
}

type Stocks = Readonly<Record<PackageLine, LineStock>>;

/** What an estimate of mining rewards needs to know of the Bitcoin network; null while no source has answered. */
export interface NetworkNow {
  bits: string;
  height: number;
  poolFeePpm: number;
  simulated: boolean;
  /** When the source last answered, ISO 8601. */
  at: string | null;
}

/** What a purchase reckons with is renewed while its page stands: so it also shows when the server no longer answers. */
const RENEW_MS = 60_000;

const offersOf = ({ package: packages, queue }: ResultOf<typeof packageAll>): Offers => ({
  offers: packages.flatMap((each: MinerPackage) => {
    const id = each.package_id;
    return isPackageId(id) ? [offerOf(each, minerPackageById(id))] : [];
  }),
  queue,
});

/** The packages of a page: 1 to 4 on X1, 5 on X2. */
export const useOffers = (line: PackageLine): UseQueryResult<Offers> =>
  useQuery({
    queryKey: ['package', line],
    queryFn: async ({ signal }) => offersOf(await request(line === 'x1' ? packageAll : packageAll2, { signal })),
    refetchInterval: RENEW_MS,
  });

/** Stock of both lines. */
export const useStocks = (): UseQueryResult<Stocks> =>
  useQuery({
    queryKey: ['package', 'stock'],
    queryFn: async ({ signal }) => {
      const stock = await request(packageSubscriber, { signal });
      return {
        x1: { total: stock.total_stock, used: stock.used_stock, waiting: stock.waiting_stock },
        x2: { total: stock.total_stock_x2, used: stock.used_stock_x2, waiting: stock.waiting_stock_x2 },
      };
    },
    refetchInterval: RENEW_MS,
  });

/** Difficulty, height and pool fee of now. */
export const useNetworkNow = (): UseQueryResult<NetworkNow | null> =>
  useQuery({
    queryKey: ['system', 'sources', 'network'],
    queryFn: async ({ signal }) => {
      const { network, pool_fee_ppm: poolFeePpm } = await request(systemSources, { signal });
      const { bits, height, simulated, at } = network;
      return bits === null || height === null ? null : { bits, height, poolFeePpm, simulated, at };
    },
    staleTime: 60_000,
    refetchInterval: RENEW_MS,
  });

/** ISO codes of the countries where operators have closed the shared contract. */
export const useClosedCountries = (asked: boolean): UseQueryResult<readonly string[]> =>
  useQuery({
    queryKey: ['country'],
    queryFn: ({ signal }) => request(countryAll, { signal }),
    select: ({ country }) => country.filter((each) => each.country_shared_closed).map(({ country_iso2: iso }) => iso),
    enabled: asked,
    staleTime: 60_000,
  });
