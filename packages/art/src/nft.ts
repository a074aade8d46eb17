import { mix, onScale, short } from './colour.ts';
import { type Beast, BEASTS, type BeastName, faceOf } from './nft-beast.ts';
import { type Corner, type Face, NET, type Region } from './nft-face.ts';
import { type Rarity, type Stone, STONES } from './nft-palette.ts';
import { frameOf, settingOf } from './nft-setting.ts';
import { closedPath, closedPaths, type Facet, pick, type Point, ring, seeded } from './shapes.ts';

/** The room of a head, horns and all, on its 480 × 480 plate, and the largest that one step of its drawing may become. */
const ROOM = { width: 404, height: 376, middle: 242 };
const MOST = 2.42;

/** Where the light comes from: above left, before the plate. */
const LIGHT: Point = [-0.48, -0.56, 0.68];

/** Shades a stone is cut in; more would only make the text longer. */
const SHADES = 7;

type Traits = { beast: BeastName; stone: Stone; marked: readonly Region[]; gem: boolean; wild: number };

const NAMES = Object.keys(BEASTS) as BeastName[];
const MARKINGS: readonly (readonly Region[])[] = [
  ['bridge'],
  ['muzzle', 'jaw'],
  ['brow'],
  ['crown', 'bridge'],
  ['temple', 'jaw'],
  ['cheek'],
  ['crown'],
  ['brow', 'muzzle'],
  [],
];

const traitsOf = (rarity: Rarity, random: () => number): Traits => ({
  beast: pick(NAMES, random()),
  stone: pick<Stone>(STONES[rarity], random()),
  marked: pick(MARKINGS, random()),
  gem: rarity !== 'rare' || random() < 0.3,
  wild: random(),
});

/** How much light a facet takes, 0 to 1; the turn of its corners does not matter, what faces us is lit. */
const lightOn = ([a, b, c]: Facet): number => {
  const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
  const normal: Point = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const length = Math.hypot(...normal) || 1;
  const side = normal[2] < 0 ? -1 : 1;
  return (side * (normal[0] * LIGHT[0] + normal[1] * LIGHT[1] + normal[2] * LIGHT[2])) / length;
};

const mirrored = (facet: Facet): Facet => {
  const turn = ([x, y, z]: Point): Point => [-x, y, z];
  return [turn(facet[0]), turn(facet[1]), turn(facet[2])];
};

type Placed = (point: Point) => readonly [number, number];

/** Puts a head of these facets in the middle of its room, as large as fits. */
const fitted = (facets: readonly Facet[]): Placed => {
  const points = facets.flat();
  const [top, foot] = [Math.min(...points.map(([, y]) => y)), Math.max(...points.map(([, y]) => y))];
  const half = Math.max(...points.map(([x]) => Math.abs(x)));
  const scale = Math.min(MOST, ROOM.width / (2 * half), ROOM.height / (foot - top));
  const middle = (top + foot) / 2;
  return ([x, y]) => [240 + x * scale, ROOM.middle + (y - middle) * scale];
};

type Shaded = { facet: Facet; scale: readonly string[]; dim: number };

/** Facets of both sides as one path per colour. The stroke of the same colour closes the hairlines between neighbours. */
const cut = (facets: readonly Shaded[], placed: Placed, random: () => number): string => {
  const byColour = new Map<string, (readonly [number, number])[][]>();
  for (const { facet, scale, dim } of facets) {
    const grain = (random() - 0.5) * 0.13;
    for (const side of [facet, mirrored(facet)]) {
      const light = Math.max(0, lightOn(side)) ** 1.25 * dim + grain;
      const colour = short(onScale(scale, Math.round(light * SHADES) / SHADES));
      const shapes = byColour.get(colour) ?? [];
      byColour.set(colour, [...shapes, side.map(placed)]);
    }
  }
  return [...byColour].map(([colour, shapes]) => `<path color="${colour}" d="${closedPaths(shapes)}"/>`).join('');
};

