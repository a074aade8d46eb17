import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('../../../../packages/ui/src/tokens.css', import.meta.url), 'utf8');
const colours = new Map(
  [...css.matchAll(/--colour-([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(([, name, light, dark]) => [
    name ?? '',
    { light, dark },
  ]),
);

/** Relative luminance, WCAG 2.2. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(first: string, second: string, theme: 'light' | 'dark'): number {
  const [high = 0, low = 0] = [first, second]
    .map((name) => luminance(colours.get(name)?.[theme] ?? '#000000'))
    .sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

/** The colours of a stage are the same in both themes. */
for (const [, name = '', hex = ''] of css.matchAll(/--(stage-[\w-]+): (#\w{6});/g))
  colours.set(name, { light: hex, dark: hex });

const grounds = ['ground', 'surface', 'raised', 'sunken'];
const texts = ['text', 'text-soft', 'text-faint', 'accent-text', 'gain', 'danger', 'wait', 'note'].flatMap((text) =>
  grounds.map((ground) => [text, ground]),
);
const pairs = [
  ['on-accent', 'accent'],
  ['on-accent', 'accent-press'],
  ['on-danger', 'danger'],
  ['accent-text', 'accent-soft'],
  ['gain', 'gain-soft'],
  ['danger', 'danger-soft'],
  ['wait', 'wait-soft'],
  ['note', 'note-soft'],
  ['text', 'press'],
  ['text-soft', 'press'],
  ['stage-text', 'stage-ground'],
  ['stage-text-soft', 'stage-ground'],
  ['stage-gain', 'stage-ground'],
  ['stage-ground', 'stage-gain'],
  ['stage-wait', 'stage-wait-soft'],
];

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
  it.each([...texts, ...pairs])('reads %s on %s at 4.5 to 1', (text, ground) => {
    expect(contrast(text ?? '', ground ?? '', theme)).toBeGreaterThanOrEqual(4.5);
  });

  it.each([
    ['line-strong', 'surface'],
    ['line-strong', 'sunken'],
    ['line-strong', 'raised'],
    ['focus', 'ground'],
    ['focus', 'surface'],
    ['accent', 'surface'],
  ])('tells %s from %s at 3 to 1', (control, ground) => {
    expect(contrast(control, ground, theme)).toBeGreaterThanOrEqual(3);
  });
});
