import {
  forgotPassword,
  memberFreeze,
  memberFreezeOwn,
  languageModify,
  passwordModify,
  requestSignupCode as requestSignupCodeCall,
  resetPassword as resetPasswordCall,
  resetPasswordCheck,
  securityModify,
  signup,
} from '@minerx/contract/member';
import { normaliseEmail } from '@minerx/rules/member';
import { TERMS_VERSION } from '@minerx/rules/terms';
import type { WireLanguage } from '@minerx/rules/wire-language';
import type { FastifyRequest } from 'fastify';
import { perMinute } from '../../http/limit.ts';
import { languageOf } from '../../http/refusal-text.ts';
import { addRoute, type Api } from '../../http/route.ts';
import { findKnownDevice } from '../../http/device-cookie.ts';
import { freezeByLink, freezeOwn } from './security/freeze-own.command.ts';
import { chooseLanguage } from './language.command.ts';
import { requestPasswordReset, findResetLink, resetPassword } from './security/password-reset.command.ts';
import { changePassword, changePin } from './security/security.command.ts';
import { requestSignupCode, signUp } from './signup.command.ts';

/** Registration, recovery, and changing what a member signs in and pays with. An address stands for many visitors; what must hold per account is counted in the database. */
export const addMemberRoutes = (api: Api): void => {
  const { context } = api;

  addRoute(api, requestSignupCodeCall, { limit: perMinute(60) }, async ({ body, request }) => {
    await requestSignupCode(context, body.member_email, body.language ?? heard(request), request.ip);
    return {};
  });

  addRoute(api, signup, { limit: perMinute(120) }, async ({ body, idempotencyKey, request }) => {
    const form = {
      countryId: body.country,
      mobile: body.member_detail_mobile,
      fullName: body.member_detail_fullname,
      email: body.member_email,
      referralCode: body.referral_code,
      password: body.member_password,
      pin: body.member_security_pin,
      code: body.verify_code,
      termsVersion: body.terms_version ?? TERMS_VERSION,
      language: body.language ?? heard(request),
    };
    await signUp(context, form, idempotencyKey);
    return {};
  });

  addRoute(api, forgotPassword, { limit: perMinute(60) }, async ({ body, request }) => {
    const emailKey = normaliseEmail(body.member_email);
    const asker = { address: request.ip, deviceId: findKnownDevice(context, request, emailKey) };
    await requestPasswordReset(context, emailKey, body.language ?? heard(request), asker);
    return { member_email: body.member_email };
  });

  addRoute(api, resetPasswordCall, { limit: perMinute(60) }, async ({ body }) => {
    await resetPassword(context, body.id, body.member_password, body.member_security_pin);
    return {};
  });

  addRoute(api, resetPasswordCheck, { limit: perMinute(60) }, async ({ body }) => {
    return { good: (await findResetLink(context, body.id)) !== null };
  });

  addRoute(api, memberFreeze, { limit: perMinute(30) }, async ({ body }) => {
    await freezeByLink(context, body.id);
    return {};
  });

  addRoute(api, memberFreezeOwn, { limit: perMinute(30) }, async ({ member }) => {
    await freezeOwn(context, member.memberId);
    return {};
  });

  addRoute(api, passwordModify, { limit: perMinute(30) }, async ({ body, member }) => {
    await changePassword(context, member, body.old_password, body.member_password);
    return {};
  });

  addRoute(api, securityModify, { limit: perMinute(30) }, async ({ body, member }) => {
    await changePin(context, member, body.old_security_pin, body.member_security_pin);
    return {};
  });

  addRoute(api, languageModify, { limit: perMinute(30) }, async ({ body, member }) => {
    await chooseLanguage(context, member.memberId, body.language as WireLanguage);
    return {};
  });
};

const heard = (request: FastifyRequest): WireLanguage | undefined => languageOf(request) ?? undefined;
