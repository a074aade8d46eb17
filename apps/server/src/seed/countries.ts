import type { CountryCode } from 'libphonenumber-js';

/**
 * Our country ids: the place in this list, counted from 1. In order of their English names when it was made, but the
 * United States are 211 (specification §9). Ids are stored with members: append new ones, never move any.
 */
const IDS = `
  AF AX AL DZ AS AD AO AI AG AR AM AW AU AT AZ BS BH BD BB BY BE BZ BJ BM BT BO BA BW BR IO
  VG BN BG BF BI KH CM CA CV BQ KY CF TD CL CN CX CC CO KM CG CD CK CR CI HR CU CW CY CZ DK
  DJ DM DO EC EG SV GQ ER EE SZ ET FK FO FJ FI FR GF PF GA GM GE DE GH GI GR GL GD GP GU GT
  GG GN GW GY HT HN HK HU IS IN ID IR IQ IE IM IL IT JM JP JE JO KZ KE KI XK KW KG LA LV LB
  LS LR LY LI LT LU MO MG MW MY MV ML MT MH MQ MR MU YT MX FM MD MC MN ME MS MA MZ MM NA NR
  NP NL NC NZ NI NE NG NU NF KP MK MP NO OM PK PW PS PA PG PY PE PH PL PT PR QA RE RO RU RW
  WS SM ST SA SN RS SC SL SG SX SK SI SB SO ZA KR SS ES LK BL SH KN LC MF PM VC SD SR SJ SE
  US CH SY TW TJ TZ TH TL TG TK TO TT TN TR TM TC TV VI UG UA AE GB UY UZ VU VA VE VN WF EH
  YE ZM ZW
`
  .trim()
  .split(/\s+/) as CountryCode[];

interface SeedCountry {
  id: number;
  iso2: string;
  name: string;
  nameZh: string;
  /** Digits without the plus. */
  callingCode: string;
}

/** Those whose ids are not known yet. What tells calling codes is large, and loaded only when there are some. */
export const seedCountries = async (known: ReadonlySet<number>): Promise<SeedCountry[]> => {
  const missing = IDS.map((iso2, index) => ({ id: index + 1, iso2 })).filter(({ id }) => !known.has(id));
  if (missing.length === 0) return [];
  const { getCountryCallingCode } = await import('libphonenumber-js');
  const english = new Intl.DisplayNames('en', { type: 'region' });
  const chinese = new Intl.DisplayNames('zh-Hans', { type: 'region' });
  return missing.map(({ id, iso2 }) => ({
    id,
    iso2,
    name: english.of(iso2) ?? iso2,
    nameZh: chinese.of(iso2) ?? iso2,
    callingCode: getCountryCallingCode(iso2),
  }));
};
