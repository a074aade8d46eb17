import { systemLanguages, systemMaintenance, systemSources, systemTranslations } from '@minerx/contract/system';
import { perMinute } from '../../http/limit.ts';
import { addConstantRoute, addRoute, type Api } from '../../http/route.ts';
import { findNetworkSettings } from '../telemetry/telemetry.query.ts';
import { getSetting } from '../setting/setting.query.ts';
import { onlyOverrides, readCatalogues, withOverrides } from './catalogue.query.ts';
import { presentSources } from './system.presenter.ts';
import { findSources } from './system.query.ts';

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
