import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { BottomNav } from './bottom-nav.tsx';

const longest = (...labels: string[]): string[] =>
  renderToStaticMarkup(
    <BottomNav places={labels.map((label) => ({ to: `/${label}`, label, icon: null, current: false }))} />,
  ).match(/(?<=--longest:)\d+/g) ?? [];

it('has one size for all its words, after the longest of them', () => {
  expect(longest('Home', 'Dashboard', 'My profile')).toEqual(['9']);
});

it('does not count what has no width: marks above letters, word joiners; at a soft hyphen a word ends', () => {
  expect(longest('ส\u2060ิ\u2060น\u2060ท\u2060รั\u2060พ\u2060ย์', 'Ver\u00admögen')).toEqual(['6']);
  expect(longest('ส\u2060ิ\u2060น\u2060ท\u2060รั\u2060พ\u2060ย์')).toEqual(['6']);
});
