import { countryAll } from '@minerx/contract/country';
import { requestSignupCode, signup } from '@minerx/contract/member';
import { TERMS_VERSION } from '@minerx/rules/terms';
import type { BodyInputOf } from '@minerx/contract/call';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { request } from '../../../base/api.ts';
import { texts, useTexts } from '../../../i18n/texts.ts';
import type { CountryChoice } from './country-search.ts';

export type SignupBody = BodyInputOf<typeof signup>;

/**
 * Registers a member. The mails that follow are written in the language of the screen.
 * @throws {Refusal} err_country, err_mobile, err_referral_code, err_code_wrong, err_account_exists, err_terms_changed
 */
export const signUp = (body: SignupBody, idempotencyKey: string) =>
  request(signup, {
    // The version whose texts are in this build is the one that was read.
    body: { ...body, terms_version: TERMS_VERSION, language: texts().language },
    idempotencyKey,
  });

/** Asks for a verification code. @throws {Refusal} err_code_wait with the seconds to wait */
export const sendSignupCode = (fullName: string, email: string) =>
  request(requestSignupCode, { body: { member_username: fullName, member_email: email, language: texts().language } });

/** The countries, named and sorted in the language of the screen. */
export function useCountries() {
  const { format, tag } = useTexts();
  const query = useQuery({
    queryKey: ['country'],
    queryFn: ({ signal }) => request(countryAll, { signal }),
    staleTime: Infinity,
  });
  const { data } = query;
  const choices = useMemo((): readonly CountryChoice[] | undefined => {
    const collator = new Intl.Collator(tag);
    return data?.country
      .map((each) => ({
        id: each.country_id,
        iso: each.country_iso2,
        name: format.country(each.country_iso2),
        english: each.country_name,
        chinese: each.country_name_zh,
        callingCode: each.country_calling_code,
      }))
      .sort((a, b) => collator.compare(a.name, b.name));
  }, [data, format, tag]);
  return { query, choices };
}
