import {
  secondFactor,
  secondFactorAdd,
  secondFactorBegin,
  secondFactorRecovery,
  secondFactorRemove,
} from '@minerx/contract/second-factor';
import { perMinute } from '../../../http/limit.ts';
import { addRoute, type Api } from '../../../http/route.ts';
import {
  addSecondFactor,
  beginSecondFactor,
  describeSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from './second-factor.command.ts';

/** The member's authenticator app and recovery codes. A lost one is taken away beside sign-in. */
export const addSecondFactorRoutes = (api: Api): void => {
  const { context } = api;

  addRoute(api, secondFactor, { limit: perMinute(120) }, async ({ member }) => {
    const { since, recoveryLeft } = await describeSecondFactor(context, member.memberId);
    return { factor_since: since?.toISOString() ?? null, factor_recovery_left: recoveryLeft };
  });

  addRoute(api, secondFactorBegin, { limit: perMinute(30) }, async ({ member }) => {
    const { secret, url, draft } = await beginSecondFactor(context, member.memberId);
    return { factor_secret: secret, factor_url: url, factor_draft: draft };
  });

  addRoute(api, secondFactorAdd, { limit: perMinute(30), pin: true }, async ({ member, body }) => ({
    recovery_codes: await addSecondFactor(context, member, { draft: body.factor_draft, code: body.factor_code }),
  }));

  addRoute(api, secondFactorRemove, { limit: perMinute(30), pin: true }, async ({ member }) => {
    await removeSecondFactor(context, member);
    return {};
  });

  addRoute(api, secondFactorRecovery, { limit: perMinute(30), pin: true }, async ({ member }) => ({
    recovery_codes: await renewRecoveryCodes(context, member),
  }));
};
