import { memberTerms, systemTerms } from '@minerx/contract/terms';
import { TERMS_VERSIONS } from '@minerx/rules/terms';
import { perMinute } from '../../http/limit.ts';
import { addConstantRoute, addRoute, type Api } from '../../http/route.ts';
import { getSetting } from '../setting/setting.query.ts';
import { agreeToTerms } from './terms.command.ts';

/** What the terms say that operators set. */
const HOLD = 'withdrawal_address_hold_hours';

/** The terms in force, and members' agreement to them. */
export const addTermsRoutes = (api: Api): void => {
  const { pool, bus, env } = api.context;

  const terms = addConstantRoute(api, systemTerms, { limit: perMinute(600) }, async () => ({
    terms_version: TERMS_VERSIONS[0].version,
    terms_date: TERMS_VERSIONS[0].from,
    withdrawal_hold_hours: await getSetting(pool, HOLD),
    operator: env.brand.operator,
  }));
  const unsubscribe = bus.subscribe('settings_changed', ({ key }) => {
    if (key === HOLD) terms.forget();
  });
  api.http.addHook('onClose', async () => unsubscribe());

  addRoute(api, memberTerms, { limit: perMinute(30) }, async ({ body, member }) => {
    const { terms_version: version, language } = body;
    await agreeToTerms(api.context, { memberId: member.memberId, version, language });
    return {};
  });
};
