import { systemLanguages, systemMaintenance, systemSources, systemTranslations } from '@minerx/contract/system';
import { perMinute } from '../../http/limit.ts';
import { addConstantRoute, addRoute, type Api } from '../../http/route.ts';
import { findNetworkSettings, type NetworkSettings } from '../telemetry/telemetry.query.ts';
import { getSetting } from '../setting/setting.query.ts';
import { onlyOverrides, readCatalogues, withOverrides } from './catalogue.query.ts';
import { findSources, type SourceRow } from './system.query.ts';
import type { ResultOf } from '@minerx/contract/call';
import { formatUnits } from '@minerx/rules/money';
import type { Env } from '../../env/env.ts';

/** What the app asks before anybody is signed in. They answer during maintenance too. */
export const addSystemRoutes = (api: Api): void => {
  const { pool, bus, env } = api.context;

  addRoute(api, systemMaintenance, { limit: perMinute(600) }, () => getSetting(pool, 'maintenance'));

  const languages = addConstantRoute(api, systemLanguages, { limit: perMinute(120) }, async () =>
    withOverrides(await readCatalogues(), await getSetting(pool, 'translations')),
  );
  const translations = addConstantRoute(api, systemTranslations, { limit: perMinute(600) }, async () =>
    onlyOverrides(await getSetting(pool, 'translations')),
  );
  const unsubscribe = bus.subscribe('settings_changed', ({ key }) => {
    if (key === 'translations') for (const answer of [languages, translations]) answer.forget();
  });
  api.http.addHook('onClose', async () => unsubscribe());

  addRoute(api, systemSources, { limit: perMinute(600) }, async () => {
    const [row, network] = await Promise.all([findSources(pool), findNetworkSettings(pool)]);
    return presentSources(env, row, network);
  });
};

/** Which sources feed the figures. What was never heard is null; whether a source is simulated is the configuration's word. */
const presentSources = (
  env: Pick<Env, 'pool' | 'network' | 'market'>,
  row: SourceRow | null,
  { tip, poolFeePpm }: NetworkSettings,
): ResultOf<typeof systemSources> => {
  const price = row !== null && row.btcPriceSource !== 'none' ? row : null;
  return {
    hashrate: { simulated: row?.devicesSimulated ?? false },
    pool: { simulated: env.pool?.simulated ?? false },
    network: {
      simulated: tip?.simulated ?? env.network?.simulated ?? false,
      height: tip?.height ?? null,
      bits: tip?.bits ?? null,
      difficulty: tip === null ? null : String(tip.difficulty),
      at: tip?.at ?? null,
    },
    market: {
      simulated: price?.btcPriceSimulated ?? env.market?.simulated ?? false,
      btc_price: price === null ? null : formatUnits(price.btcPriceUnits),
      at: price?.btcPriceAt.toISOString() ?? null,
    },
    pool_fee_ppm: poolFeePpm,
  };
};
