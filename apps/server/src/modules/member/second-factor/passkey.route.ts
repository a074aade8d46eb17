import { passkeyAdd, passkeyBegin, passkeyList, passkeyRemove } from '@minerx/contract/passkey';
import { perMinute } from '../../../http/limit.ts';
import { addRoute, type Api } from '../../../http/route.ts';
import { presentPasskeys, presentPasskeyToMake, readMade } from '../../passkey/passkey.presenter.ts';
import { addPasskey, beginPasskey, readPasskeys, removePasskey } from './passkey.command.ts';

/** The member's passkeys; sign-in with one is beside sign-in. */
export const addPasskeyRoutes = (api: Api): void => {
  const { context } = api;

  addRoute(api, passkeyList, { limit: perMinute(120) }, async ({ member }) =>
    presentPasskeys(await readPasskeys(context, member.memberId)),
  );

  addRoute(api, passkeyBegin, { limit: perMinute(30), pin: true }, async ({ member }) => {
    const { email, ...toMake } = await beginPasskey(context, member);
    return presentPasskeyToMake(toMake, email);
  });

  addRoute(api, passkeyAdd, { limit: perMinute(30) }, async ({ member, body }) => ({
    recovery_codes: await addPasskey(context, member, readMade(body)),
  }));

  addRoute(api, passkeyRemove, { limit: perMinute(30), pin: true }, async ({ member, body }) => {
    await removePasskey(context, member, body.id);
    return {};
  });
};