const middleOf = (points: readonly Point[]): Point => {
  const sum = points.reduce<Point>(
    (all, point) => [all[0] + point[0], all[1] + point[1], all[2] + point[2]],
    [0, 0, 0],
  );
  return [sum[0] / points.length, sum[1] / points.length, sum[2] / points.length];
};

/** The lit eyes, with a light around them. */
const eyesOf = (face: Face, pupil: Beast['pupil'], stone: Stone, id: string, placed: Placed): string => {
  const socket = [face.eyeIn, face.eyeOut, face.eyeLow];
  const middle = middleOf(socket);
  const dark = mix(stone.scale[0] ?? '#000000', '#000000', 0.45);
  const sides = [1, -1].map((side) => {
    const at = (point: Point, size: number) =>
      placed([(middle[0] + (point[0] - middle[0]) * size) * side, middle[1] + (point[1] - middle[1]) * size, 0]);
    const [x, y] = at(middle, 1);
    return {
      x: Math.round(x),
      y: Math.round(y),
      socket: socket.map((point) => at(point, 1.02)),
      eye: socket.map((point) => at(point, 0.8)),
      pupil:
        pupil === 'slit'
          ? ([
              [x, y - 13],
              [x + 4, y],
              [x, y + 11],
              [x - 4, y],
            ] as const)
          : ring([x, y], 5, 6),
    };
  });
  const all = (part: 'socket' | 'eye' | 'pupil') => closedPaths(sides.map((side) => side[part]));
  const dots = (dx: number, dy: number) => sides.map(({ x, y }) => `M${x + dx} ${y + dy}h0`).join('');
  return [
    `<radialGradient id="${id}e"><stop stop-color="${stone.eye}" stop-opacity=".7"/><stop offset="1" stop-color="${stone.eye}" stop-opacity="0"/></radialGradient>`,
    sides.map(({ x, y }) => `<circle cx="${x}" cy="${y}" r="58" fill="url(#${id}e)"/>`).join(''),
    `<path fill="${dark}" stroke="${dark}" stroke-width="2" d="${all('socket')}"/><path fill="${stone.eye}" d="${all('eye')}"/><path fill="${dark}" d="${all('pupil')}"/>`,
    `<path d="${dots(-5, -4)}" stroke="#fff" stroke-width="6"/>`,
  ].join('');
};

/** A cut gem on the forehead. */
const gemOf = (face: Face, stone: Stone, placed: Placed): string => {
  const [x, y] = placed(face.forehead);
  const [top, right, foot, left] = [
    [x, y - 24],
    [x + 13, y],
    [x, y + 20],
    [x - 13, y],
  ] as const;
  const [lit, shaded, rim] = [
    mix(stone.eye, '#ffffff', 0.55),
    mix(stone.eye, stone.ground, 0.5),
    mix(stone.ground, '#000000', 0.3),
  ];
  const corner = closedPaths([[top, [x, y], left]]);
  return `<path d="${closedPath([top, right, foot, left])}" fill="${stone.eye}" stroke="${rim}" stroke-width="6"/><path fill="${lit}" d="${corner}"/><path fill="${shaded}" d="${closedPath([[x, y], right, foot])}"/>`;
};

/** Light along the ridge of the brow and nose, as on a cut edge. */
const edgesOf = (face: Face, placed: Placed): string => {
  const along = (corners: readonly Corner[], side: 1 | -1) =>
    corners
      .map((corner, index) => {
        const [x, y, z] = face[corner];
        return `${index === 0 ? 'M' : 'L'}${placed([x * side, y, z])
          .map(Math.round)
          .join(' ')}`;
      })
      .join('');
  const d =
    along(['top', 'forehead', 'browMid', 'bridge', 'nose'], 1) +
    along(['browMid', 'browIn', 'browOut', 'temple'], -1) +
    along(['browIn', 'browOut'], 1);
  return `<path d="${d}" fill="none" stroke="#fff" stroke-width="1.6" opacity=".5"/>`;
};

