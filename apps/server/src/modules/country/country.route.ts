import { countryAll } from '@minerx/contract/country';
import { perMinute } from '../../http/limit.ts';
import { addConstantRoute, type Api } from '../../http/route.ts';
import { listCountries } from './country.query.ts';

/** The countries to choose from at sign-up. */
export const addCountryRoutes = (api: Api): void => {
  const { pool, bus } = api.context;
  const countries = addConstantRoute(api, countryAll, { limit: perMinute(600) }, async () => {
    const rows = await listCountries(pool);
    return {
      country: rows.map((row) => ({
        country_id: row.id,
        country_iso2: row.iso2,
        country_name: row.name,
        country_name_zh: row.nameZh,
        country_calling_code: row.callingCode,
        country_symbol: row.symbol,
        country_shared_closed: row.sharedClosed,
      })),
    };
  });
  const unsubscribe = bus.subscribe('settings_changed', ({ key }) => {
    if (key === 'country') countries.forget();
  });
  api.http.addHook('onClose', async () => unsubscribe());
};
