import type { Machine } from './machine.ts';

/** Steps of a drawing per unit along the front, into the depth, and downwards: seen from the right above. */
export const ALONG = [0.93, 0.25] as const;
export const INTO = [0.62, -0.34] as const;

const BLADES = 9;
export const round = (value: number): number => Math.round(value * 10) / 10;
const turned = (degrees: number, radius: number): string => {
  const angle = (degrees * Math.PI) / 180;
  return `${round(Math.cos(angle) * radius)} ${round(Math.sin(angle) * radius)}`;
};

/** One blade, from the hub to the rim, bent backwards. */
const blade = (r: number, at: number): string =>
  `M${turned(at, r * 0.2)}C${turned(at + 6, r * 0.5)} ${turned(at + 20, r * 0.75)} ${turned(at + 34, r * 0.9)}A${round(r * 0.9)} ${round(r * 0.9)} 0 0 0 ${turned(at + 8, r * 0.9)}C${turned(at - 6, r * 0.7)} ${turned(at - 14, r * 0.5)} ${turned(at - 14, r * 0.2)}z`;

/** Size of the fan that every fan is a copy of. */
const UNIT = 30;

const circle = (radius: number, more: string) => `<circle r="${round(radius)}" ${more}/>`;

/** The moving and the still part of a fan, drawn once: `b` turns, `g` lies over it. */
export const fanDefs = (id: string): string => {
  const blades = Array.from({ length: BLADES }, (_, index) => blade(UNIT, (index / BLADES) * 360)).join('');
  const spokes = [45, 135, 225, 315].map((at) => `M${turned(at, 6)}L${turned(at, UNIT)}`).join('');
  return [
    `<path id="${id}p" d="${blades}" fill="url(#${id}b)"/>`,
    `<g id="${id}g" fill="none" stroke="#0a101a" stroke-width="1.400"><path d="${spokes}"/>${circle(16.5, '')}${circle(24, '')}`,
    `${circle(7.2, `fill="url(#${id}h)" stroke-width="1"`)}</g>`,
  ].join('');
};

/** The arc of a rim of the unit fan that begins above and runs `share` of the way round. */
const arc = (share: number): string => `M0-31A31 31 0 ${share > 0.5 ? 1 : 0} 1 ${turned(share * 360 - 90, 31)}`;

export const fan = (
  id: string,
  cx: number,
  cy: number,
  r: number,
  { hue, share = 1 }: Machine,
  turn: number,
): string => {
  const rim =
    share === 1
      ? `${circle(31, `stroke="${hue.mid}" stroke-width="6" opacity=".22"`)}${circle(31, `stroke="${hue.mid}" stroke-width="2.600"`)}<path d="M${turned(200, 31)}A31 31 0 0 1 ${turned(285, 31)}" stroke="${hue.light}" stroke-width="2.600" stroke-linecap="round"/>`
      : `${circle(31, `stroke="${hue.deep}" stroke-width="3"`)}<path d="${arc(share)}" stroke="${hue.mid}" stroke-width="11" opacity=".4"/><path d="${arc(share)}" stroke="${hue.light}" stroke-width="4.500"/>`;
  return [
    `<g transform="translate(${round(cx)} ${round(cy)})scale(${Math.round((r / UNIT) * 1000) / 1000})" fill="none">`,
    circle(34, `fill="#0a101a"`),
    circle(30.6, `fill="url(#${id}w)"`),
    `<use href="#${id}p" transform="rotate(${round(turn)})"/><use href="#${id}g"/>${rim}</g>`,
  ].join('');
};