/** The dark tip of a nose and the line of the mouth below it. */
const noseOf = (face: Face, stone: Stone, placed: Placed): string => {
  const [wide, top, foot] = [face.wing[0] * 0.95, face.nose[1] - 7, face.lip[1] - 2];
  const at = (x: number, y: number) => placed([x, y, 0]);
  const [dark, lit] = [
    stone.scale[0] ?? '#000000',
    mix(stone.scale[0] ?? '#000000', stone.scale[2] ?? '#ffffff', 0.45),
  ];
  const tip = closedPath([
    at(-wide, top + 1),
    at(0, top - 2),
    at(wide, top + 1),
    at(wide * 0.6, top + 8),
    at(0, foot),
    at(-wide * 0.6, top + 8),
  ]);
  const shine = closedPath([at(-wide, top + 1), at(0, top - 2), at(wide, top + 1), at(0, top + 4)]);
  const [mx, my] = at(0, foot).map(Math.round);
  const corner = at(face.mouth[0] * 0.8, face.lip[1] + 4).map(Math.round);
  const mouth = `M${480 - (corner[0] ?? 0)} ${corner[1]}L${mx} ${(my ?? 0) + 10}L${corner.join(' ')}M${mx} ${my}v10`;
  return `<path d="${mouth}" fill="none" stroke="${dark}" stroke-width="4"/><path fill="${dark}" d="${tip}"/><path fill="${lit}" d="${shine}"/>`;
};

const guardian = (traits: Traits, id: string, random: () => number): string => {
  const { stone } = traits;
  const beast: Beast = BEASTS[traits.beast];
  const face = faceOf(traits.beast, random);
  const isSecond = (region: Region) => traits.marked.includes(region) || (region === 'beak' && traits.beast === 'owl');
  const front = NET.map(([region, a, b, c]): Shaded => ({
    facet: [face[a], face[b], face[c]],
    scale: isSecond(region) ? stone.second : stone.scale,
    dim: 1,
  }));
  const behind = beast.behind(face, traits.wild);
  const placed = fitted([...behind.flat(), ...front.map(({ facet }) => facet)]);
  const backs = behind.map((layer, index) => {
    const scale = index === 0 && traits.marked.length > 1 ? stone.second : stone.scale;
    return cut(
      layer.map((facet) => ({ facet, scale, dim: 0.86 })),
      placed,
      random,
    );
  });
  const gem = traits.gem ? gemOf(face, stone, placed) : '';
  return [
    `<g fill="currentColor" stroke="currentColor">${backs.join('')}${cut(front, placed, random)}</g>`,
    edgesOf(face, placed),
    traits.beast === 'owl' ? '' : noseOf(face, stone, placed),
    eyesOf(face, beast.pupil, stone, id, placed),
    gem,
  ].join('');
};

/**
 * The picture of a token of the collection: a guardian cut from a stone, on a plate. Depends on its number and rarity alone.
 * @returns an SVG document, square, at most 6 kB, whose ids carry the token's number so that many can stand in one page.
 */
export const nftPicture = (tokenId: number, rarity: Rarity): string => {
  const random = seeded(Math.imul(tokenId, 2_654_435_761) ^ rarity.length);
  const id = `n${tokenId}`;
  const traits = traitsOf(rarity, random);
  const body =
    settingOf(rarity, traits.stone, id, random) + guardian(traits, id, random) + frameOf(rarity, traits.stone, id);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 480" stroke-linecap="round" stroke-linejoin="round">${body}</svg>`;
};

/** The guardian's proper name, such as "Sapphire Wolf"; many tokens share one, their numbers tell them apart. */
export const nftGuardian = (tokenId: number, rarity: Rarity): string => {
  const { beast, stone } = traitsOf(rarity, seeded(Math.imul(tokenId, 2_654_435_761) ^ rarity.length));
  return `${stone.name} ${beast[0]?.toUpperCase() ?? ''}${beast.slice(1)}`;
};
