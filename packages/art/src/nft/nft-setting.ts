import { mix } from '../colour.ts';
import type { Rarity, Stone } from './nft-palette.ts';
import { closedPath, closedPaths, pick, ring } from '../shapes.ts';

/** What stands behind and around a guardian on its 480 × 480 plate. */
const MIDDLE = [240, 244] as const;

export const line = (d: string, colour: string, width: number, more = '') =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}"${more}/>`;

/** Rays from the middle, every other one. */
const rays = (count: number, colour: string, opacity: number, turn: number): string => {
  const outer = ring(MIDDLE, 360, count * 2, turn);
  const shapes = Array.from({ length: count }, (_, index) => {
    const [from, to] = [outer[index * 2], outer[index * 2 + 1]];
    return from && to ? [MIDDLE, from, to] : [];
  });
  return `<path d="${closedPaths(shapes)}" fill="${colour}" opacity="${opacity}"/>`;
};

/** Nested outlines, fading outwards. */
const nested = (corners: number, colour: string, turn: number): string =>
  [120, 160, 200, 240, 280]
    .map((radius, index) =>
      line(closedPath(ring(MIDDLE, radius, corners, turn)), colour, 3, ` opacity=".${50 - index * 8}"`),
    )
    .join('');

/** Peaks of ore at the foot of the plate. */
const strata = (colour: string, random: () => number): string =>
  [0, 1, 2]
    .map((layer) => {
      const peaks = Array.from({ length: 9 }, (_, index) => [index * 60, 250 + layer * 55 + random() * 90] as const);
      return `<path d="${closedPath([[0, 480], ...peaks, [480, 480]])}" fill="${colour}" opacity=".${16 + layer * 10}"/>`;
    })
    .join('');

/** Ovals with a small body on each. */
const orbits = (colour: string, bright: string, random: () => number, count: number): string => {
  const ovals = Array.from({ length: count }, (_, index) => ({
    rx: 196 + index * 18,
    ry: 58 + index * 34,
    turn: Math.round(random() * 150 - 75),
    at: random() * Math.PI * 2,
  }));
  const bodies = ovals.map(({ rx, ry, turn, at }) => {
    const [x, y, angle] = [rx * Math.cos(at), ry * Math.sin(at), (turn * Math.PI) / 180];
    return `M${Math.round(x * Math.cos(angle) - y * Math.sin(angle))} ${Math.round(x * Math.sin(angle) + y * Math.cos(angle))}h0`;
  });
  const lines = ovals.map(({ rx, ry, turn }) => `<ellipse rx="${rx}" ry="${ry}" transform="rotate(${turn})"/>`);
  return `<g transform="translate(${MIDDLE.join()})" fill="none" stroke="${colour}" stroke-width="2">${lines.join('')}<path d="${bodies.join('')}" stroke="${bright}" stroke-width="16"/></g>`;
};

/** Splinters that float round the head, each with a lit and a shaded side. */
const shards = (colours: readonly string[], random: () => number, count: number): string => {
  const halves = Array.from({ length: count }, (_, index) => {
    const angle = ((index + random() * 0.6) / count) * Math.PI * 2;
    const far = 186 + random() * 30;
    const [x, y] = [MIDDLE[0] + Math.cos(angle) * far, MIDDLE[1] + Math.sin(angle) * far];
    const size = 7 + random() * 11;
    const [tip, foot] = [
      [x, y - size * 1.6],
      [x, y + size * 1.3],
    ] as const;
    return [
      [tip, [x - size * 0.7, y], foot],
      [tip, [x + size * 0.7, y], foot],
    ] as const;
  });
  const side = (index: 0 | 1) => closedPaths(halves.map((half) => half[index]));
  return `<path d="${side(0)}" fill="${colours[4]}"/><path d="${side(1)}" fill="${colours[2]}"/>`;
};

/** A circle with ticks, as of an instrument. */
const halo = (colour: string, radius: number, ticks: number): string => {
  const length = Math.round((2 * Math.PI * (radius + 14)) / ticks);
  const circle = (r: number, width: number, more: string) =>
    `<circle cx="240" cy="${MIDDLE[1] - 30}" r="${r}" fill="none" stroke="${colour}" stroke-width="${width}"${more}/>`;
  return circle(radius, 5, '') + circle(radius + 14, 10, ` stroke-dasharray="3 ${length - 3}" opacity=".8"`);
};

const stars = (random: () => number, count: number): string => {
  const d = Array.from(
    { length: count },
    () => `M${Math.round(24 + random() * 432)} ${Math.round(24 + random() * 432)}h0`,
  ).join('');
  return line(d, '#fff', 3, ' opacity=".6"');
};

/** The ground: light behind the head and one drawing that differs from token to token. */
export const settingOf = (rarity: Rarity, stone: Stone, id: string, random: () => number): string => {
  const light = mix(stone.glow, '#ffffff', 0.35);
  const ground = `<radialGradient id="${id}g" cy=".48" r=".68"><stop stop-color="${mix(stone.glow, '#ffffff', 0.16)}"/><stop offset=".55" stop-color="${mix(stone.glow, stone.ground, 0.55)}"/><stop offset="1" stop-color="${stone.ground}"/></radialGradient><path fill="url(#${id}g)" d="M0 0h480v480H0z"/>`;
  const turn = Math.round(random() * 30);
  if (rarity === 'mythic') {
    const bright = stone.second[3] ?? '#fff';
    return [
      ground,
      stars(random, 10),
      halo(bright, 150, 48),
      orbits(stone.second[2] ?? light, bright, random, 3),
      shards(stone.second, random, 7),
    ].join('');
  }
  if (rarity === 'legendary') {
    const bright = '#f3cf6b';
    const middle = pick(
      [
        () => orbits(bright, '#fff3c4', random, 2),
        () => shards(stone.second, random, 6),
        () => strata(stone.ground, random),
      ],
      random(),
    );
    return [
      ground,
      rays(pick([12, 18, 24], random()), bright, 0.13, turn),
      halo(bright, pick([132, 142, 152], random()), pick([24, 36, 60], random())),
      middle(),
    ].join('');
  }
  const drawing = pick(
    [
      () => rays(pick([9, 12, 15], random()), light, 0.14, turn),
      () => nested(pick([6, 8, 4], random()), light, turn),
      () => nested(48, light, 0),
      () => strata(stone.ground, random) + stars(random, 12),
      () => orbits(light, stone.scale[4] ?? '#fff', random, 1) + stars(random, 14),
    ],
    random(),
  );
  return ground + drawing();
};
