import { at, crescent, glint, num, points, star } from './prize-paint.ts';

/**
 * Lanterns, ketupat and lamps of the festival; each hangs or stands at 0,0. They use the gradients of `MOTIF_DEFS`.
 * Straight lines have plain colours: a gradient needs a box with an area.
 */

export const MOTIF_DEFS =
  '<radialGradient id="flame"><stop offset="0" stop-color="#fffbe6"/><stop offset=".35" stop-color="#ffe08a"/><stop offset=".7" stop-color="#ff9d2e"/><stop offset="1" stop-color="#ff7a18" stop-opacity="0"/></radialGradient>' +
  '<radialGradient id="halo"><stop offset="0" stop-color="#ffd976" stop-opacity=".6"/><stop offset=".5" stop-color="#ffb84a" stop-opacity=".2"/><stop offset="1" stop-color="#ffb84a" stop-opacity="0"/></radialGradient>' +
  '<linearGradient id="leafA" x2="1" y2="1"><stop offset="0" stop-color="#d8f28a"/><stop offset="1" stop-color="#6fae3c"/></linearGradient>' +
  '<linearGradient id="leafB" x2="1" y2="1"><stop offset="0" stop-color="#a9d95c"/><stop offset="1" stop-color="#3f7f2c"/></linearGradient>';

/** A lantern of gold and coloured glass on a chain of the length given. */
export const lantern = (chain: number, glass: string): string => {
  const panes = [-22, -8, 8, 22];
  return [
    `<path d="M0 0V${num(chain)}" stroke="#c98c25" stroke-width="2"/>`,
    at(
      0,
      chain,
      [
        '<circle cy="62" r="64" fill="url(#halo)"/>',
        '<circle cy="5" r="5" fill="none" stroke="url(#g)" stroke-width="3"/>',
        '<path d="M0 10C4 18 18 20 22 34H-22C-18 20-4 18 0 10z" fill="url(#gd)"/>',
        '<path d="M-26 34H26L22 42H-22z" fill="url(#g)"/>',
        `<path d="M-22 42H22C32 58 32 72 22 90H-22C-32 72-32 58-22 42z" fill="${glass}"/>`,
        '<ellipse cy="68" rx="19" ry="24" fill="url(#flame)"/>',
        '<path d="M-22 42H22C32 58 32 72 22 90H-22C-32 72-32 58-22 42z" fill="none" stroke="url(#gd)" stroke-width="3"/>',
        ...panes.map(
          (x) =>
            `<path d="M${num(x * 0.72)} 42C${num(x * 1.1)} 58 ${num(x * 1.1)} 74 ${num(x * 0.72)} 90" fill="none" stroke="url(#gd)" stroke-width="1.8"/>`,
        ),
        '<path d="M-29 66H29" stroke="#eec25a" stroke-width="1.8"/>',
        '<path d="M-22 90H22L26 98H-26z" fill="url(#g)"/>',
        '<path d="M-14 98H14C12 106 5 108 0 116-5 108-12 106-14 98z" fill="url(#gd)"/>',
        '<path d="M0 116v10M-5 126l5-3 5 3v16h-10z" stroke="url(#gs)" fill="url(#g)" stroke-width="1"/>',
      ].join(''),
    ),
  ].join('');
};

/** A woven rice parcel on its two leaf ribbons. */
export const ketupat = (cord: number): string => {
  const weave: string[] = [];
  const cells = 5;
  const half = 38;
  const step = (half * 2) / cells;
  for (let row = 0; row < cells; row += 1)
    for (let column = 0; column < cells; column += 1) {
      const x = -half + column * step;
      const y = -half + row * step;
      const over = (row + column) % 2 === 0;
      weave.push(
        `<rect x="${num(x + 0.6)}" y="${num(y + 0.6)}" width="${num(step - 1.2)}" height="${num(step - 1.2)}" rx="3" fill="url(#${over ? 'leafA' : 'leafB'})"/>`,
        over
          ? `<path d="M${num(x + 3)} ${num(y + step / 2)}h${num(step - 6)}" stroke="#f4ffd0" stroke-opacity=".5" stroke-width="1.4"/>`
          : `<path d="M${num(x + step / 2)} ${num(y + 3)}v${num(step - 6)}" stroke="#d9f59a" stroke-opacity=".4" stroke-width="1.4"/>`,
      );
    }
  return [
    `<path d="M0 0V${num(cord)}" stroke="#d8a845" stroke-width="2"/>`,
    at(
      0,
      cord + 52,
      [
        '<path d="M-5-50C-16-66-6-78 0-70 6-78 16-66 5-50" fill="none" stroke="url(#leafA)" stroke-width="5" stroke-linecap="round"/>',
        '<path d="M-6 46C-12 66-28 70-30 92M6 46C10 68 24 74 22 98M0 48C0 66-4 78 2 104" fill="none" stroke="url(#leafB)" stroke-width="5" stroke-linecap="round"/>',
        `<g transform="rotate(45)"><rect x="-40" y="-40" width="80" height="80" rx="9" fill="#2f6a24"/>${weave.join('')}</g>`,
      ].join(''),
    ),
  ].join('');
};

