import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type Colours = Map<string, { light: string; dark: string }>;

function coloursOf(path: string): Colours {
  const css = readFileSync(new URL(path, import.meta.url), 'utf8');
  const themed = css.matchAll(/--colour-([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g);
  // The colours of a stage, and of the festival's night, are the same in both themes.
  const fixed = css.matchAll(/--((?:stage|raya)-[\w-]+): (#\w{6});/g);
  return new Map([
    ...[...themed].map(([, name = '', light = '', dark = '']) => [name, { light, dark }] as const),
    ...[...fixed].map(([, name = '', hex = '']) => [name, { light: hex, dark: hex }] as const),
  ]);
}

const product = coloursOf('../../../../packages/ui/src/theme/tokens.css');
const festival = coloursOf('../features/blessing/raya.module.css');
/** The festival's screens wear the product's colours where they have none of their own. */
const palettes: Record<string, Colours> = { product, festival: new Map([...product, ...festival]) };

/** Relative luminance, WCAG 2.2. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(colours: Colours, first: string, second: string, theme: 'light' | 'dark'): number {
  const [high = 0, low = 0] = [first, second]
    .map((name) => luminance(colours.get(name)?.[theme] ?? '#000000'))
    .sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

const grounds = ['ground', 'surface', 'raised', 'sunken', 'field'];
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

it('in the light theme has white fields to fill in and grey ones that only show', () => {
  const [field = '', still = ''] = ['field', 'press'].map((name) => product.get(name)?.light);
  expect(field).toBe('#ffffff');
  expect(luminance(still)).toBeLessThan(luminance(field));
  const css = readFileSync(new URL('../../../../packages/ui/src/form/text-input.module.css', import.meta.url), 'utf8');
  expect(css).toMatch(/\.box \{[^}]*background: var\(--colour-field\)/);
  expect(css).toMatch(/\.readOnly \{[^}]*background: var\(--colour-press\)/);
});

it('finds the colours of both', () => {
  expect(product.size).toBeGreaterThan(25);
  expect([...festival.keys()].filter((name) => !name.startsWith('raya') && !product.has(name))).toEqual([]);
  expect(festival.size).toBeGreaterThan(12);
});

const looks = Object.keys(palettes).flatMap((name) =>
  (['light', 'dark'] as const).map((theme) => [name, theme] as const),
);

describe.each(looks)('the colours of the %s in the %s theme', (name, theme) => {
  const colours = palettes[name]!;
  it.each([...texts, ...pairs])('reads %s on %s at 4.5 to 1', (text, ground) => {
    expect(contrast(colours, text ?? '', ground ?? '', theme)).toBeGreaterThanOrEqual(4.5);
  });

  it.each([
    ['line-strong', 'surface'],
    ['line-strong', 'sunken'],
    ['line-strong', 'field'],
    ['line-strong', 'raised'],
    ['focus', 'ground'],
    ['focus', 'surface'],
    ['accent', 'surface'],
  ])('tells %s from %s at 3 to 1', (control, ground) => {
    expect(contrast(colours, control, ground, theme)).toBeGreaterThanOrEqual(3);
  });
});

it.each([
  ['raya-night-text', 'raya-night'],
  ['raya-night-text', 'raya-night-deep'],
  ['raya-gold', 'raya-night'],
  ['raya-gold', 'raya-night-deep'],
  ['raya-ink', 'raya-gold'],
  ['raya-ink', 'raya-gold-deep'],
])('reads %s on %s at 4.5 to 1', (text, ground) => {
  expect(contrast(festival, text, ground, 'dark')).toBeGreaterThanOrEqual(4.5);
});
