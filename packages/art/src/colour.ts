/** Red, green and blue, 0 to 255. */
type Rgb = readonly [number, number, number];

const rgbOf = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};

const hexOf = (rgb: Rgb): string => {
  const pair = (value: number) =>
    Math.round(Math.min(255, Math.max(0, value)))
      .toString(16)
      .padStart(2, '0');
  const hex = rgb.map(pair).join('');
  // #aabbcc may be written #abc.
  return hex[0] === hex[1] && hex[2] === hex[3] && hex[4] === hex[5] ? `#${hex[0]}${hex[2]}${hex[4]}` : `#${hex}`;
};

/** The colour that stands at `share` (0 to 1) between two. */
export const mix = (from: string, to: string, share: number): string => {
  const [a, b] = [rgbOf(from), rgbOf(to)];
  const between = (index: 0 | 1 | 2) => a[index] + (b[index] - a[index]) * share;
  return hexOf([between(0), between(1), between(2)]);
};

/** The colour at `place` (0 to 1) on a scale of six-digit colours from dark to light. */
export const onScale = (scale: readonly string[], place: number): string => {
  const at = Math.min(0.9999, Math.max(0, place)) * (scale.length - 1);
  const index = Math.floor(at);
  const [from, to] = [scale[index], scale[index + 1]];
  if (from === undefined || to === undefined) throw new RangeError('A scale needs two colours');
  return mix(from, to, at - index);
};

/** The nearest colour of three digits: for facets, of which there are many and whose shades need no more. */
export const short = (hex: string): string => {
  if (hex.length === 4) return hex;
  const digit = (value: number) => Math.round(value / 17).toString(16);
  return `#${rgbOf(hex).map(digit).join('')}`;
};
