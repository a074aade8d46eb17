import { BASE, type Face } from './nft-face.ts';
import type { Facet, Point } from '../shapes.ts';

export type Beast = {
  /** Where this kind differs from the common face. */
  moved: Partial<Face>;
  /** Facets behind the face, of one side, from the back to the front. `wild` in [0, 1) makes them longer or shorter. */
  behind: (face: Face, wild: number) => Facet[][];
  /** A slit, as of cats; round, as of owls. */
  pupil: 'slit' | 'round' | 'none';
};

/** A ribbon with a raised middle along a line of points, `width` at its root, closing to a point: horns and antlers. */
const horn = (line: readonly Point[], width: number): Facet[] => {
  const edges = line.map((at, index) => {
    const before = line[Math.max(0, index - 1)] ?? at;
    const after = line[Math.min(line.length - 1, index + 1)] ?? at;
    const [dx, dy] = [after[0] - before[0], after[1] - before[1]];
    const length = Math.hypot(dx, dy) || 1;
    const half = (width / 2) * (1 - index / (line.length - 1)) ** 0.8;
    const [nx, ny] = [(-dy / length) * half, (dx / length) * half];
    return {
      left: [at[0] + nx, at[1] + ny, at[2]] as Point,
      mid: [at[0], at[1], at[2] + half * (index % 2 === 0 ? 1.1 : 0.7)] as Point,
      right: [at[0] - nx, at[1] - ny, at[2]] as Point,
    };
  });
  return edges.slice(1).flatMap((next, index): Facet[] => {
    const from = edges[index] ?? next;
    const tapered: Facet[] = [
      [from.left, from.mid, next.mid],
      [from.mid, from.right, next.mid],
    ];
    if (index === edges.length - 2) return tapered;
    return [...tapered, [from.left, next.mid, next.left], [from.right, next.right, next.mid]];
  });
};

/** Blades in an arc round the head, from above (-90°) to below (90°). */
const mane = (radius: number, reach: number, blades: number, depth: number, start = -90, end = 96): Facet[] => {
  const at = (degrees: number, far: number, z: number): Point => {
    const angle = (degrees * Math.PI) / 180;
    return [Math.cos(angle) * far, Math.sin(angle) * far * 1.08 - 2, z];
  };
  const step = (end - start) / blades;
  return Array.from({ length: blades }, (_, index) => start + index * step).flatMap((from, index): Facet[] => {
    // The tips hang a little, as hair does.
    const tip = at(from + step * 0.72, radius + reach * (index % 2 === 0 ? 1 : 0.72), depth - 12);
    const ridge = at(from + step / 2, radius, depth + 10);
    return [
      [at(from - 2, radius, depth), tip, ridge],
      [ridge, tip, at(from + step + 2, radius, depth)],
    ];
  });
};

/** A pointed ear with its dark inside. */
const ear = (inner: Point, outer: Point, tip: Point): Facet[] => {
  const fold: Point = [(inner[0] + outer[0] * 2) / 3, (inner[1] + outer[1]) / 2 - 2, inner[2] + 12];
  return [
    [inner, tip, fold],
    [fold, tip, outer],
  ];
};

/** A round ear: a fan of facets. */
const roundEar = (x: number, y: number, radius: number): Facet[] =>
  Array.from({ length: 6 }, (_, index): Facet => {
    const corner = (turn: number): Point => {
      const angle = ((turn * 60 - 20) * Math.PI) / 180;
      return [x + Math.cos(angle) * radius, y + Math.sin(angle) * radius, -14];
    };
    return [[x, y, -4 + (index % 2) * 4], corner(index), corner(index + 1)];
  });

const spiral = (x: number, y: number, size: number, turns: number): Point[] =>
  Array.from({ length: 8 }, (_, index): Point => {
    const share = index / 7;
    const angle = ((-150 + share * turns * 360) * Math.PI) / 180;
    const far = size * (1 - share * 0.72);
    return [x + Math.cos(angle) * far * 0.95, y + Math.sin(angle) * far, -8 + share * 26];
  });