/** A small oil lamp that stands on 0,0. */
export const lamp = (): string =>
  [
    '<circle cy="-44" r="40" fill="url(#halo)"/>',
    '<path d="M-15 0C-18-14-10-22-6-24H6C10-22 18-14 15 0z" fill="url(#gd)"/>',
    '<path d="M-8-24H8V-29H-8z" fill="url(#gs)"/>',
    '<path d="M-13-8H13" stroke="#8a5a14" stroke-opacity=".5" stroke-width="1.5"/>',
    '<path d="M0-56C9-45 8-36 0-30-8-36-9-45 0-56z" fill="#ff9d2e"/>',
    '<path d="M0-48C5-42 5-36 0-32-5-36-5-42 0-48z" fill="#fff3b8"/>',
  ].join('');

/** A gold coin seen from the side, as high as it is thick. */
const coinOnEdge = (width: number, thickness: number): string =>
  `<path d="M${num(-width)} 0v${num(thickness)}a${num(width)} ${num(width * 0.34)} 0 0 0 ${num(width * 2)} 0v${num(-thickness)}z" fill="url(#gs)"/>` +
  `<ellipse rx="${num(width)}" ry="${num(width * 0.34)}" fill="url(#gd)"/>` +
  `<ellipse rx="${num(width * 0.72)}" ry="${num(width * 0.24)}" fill="none" stroke="#a86f17" stroke-opacity=".6" stroke-width="1.6"/>`;

/** Coins one on the other, the lowest at 0,0. */
export const coinStack = (count: number, width: number, thickness: number): string =>
  Array.from({ length: count }, (_, place) =>
    at(((place * 7) % 5) - 2, -place * (thickness + 1), coinOnEdge(width, thickness)),
  ).join('');

/** A gold coin seen from the front with a star on it. */
export const coin = (radius: number): string =>
  `<circle cy="${num(radius * 0.09)}" r="${num(radius)}" fill="url(#gs)"/><circle r="${num(radius)}" fill="url(#gd)"/>` +
  `<circle r="${num(radius * 0.78)}" fill="none" stroke="#a86f17" stroke-opacity=".7" stroke-width="${num(radius * 0.08)}"/>` +
  `<polygon points="${star(radius * 0.52, 5, 0.42)}" fill="#b4781a" fill-opacity=".85"/>`;

/** The sign of the festival: a new moon that holds a star. */
export const moonAndStar = (radius: number): string =>
  `<path d="${crescent(radius)}" fill="url(#gd)"/>` +
  at(radius * 0.42, -radius * 0.42, `<polygon points="${star(radius * 0.4, 5, 0.42)}" fill="url(#g)"/>`, 1, 12);

/** Glints strewn over a place: x, y and size of each. */
export const glints = (list: readonly (readonly [x: number, y: number, size: number])[]): string =>
  list.map(([x, y, size]) => glint(x, y, size)).join('');

/** A palm leaf from 0,0 to the right. */
export const palm = (length: number, colour: string, edge: string): string => {
  const ribs = Array.from({ length: 13 }, (_, place) => {
    const share = (place + 1) / 14;
    const x = share * length;
    const reach = Math.sin(Math.PI * (0.18 + share * 0.8)) * length * 0.3;
    return (
      `<path d="M${num(x)} 0Q${num(x + reach * 0.5)} ${num(-reach * 0.35)} ${num(x + reach)} ${num(-reach)}Q${num(x + reach * 0.3)} ${num(-reach * 0.75)} ${num(x)} 0z" fill="${colour}"/>` +
      `<path d="M${num(x)} 0Q${num(x + reach * 0.5)} ${num(reach * 0.35)} ${num(x + reach)} ${num(reach)}Q${num(x + reach * 0.3)} ${num(reach * 0.75)} ${num(x)} 0z" fill="${edge}"/>`
    );
  });
  return `<path d="M0 0H${num(length)}" stroke="${edge}" stroke-width="2.5"/>${ribs.join('')}`;
};

/** A flat polygon. */
export const shape = (list: readonly (readonly [number, number])[], fill: string): string =>
  `<polygon points="${points(list)}" fill="${fill}"/>`;
