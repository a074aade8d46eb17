/** A stream of numbers in [0, 1) that depends on the seed alone (mulberry32): the same picture on every machine. */
export const seeded = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** A point of a drawing: x to the right, y down, z towards the viewer. */
export type Point = readonly [x: number, y: number, z: number];

/** Three corners, in any order of turn. */
export type Facet = readonly [Point, Point, Point];

/** One of the items, by a number in [0, 1). */
export const pick = <Item>(items: readonly Item[], chance: number): Item => {
  const item = items[Math.floor(chance * items.length)];
  if (item === undefined) throw new RangeError('Nothing to pick from');
  return item;
};

/** A whole number as short as SVG allows; drawings are made on a grid fine enough for whole numbers. */
const whole = (value: number): number => {
  const rounded = Math.round(value);
  return rounded === 0 ? 0 : rounded;
};

type Flat = readonly [x: number, y: number, ...rest: number[]];

/** `d` of closed shapes, in relative steps: the shortest form, since pictures travel as text. */
export const closedPaths = (shapes: readonly (readonly Flat[])[]): string => {
  let [x, y] = [0, 0];
  let d = '';
  for (const points of shapes) {
    const start = points[0];
    if (!start) continue;
    d += 'm';
    for (const [index, point] of points.entries()) {
      const [nextX, nextY] = [whole(point[0]), whole(point[1])];
      const [dx, dy] = [nextX - x, nextY - y];
      d += `${index > 0 && dx >= 0 ? ' ' : ''}${dx}${dy < 0 ? '' : ' '}${dy}`;
      [x, y] = [nextX, nextY];
    }
    d += 'z';
    // Closing goes back to where the shape began.
    [x, y] = [whole(start[0]), whole(start[1])];
  }
  return d;
};

/** `d` of one closed shape. */
export const closedPath = (points: readonly Flat[]): string => closedPaths([points]);

/** Corners of a regular shape round a centre; `turn` in degrees, 0 has a corner at the top. */
export const ring = (centre: readonly [number, number], radius: number, corners: number, turn = 0): Point[] =>
  Array.from({ length: corners }, (_, index) => {
    const angle = ((index / corners) * 360 + turn - 90) * (Math.PI / 180);
    return [centre[0] + radius * Math.cos(angle), centre[1] + radius * Math.sin(angle), 0] as const;
  });