export const BEASTS = {
  wolf: {
    moved: { jaw: [40, 38, -8], cheek: [62, 16, -6], chin: [0, 68, 24], nose: [0, 42, 60], chinSide: [11, 64, 14] },
    behind: (_, wild) => [
      mane(50, 24 + wild * 10, 4, -22, -6, 84),
      ear([16, -54, 0], [56, -30, -10], [47 + wild * 8, -100 - wild * 12, -10]),
    ],
    pupil: 'round',
  },
  fox: {
    moved: {
      top: [0, -54, 8],
      crown: [28, -50, 2],
      cheek: [66, 14, -8],
      jaw: [36, 38, -4],
      mouth: [15, 52, 24],
      chin: [0, 68, 28],
      chinSide: [9, 64, 20],
      muzzle: [14, 28, 34],
      nose: [0, 48, 62],
      lip: [0, 55, 46],
      eyeOut: [41, -12, 9],
    },
    behind: (_, wild) => [ear([12, -50, 2], [58, -28, -10], [56 + wild * 10, -108, -6])],
    pupil: 'slit',
  },
  panther: {
    moved: {
      top: [0, -58, 10],
      crown: [30, -52, 2],
      temple: [57, -26, -12],
      cheek: [57, 14, 0],
      jaw: [46, 42, -4],
      muzzle: [20, 26, 34],
      mouth: [25, 50, 26],
      nose: [0, 34, 50],
      lip: [0, 46, 44],
      wing: [12, 33, 46],
      chin: [0, 66, 26],
      chinSide: [18, 64, 18],
    },
    behind: (_, wild) => [roundEar(47, -56, 19 + wild * 3), mane(50, 12 + wild * 6, 3, -20, 20, 86)],
    pupil: 'slit',
  },
  lion: {
    moved: {
      top: [0, -56, 12],
      crown: [26, -50, 4],
      cheek: [52, 12, 2],
      jaw: [42, 44, -2],
      muzzle: [20, 24, 36],
      mouth: [25, 52, 26],
      nose: [0, 34, 52],
      wing: [13, 33, 48],
      lip: [0, 46, 46],
      chin: [0, 70, 26],
      chinSide: [18, 66, 18],
    },
    behind: (_, wild) => [mane(54, 44 + wild * 8, 6, -30), mane(48, 28 + wild * 8, 5, -18, -84, 92)],
    pupil: 'round',
  },
  bear: {
    moved: {
      top: [0, -60, 10],
      crown: [34, -54, 2],
      temple: [60, -24, -12],
      cheek: [60, 16, -2],
      jaw: [48, 46, -8],
      browOut: [42, -20, 10],
      eyeIn: [15, 2, 22],
      eyeOut: [33, -3, 13],
      eyeLow: [25, 7, 18],
      muzzle: [22, 26, 34],
      wing: [13, 34, 48],
      mouth: [26, 54, 22],
    },
    behind: (_, wild) => [roundEar(50, -56, 22 + wild * 3), mane(52, 14 + wild * 6, 4, -22, -6, 88)],
    pupil: 'round',
  },
  owl: {
    moved: {
      top: [0, -52, 10],
      crown: [30, -60, 2],
      forehead: [0, -34, 22],
      browIn: [9, -22, 30],
      browOut: [48, -42, 4],
      temple: [60, -34, -12],
      eyeIn: [9, -2, 22],
      eyeOut: [47, -12, 8],
      eyeLow: [28, 20, 12],
      cheek: [62, 14, -6],
      browMid: [0, -14, 34],
      bridge: [0, 6, 40],
      muzzle: [9, 16, 36],
      wing: [8, 22, 44],
      nose: [0, 46, 50],
      lip: [0, 40, 30],
      mouth: [15, 36, 20],
      jaw: [46, 46, -8],
      chinSide: [22, 66, 6],
      chin: [0, 74, 10],
    },
    behind: (_, wild) => [
      mane(54, 18 + wild * 8, 5, -24, -24, 88),
      ear([22, -54, 0], [58, -34, -8], [68 + wild * 6, -86 - wild * 12, -8]),
    ],
    pupil: 'round',
  },
  stag: {
    moved: {
      temple: [48, -28, -12],
      browOut: [39, -22, 8],
      cheek: [44, 8, 0],
      jaw: [32, 40, -6],
      muzzle: [14, 34, 34],
      wing: [11, 50, 44],
      nose: [0, 54, 50],
      lip: [0, 62, 40],
      mouth: [16, 62, 22],
      chin: [0, 78, 22],
      chinSide: [11, 75, 14],
      bridge: [0, 16, 42],
      eyeIn: [16, 0, 21],
      eyeOut: [37, -6, 7],
      eyeLow: [28, 8, 15],
    },
    behind: (_, wild) => [
      [
        ...horn(
          [
            [18, -54, 0],
            [34, -78, -2],
            [40, -104, -6],
            [62 + wild * 10, -122, -10],
          ],
          13,
        ),
        ...horn(
          [
            [33, -76, -2],
            [54, -84, 0],
            [78 + wild * 6, -102 + wild * 8, -4],
          ],
          10,
        ),
        ...horn(
          [
            [38, -98, -4],
            [30, -114, -2],
            [22, -128 + wild * 6, -4],
          ],
          9,
        ),
      ],
      ear([30, -46, 0], [46, -26, -8], [84, -46, -12]),
    ],
    pupil: 'round',
  },
  ram: {
    moved: {
      temple: [46, -26, -10],
      cheek: [44, 12, 0],
      jaw: [34, 42, -6],
      muzzle: [16, 32, 34],
      nose: [0, 50, 52],
      wing: [12, 46, 44],
      lip: [0, 58, 40],
      mouth: [17, 60, 22],
      chin: [0, 74, 22],
      chinSide: [12, 71, 14],
      eyeOut: [37, -6, 8],
      browOut: [39, -20, 9],
    },
    behind: (_, wild) => [
      ear([38, -20, 0], [44, 0, -6], [78, 8, -14]),
      horn(spiral(62, -14, 52 + wild * 6, 1.12 + wild * 0.14), 40),
    ],
    pupil: 'slit',
  },
  bull: {
    moved: {
      top: [0, -54, 10],
      crown: [30, -50, 2],
      temple: [54, -28, -10],
      cheek: [50, 12, 0],
      jaw: [38, 42, -6],
      muzzle: [20, 34, 34],
      nose: [0, 52, 52],
      wing: [17, 46, 42],
      lip: [0, 62, 42],
      mouth: [24, 60, 24],
      chin: [0, 76, 24],
      chinSide: [16, 73, 14],
      eyeIn: [17, 3, 21],
      eyeOut: [38, -3, 8],
    },
    behind: (_, wild) => [
      ear([44, -30, 0], [50, -12, -8], [88, -14, -14]),
      horn(
        [
          [26, -46, 0],
          [58, -54, 2],
          [82 + wild * 6, -70, 6],
          [84 + wild * 8, -104 - wild * 12, 16],
        ],
        25,
      ),
    ],
    pupil: 'round',
  },
  dragon: {
    moved: {
      top: [0, -64, 12],
      crown: [22, -56, 4],
      temple: [54, -34, -12],
      browOut: [46, -30, 14],
      eyeOut: [42, -12, 10],
      eyeIn: [14, 3, 22],
      eyeLow: [30, 6, 16],
      cheek: [58, 6, -4],
      jaw: [44, 40, -8],
      muzzle: [19, 30, 36],
      wing: [13, 44, 46],
      nose: [0, 46, 52],
      mouth: [24, 56, 22],
      chin: [0, 76, 24],
      chinSide: [12, 71, 16],
    },
    behind: (_, wild) => [
      mane(48, 34 + wild * 14, 4, -24, -6, 80),
      [
        ...horn(
          [
            [40, -44, -4],
            [66, -58, -8],
            [86 + wild * 4, -84, -12],
            [90 + wild * 8, -120, -14],
          ],
          22,
        ),
        ...horn(
          [
            [16, -56, 4],
            [28, -84, 2],
            [32, -106, -2],
            [26, -132 - wild * 4, -4],
          ],
          20,
        ),
      ],
    ],
    pupil: 'slit',
  },
} as const satisfies Record<string, Beast>;

export type BeastName = keyof typeof BEASTS;

/** The face of a kind, each corner shifted a little by `random`, so that no two of a kind are alike. */
export const faceOf = (name: BeastName, random: () => number): Face => {
  const beast: Beast = BEASTS[name];
  const entries = Object.entries({ ...BASE, ...beast.moved }).map(([corner, [x, y, z]]) => {
    const shift = () => (random() - 0.5) * 6;
    return [corner, [x === 0 ? 0 : x + shift(), y + shift(), z + shift()]] as const;
  });
  return Object.fromEntries(entries) as Face;
};
