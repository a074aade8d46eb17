import { emailCodeRequest, emailModify } from '@minerx/contract/email-change';
import { normaliseEmail } from '@minerx/rules/member';
import { markDevice } from '../../../http/device-cookie.ts';
import { perMinute } from '../../../http/limit.ts';
import { addRoute, type Api } from '../../../http/route.ts';
import { transportOf } from '../../session/session.cookie.ts';
import { changeEmail, requestEmailCodes } from './email-change.command.ts';

/** Another email address. */
export const addEmailChangeRoutes = (api: Api): void => {
  const { context } = api;

  addRoute(api, emailCodeRequest, { limit: perMinute(30), pin: true }, async ({ member, body }) => {
    await requestEmailCodes(context, member.memberId, body.member_email);
    return {};
  });

  addRoute(
    api,
    emailModify,
    { limit: perMinute(30), pin: true },
    async ({ member, body, idempotencyKey, request, reply }) => {
      const { member_email: email, verify_code: code, new_verify_code: newCode } = body;
      await changeEmail(context, member, { email, code, newCode }, idempotencyKey);
      // Known to the account by its address: whoever types wrong passwords for the new one does not lock this device out.
      if (transportOf(request) === 'cookie') markDevice(context, request, reply, normaliseEmail(email));
      return {};
    },
  );
};
