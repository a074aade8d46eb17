import { onScale, short } from '../colour.ts';
import { closedPaths, type Facet, type Point } from '../shapes.ts';

/** The room of a head, horns and all, on its 480 × 480 plate, and the largest that one step of its drawing may become. */
const ROOM = { width: 404, height: 376, middle: 242 };
const MOST = 2.42;

/** Where the light comes from: above left, before the plate. */
const LIGHT: Point = [-0.48, -0.56, 0.68];

/** Shades a stone is cut in; more would only make the text longer. */
const SHADES = 7;

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

export type Placed = (point: Point) => readonly [number, number];

/** Puts a head of these facets in the middle of its room, as large as fits. */
export const fitted = (facets: readonly Facet[]): Placed => {
  const points = facets.flat();
  const [top, foot] = [Math.min(...points.map(([, y]) => y)), Math.max(...points.map(([, y]) => y))];
  const half = Math.max(...points.map(([x]) => Math.abs(x)));
  const scale = Math.min(MOST, ROOM.width / (2 * half), ROOM.height / (foot - top));
  const middle = (top + foot) / 2;
  return ([x, y]) => [240 + x * scale, ROOM.middle + (y - middle) * scale];
};

export type Shaded = { facet: Facet; scale: readonly string[]; dim: number };

/** Facets of both sides as one path per colour. The stroke of the same colour closes the hairlines between neighbours. */
export const cut = (facets: readonly Shaded[], placed: Placed, random: () => number): string => {
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

export const middleOf = (points: readonly Point[]): Point => {
  const sum = points.reduce<Point>(
    (all, point) => [all[0] + point[0], all[1] + point[1], all[2] + point[2]],
    [0, 0, 0],
  );
  return [sum[0] / points.length, sum[1] / points.length, sum[2] / points.length];
};
