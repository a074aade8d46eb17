import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { signup } from '@minerx/contract/member';
import { normaliseEmail, normaliseFullName, normaliseReferralCode } from '@minerx/rules/member';
import type { Resolver } from 'react-hook-form';
import type { SignupBody } from './signup.api.ts';
import { nationalMobile } from './mobile.ts';

/** The specification's signup form as it is while being filled in. */
export interface SignupFields {
  country: number | undefined;
  member_detail_mobile: string;
  member_detail_fullname: string;
  member_email: string;
  verify_code: string;
  referral_code: string;
  member_password: string;
  member_security_pin: string;
  tnc: boolean;
}

export interface SignupContext {
  /** Of the chosen country. */
  callingCode: string | undefined;
}

export const emptySignup: SignupFields = {
  country: undefined,
  member_detail_mobile: '',
  member_detail_fullname: '',
  member_email: '',
  verify_code: '',
  referral_code: '',
  member_password: '',
  member_security_pin: '',
  tnc: false,
};

const contractResolver = standardSchemaResolver(signup.body) as unknown as Resolver<
  SignupFields,
  SignupContext,
  SignupBody
>;

/** Judges by the contract's schema what will be sent; what was typed stays on the screen as it is. */
export const signupResolver: Resolver<SignupFields, SignupContext, SignupBody> = (typed, context, options) =>
  contractResolver(
    {
      ...typed,
      member_detail_mobile: nationalMobile(typed.member_detail_mobile, context?.callingCode),
      member_detail_fullname: normaliseFullName(typed.member_detail_fullname),
      member_email: normaliseEmail(typed.member_email),
      referral_code: normaliseReferralCode(typed.referral_code),
    },
    context,
    options,
  );

/** Refusals that concern one field: they are shown there as well as in the alert. */
export const fieldOfRefusal: Readonly<Record<string, keyof SignupFields>> = {
  err_country: 'country',
  err_mobile: 'member_detail_mobile',
  err_referral_code: 'referral_code',
  err_code_wrong: 'verify_code',
  err_terms_changed: 'tnc',
};

export const isSignupField = (name: string): name is keyof SignupFields => Object.hasOwn(emptySignup, name);
