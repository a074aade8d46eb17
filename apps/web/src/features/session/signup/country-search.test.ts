import { describe, expect, it } from 'vitest';
import { searchCountries, type CountryChoice } from './country-search.ts';

const choice = (
  id: number,
  iso: string,
  name: string,
  english: string,
  chinese: string,
  callingCode: string,
): CountryChoice => ({
  id,
  iso,
  name,
  english,
  chinese,
  callingCode,
});

const countries = [
  choice(1, 'DE', 'Deutschland', 'Germany', '德国', '49'),
  choice(2, 'MY', 'Malaysia', 'Malaysia', '马来西亚', '60'),
  choice(3, 'CI', 'Elfenbeinküste', "Côte d'Ivoire", '科特迪瓦', '225'),
];

const found = (text: string) => searchCountries(countries, text).map(({ iso }) => iso);

describe('the search for a country', () => {
  // proves 5: country search by English or Chinese name, any case
  it('finds by English or Chinese name, in any mixture of capitals', () => {
    expect(found('GERM')).toEqual(['DE']);
    expect(found('马来')).toEqual(['MY']);
  });

  it('finds by the name on the screen too, with or without accents', () => {
    expect(found('deutsch')).toEqual(['DE']);
    expect(found('cote')).toEqual(['CI']);
    expect(found('elfenbeinkuste')).toEqual(['CI']);
  });

  it('finds by calling code', () => {
    expect(found('+6')).toEqual(['MY']);
    expect(found('225')).toEqual(['CI']);
  });

  it('shows all for an empty text and none for an unknown one', () => {
    expect(found('  ')).toEqual(['DE', 'MY', 'CI']);
    expect(found('atlantis')).toEqual([]);
  });
});
