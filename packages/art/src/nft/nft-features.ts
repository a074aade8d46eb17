import { mix } from '../colour.ts';
import { type Beast } from './nft-beast.ts';
import { type Corner, type Face } from './nft-face.ts';
import { type Stone } from './nft-palette.ts';
import { closedPath, closedPaths, type Point, ring } from '../shapes.ts';
import { type Placed, middleOf } from './nft-shade.ts';

/** The lit eyes, with a light around them. */
export const eyesOf = (face: Face, pupil: Beast['pupil'], stone: Stone, id: string, placed: Placed): string => {
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
export const gemOf = (face: Face, stone: Stone, placed: Placed): string => {
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
export const edgesOf = (face: Face, placed: Placed): string => {
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
export const noseOf = (face: Face, stone: Stone, placed: Placed): string => {
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
