import { systemLanguages, systemMaintenance, systemSources } from '@minerx/contract/system';
import { perMinute } from '../../http/limit.ts';
import { addRoute, type Api } from '../../http/route.ts';
import { findNetworkSettings } from '../telemetry/telemetry.query.ts';
import { findTranslationOverrides, readCatalogues, withOverrides, type Catalogues } from './catalogue.query.ts';
import { presentSources } from './system.presenter.ts';
import { findMaintenance, findSources } from './system.query.ts';

/** What the app asks before anybody is signed in. They answer during maintenance too. */
export const addSystemRoutes = (api: Api): void => {
  const { pool, bus, env } = api.context;

  addRoute(api, systemMaintenance, { limit: perMinute(600) }, () => findMaintenance(pool));

  let languages: Promise<Catalogues> | undefined;
  const load = async (): Promise<Catalogues> =>
    withOverrides(await readCatalogues(), await findTranslationOverrides(pool));
  const unsubscribe = bus.subscribe('settings_changed', ({ key }) => {
    if (key === 'translations') languages = undefined;
  });
  api.http.addHook('onClose', async () => unsubscribe());
  addRoute(api, systemLanguages, { limit: perMinute(120) }, async () => {
    languages ??= load();
    try {
      return await languages;
    } catch (error) {
      languages = undefined; // A failure is not kept.
      throw error;
    }
  });

  addRoute(api, systemSources, { limit: perMinute(600) }, async () => {
    const [row, network] = await Promise.all([findSources(pool), findNetworkSettings(pool)]);
    return presentSources(env, row, network);
  });
};
