import { describe, expect, it } from 'vitest';
import { unitsOf } from '../wallet/money.ts';
import {
  DEFAULT_STANDING_RULES,
  isFoundation,
  isLegacy,
  normaliseUsername,
  standingRulesFrom,
  type TeamFigures,
} from './team.ts';

const figures = (more: Partial<TeamFigures> = {}): TeamFigures => ({
  capitalUnits: unitsOf('1000'),
  directSponsor: 3,
  directSales: 0n,
  groupSponsor: 3,
  groupSales: unitsOf('100000'),
  ...more,
});

describe('Foundation and Legacy', () => {
  it('are reached exactly at their figures', () => {
    const rules = DEFAULT_STANDING_RULES;
    expect([isFoundation(figures(), rules), isLegacy(figures(), rules)]).toEqual([true, true]);
    expect(isFoundation(figures({ capitalUnits: unitsOf('999.99999999') }), rules)).toBe(false);
    expect(isFoundation(figures({ directSponsor: 2 }), rules)).toBe(false);
    expect(isLegacy(figures({ groupSales: unitsOf('99999.99999999') }), rules)).toBe(false);
  });

  it('follow the operators’ settings, part by part', () => {
    const rules = standingRulesFrom({ capital: '50', direct_sponsor: 1 }, { group_sales: '10' });
    expect(isFoundation(figures({ capitalUnits: unitsOf('50'), directSponsor: 1 }), rules)).toBe(true);
    expect(isLegacy(figures({ groupSales: unitsOf('10') }), rules)).toBe(true);
    expect(standingRulesFrom({ direct_sponsor: 7 }, null)).toEqual({
      ...DEFAULT_STANDING_RULES,
      foundationDirectSponsors: 7,
    });
  });

  it('stay the defaults where a setting makes no sense', () => {
    for (const nonsense of [undefined, null, 'x', 5, [], { capital: 5, direct_sponsor: '3', group_sales: '-1' }])
      expect(standingRulesFrom(nonsense, nonsense)).toEqual(DEFAULT_STANDING_RULES);
  });
});

it('a username is found however it is typed', () => {
  expect(normaliseUsername('  AisyahTan2 ')).toBe('aisyahtan2');
});
