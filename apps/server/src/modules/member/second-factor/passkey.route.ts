import { passkeyAdd, passkeyBegin, passkeyList, passkeyRemove } from '@minerx/contract/passkey';
import { perMinute } from '../../../http/limit.ts';
import { addRoute, type Api } from '../../../http/route.ts';
import { addPasskey, beginPasskey, readPasskeys, removePasskey } from './passkey.command.ts';

/** The member's passkeys; sign-in with one is beside sign-in. */
export const addPasskeyRoutes = (api: Api): void => {
  const { context } = api;

  addRoute(api, passkeyList, { limit: perMinute(120) }, async ({ member }) => {
    const passkeys = await readPasskeys(context, member.memberId);
    return {
      passkeys: passkeys.map(({ id, name, createdAt, usedAt }) => ({
        id,
        passkey_name: name,
        passkey_created_date: createdAt.toISOString(),
        passkey_used_date: usedAt?.toISOString() ?? null,
      })),
    };
  });

  addRoute(api, passkeyBegin, { limit: perMinute(30), pin: true }, async ({ member }) => {
    const { challenge, user, email, ids } = await beginPasskey(context, member);
    return { passkey_challenge: challenge, passkey_user: user, passkey_user_name: email, passkey_ids: ids };
  });

  addRoute(api, passkeyAdd, { limit: perMinute(30) }, async ({ member, body }) => {
    const made = { id: body.passkey_id, clientData: body.passkey_client_data, attestation: body.passkey_attestation };
    return { recovery_codes: await addPasskey(context, member, { name: body.passkey_name, made }) };
  });

  addRoute(api, passkeyRemove, { limit: perMinute(30), pin: true }, async ({ member, body }) => {
    await removePasskey(context, member, body.id);
    return {};
  });
};
