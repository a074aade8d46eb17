import { describe, expect, it } from 'vitest';
import { unitsOf } from '../wallet/money.ts';
import { normaliseUsername, standingRulesFrom } from './team.ts';

const DEFAULTS = {
  foundationCapitalUnits: unitsOf('1000'),
  foundationDirectSponsors: 3,
  legacyGroupSalesUnits: unitsOf('100000'),
};

describe('the rules of Foundation and Legacy', () => {
  it('follow the operators’ settings, part by part', () => {
    expect(standingRulesFrom({ capital: '50', direct_sponsor: 1 }, { group_sales: '10' })).toEqual({
      foundationCapitalUnits: unitsOf('50'),
      foundationDirectSponsors: 1,
      legacyGroupSalesUnits: unitsOf('10'),
    });
    expect(standingRulesFrom({ direct_sponsor: 7 }, null)).toEqual({ ...DEFAULTS, foundationDirectSponsors: 7 });
  });

  it('stay the defaults where a setting makes no sense', () => {
    for (const nonsense of [undefined, null, 'x', 5, [], { capital: 5, direct_sponsor: '3', group_sales: '-1' }])
      expect(standingRulesFrom(nonsense, nonsense)).toEqual(DEFAULTS);
  });
});

it('a username is found however it is typed', () => {
  expect(normaliseUsername('  AisyahTan2 ')).toBe('aisyahtan2');
});
