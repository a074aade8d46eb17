/** Paints and small motifs that all Raya pictures share: one gold, one star, one way of writing numbers. */

/** A number as SVG writes it: at most two decimals. */
export const num = (value: number): string => String(Math.round(value * 100) / 100);

/** Points of a polygon. */
export const points = (list: readonly (readonly [x: number, y: number])[]): string =>
  list.map(([x, y]) => `${num(x)},${num(y)}`).join(' ');

/** A picture of its own. Numbers are in the picture's units; `defs` are gradients and clips. */
export const picture = (width: number, height: number, defs: string, content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><defs>${defs}</defs>${content}</svg>\n`;

/** Moves, scales and turns what is drawn around 0,0. */
export const at = (x: number, y: number, inner: string, scale = 1, turn = 0): string => {
  const size = scale === 1 ? '' : ` scale(${num(scale)})`;
  const angle = turn === 0 ? '' : ` rotate(${num(turn)})`;
  return `<g transform="translate(${num(x)} ${num(y)})${angle}${size}">${inner}</g>`;
};

type Stop = readonly [offset: number, colour: string, opacity?: number];

const stopsOf = (stops: readonly Stop[]): string =>
  stops
    .map(
      ([offset, colour, opacity = 1]) =>
        `<stop offset="${offset}" stop-color="${colour}"${opacity === 1 ? '' : ` stop-opacity="${opacity}"`}/>`,
    )
    .join('');

/** From top to bottom, or along the line given. */
export const linear = (id: string, stops: readonly Stop[], line = 'x2="0" y2="1"'): string =>
  `<linearGradient id="${id}" ${line}>${stopsOf(stops)}</linearGradient>`;

export const radial = (id: string, stops: readonly Stop[], place = ''): string =>
  `<radialGradient id="${id}" ${place}>${stopsOf(stops)}</radialGradient>`;

/** The gold of the family: lit from above (`g`), along the diagonal (`gd`), and its dark side (`gs`). */
export const GOLD = [
  linear('g', [
    [0, '#fff6d2'],
    [0.35, '#f8d877'],
    [0.7, '#dba233'],
    [1, '#9c6414'],
  ]),
  linear(
    'gd',
    [
      [0, '#fff8dc'],
      [0.4, '#f6cf63'],
      [0.75, '#d0932a'],
      [1, '#fbe29a'],
    ],
    'x2="1" y2="1"',
  ),
  linear('gs', [
    [0, '#c98c25'],
    [1, '#6f440b'],
  ]),
].join('');

/** A star of `tips` tips around 0,0. */
export const star = (radius: number, tips: number, depth: number, turn = -90): string => {
  const corners = Array.from({ length: tips * 2 }, (_, place): [number, number] => {
    const angle = ((turn + (place * 180) / tips) * Math.PI) / 180;
    const reach = place % 2 === 0 ? radius : radius * depth;
    return [Math.cos(angle) * reach, Math.sin(angle) * reach];
  });
  return points(corners);
};

/** The eight-tipped star of two squares, with the notch that two squares leave. */
export const khatam = (radius: number): string => star(radius, 8, 0.765, -90);

/** A glint: four thin rays. */
export const glint = (x: number, y: number, size: number, opacity = 1): string => {
  const waist = size * 0.13;
  const path = `M0 ${num(-size)}L${num(waist)} ${num(-waist)} ${num(size)} 0 ${num(waist)} ${num(waist)} 0 ${num(size)} ${num(-waist)} ${num(waist)} ${num(-size)} 0 ${num(-waist)} ${num(-waist)}z`;
  return `<path transform="translate(${num(x)} ${num(y)})" d="${path}" fill="#fff7d6"${opacity === 1 ? '' : ` opacity="${opacity}"`}/>`;
};

/** The lattice of stars and crosses that lies behind everything: a pattern with its id `lattice`. */
export const lattice = (size: number, colour: string, opacity: number, width = 1): string =>
  `<pattern id="lattice" width="${size}" height="${size}" patternUnits="userSpaceOnUse"><g fill="none" stroke="${colour}" stroke-opacity="${opacity}" stroke-width="${width}">` +
  [
    [size / 2, size / 2],
    [0, 0],
    [size, 0],
    [0, size],
    [size, size],
  ]
    .map(([x, y]) => at(x!, y!, `<polygon points="${khatam(size * 0.36)}"/>`))
    .join('') +
  `<path d="M${num(size / 2)} 0v${num(size * 0.14)}M${num(size / 2)} ${size}v${num(-size * 0.14)}M0 ${num(size / 2)}h${num(size * 0.14)}M${size} ${num(size / 2)}h${num(-size * 0.14)}"/></g></pattern>`;

/** A new moon around 0,0, open to the upper right. */
export const crescent = (radius: number): string => {
  const inner = radius * 0.8;
  return `M${num(radius * 0.42)} ${num(-radius * 0.907)}A${num(radius)} ${num(radius)} 0 1 0 ${num(radius * 0.907)} ${num(radius * 0.42)}A${num(inner)} ${num(inner)} 0 1 1 ${num(radius * 0.42)} ${num(-radius * 0.907)}z`;
};
