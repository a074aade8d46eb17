import type { Rarity, Stone } from './nft-palette.ts';
import { closedPath, closedPaths } from '../shapes.ts';
import { line } from './nft-setting.ts';

/** Cut gems, each at [x, y, half its size]: the whole, and its lit half. */
const gems = (stone: Stone, places: readonly (readonly [number, number, number])[]): string => {
  const all = closedPaths(
    places.map(([x, y, half]) => [
      [x, y - half],
      [x + half, y],
      [x, y + half],
      [x - half, y],
    ]),
  );
  const lit = closedPaths(
    places.map(([x, y, half]) => [
      [x, y - half],
      [x, y + half],
      [x - half, y],
    ]),
  );
  return `<path d="${all}" fill="${stone.second[2]}"/><path d="${lit}" fill="${stone.second[3]}"/>`;
};

/** The frame in front: one, two or three gems at its foot say the rarity without colour. */
export const frameOf = (rarity: Rarity, stone: Stone, id: string): string => {
  const cut = (inset: number, corner: number) => {
    const far = 480 - inset;
    return closedPath([
      [inset + corner, inset],
      [far - corner, inset],
      [far, inset + corner],
      [far, far - corner],
      [far - corner, far],
      [inset + corner, far],
      [inset, far - corner],
      [inset, inset + corner],
    ]);
  };
  if (rarity === 'rare')
    return line(cut(14, 26), stone.scale[3] ?? '#fff', 4, ' opacity=".8"') + gems(stone, [[240, 464, 12]]);
  if (rarity === 'legendary') {
    const gold = `<linearGradient id="${id}f" x2="1" y2="1"><stop stop-color="#fff3c4"/><stop offset=".35" stop-color="#cf9630"/><stop offset=".6" stop-color="#f3cf6b"/><stop offset="1" stop-color="#8d5a14"/></linearGradient>`;
    const places = [
      [28, 28, 16],
      [452, 28, 16],
      [28, 452, 16],
      [452, 452, 16],
      [224, 466, 13],
      [256, 466, 13],
    ] as const;
    return (
      gold +
      line(cut(12, 34), `url(#${id}f)`, 9) +
      line(cut(24, 32), '#f3cf6b', 2, ' opacity=".7"') +
      gems(stone, places)
    );
  }
  const stops = [stone.scale[3], stone.second[2], stone.scale[4], stone.second[1], stone.second[4], stone.scale[2]];
  const shine = `<linearGradient id="${id}f" x2="1" y2="1">${stops.map((colour, index) => `<stop offset="${index === 5 ? 1 : `.${index * 2}`}" stop-color="${colour}"/>`).join('')}</linearGradient>`;
  const places = [
    [38, 38, 23],
    [442, 38, 23],
    [38, 442, 23],
    [442, 442, 23],
    [240, 18, 18],
    [208, 464, 14],
    [240, 464, 18],
    [272, 464, 14],
  ] as const;
  return shine + line(cut(13, 44), `url(#${id}f)`, 14) + line(cut(28, 40), `url(#${id}f)`, 3) + gems(stone, places);
};
