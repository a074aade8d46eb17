import { closedPath } from './shapes.ts';

/** Tones that stand on white and on night alike. */
export const BLUE = '#4ab8f7';
export const LIGHT = '#d9eefc';
export const STEEL = '#6d86a8';
const DARK = '#2a3d59';
export const DEEP = '#16243a';

/** A plate that everything stands on, seen from above. */
export const plate = (): string => {
  const top = closedPath([
    [120, 96],
    [204, 126],
    [120, 158],
    [36, 126],
  ]);
  const left = closedPath([
    [36, 126],
    [120, 158],
    [120, 168],
    [36, 136],
  ]);
  const right = closedPath([
    [204, 126],
    [120, 158],
    [120, 168],
    [204, 136],
  ]);
  return [
    `<radialGradient id="l"><stop stop-color="${BLUE}" stop-opacity=".34"/><stop offset="1" stop-color="${BLUE}" stop-opacity="0"/></radialGradient>`,
    `<linearGradient id="t" x2="1" y2=".6"><stop stop-color="#5b789c"/><stop offset="1" stop-color="#33496a"/></linearGradient>`,
    `<linearGradient id="o" x2=".4" y2="1"><stop stop-color="#a9dcfb"/><stop offset=".5" stop-color="${BLUE}"/><stop offset="1" stop-color="#1f7dbd"/></linearGradient>`,
    `<linearGradient id="s" x2=".3" y2="1"><stop stop-color="#f4faff"/><stop offset="1" stop-color="#b9d3ea"/></linearGradient>`,
    `<ellipse cx="120" cy="136" rx="118" ry="40" fill="url(#l)"/>`,
    `<path d="${left}" fill="${DARK}"/><path d="${right}" fill="${DEEP}"/><path d="${top}" fill="url(#t)"/>`,
    `<path d="${closedPath([
      [120, 104],
      [184, 126],
      [120, 150],
      [56, 126],
    ])}" fill="none" stroke="${LIGHT}" stroke-opacity=".35" stroke-width="1.500"/>`,
    `<ellipse cx="120" cy="128" rx="44" ry="14" fill="#0b1422" opacity=".4"/>`,
  ].join('');
};

export const dashed = (d: string, more = '') =>
  `<path d="${d}" fill="none" stroke="${BLUE}" stroke-width="2.500" stroke-dasharray="6 5"${more}/>`;
export const solid = (d: string, fill: string, more = '') => `<path d="${d}" fill="${fill}"${more}/>`;
export const drawn = (d: string, colour: string, width: number) =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}"/>`;
export const dot = (x: number, y: number, r: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;
