import { HUES, machine, machineDefs } from './machine.ts';
import { seeded } from './shapes.ts';

/** Side of the square picture. */
export const SCENE = 720;

const HUE = HUES.x2;
const FULL = Math.PI * 2;
const at = (value: number) => Math.round(value * 10) / 10;

/** A chain of blocks that drifts sideways by whole links, so that the last picture meets the first. */
const chain = (y: number, size: number, links: number, opacity: number, progress: number): string => {
  const gap = size * 1.9;
  const shift = progress * links * gap;
  const first = Math.floor(-shift / gap) - 1;
  const count = Math.ceil(SCENE / gap) + 2;
  const blocks = Array.from({ length: count }, (_, index) => {
    const place = first + index;
    const x = place * gap + shift;
    // What a block shows depends on its number, which comes round with the loop.
    const number = ((place % links) + links) % links;
    const lines = [0.3, 0.5, 0.7]
      .map(
        (down, line) =>
          `M${at(x + size * 0.22)} ${at(y + size * down)}h${at(size * (0.24 + (((number * 5 + line * 3) % 4) + 1) * 0.08))}`,
      )
      .join('');
    const lit = number % 3 === 0 ? 0.34 : 0.1;
    return `<rect x="${at(x)}" y="${y}" width="${size}" height="${size}" rx="${size * 0.2}" fill="${HUE.mid}" fill-opacity="${lit}"/><path d="${lines}M${at(x + size)} ${at(y + size / 2)}h${at(gap - size)}"/>`;
  });
  return `<g stroke="${HUE.mid}" stroke-opacity=".75" stroke-width="${at(size * 0.05)}" stroke-linecap="round" opacity="${opacity}">${blocks.join('')}</g>`;
};

/** The floor: lines that come nearer, by two whole steps a loop. */
const floor = (progress: number): string => {
  const horizon = 392;
  const lines = Array.from({ length: 12 }, (_, index) => {
    const near = ((index + progress * 2) / 12) % 1;
    const y = horizon + near ** 2.2 * (SCENE - horizon);
    return `<path d="M0 ${at(y)}h${SCENE}" opacity="${at(near * 4) / 10}"/>`;
  });
  const rays = Array.from(
    { length: 13 },
    (_, index) => `M${360 + (index - 6) * 26} ${horizon}L${360 + (index - 6) * 190} ${SCENE}`,
  ).join('');
  return `<g fill="none" stroke="${HUE.mid}" stroke-width="1.600">${lines.join('')}<path d="${rays}" opacity=".16"/></g>`;
};

/** Sparks that rise from the machines and fade; each starts at its own moment of the loop. */
const sparks = (progress: number): string => {
  const random = seeded(2026);
  return Array.from({ length: 34 }, () => {
    const [x, start, sway, size] = [150 + random() * 420, random(), random() * 26, 1.6 + random() * 2.6];
    const risen = (progress + start) % 1;
    const light = Math.sin(risen * Math.PI);
    return `<circle cx="${at(x + Math.sin(risen * FULL + start * 9) * sway)}" cy="${at(440 - risen * 420)}" r="${at(size)}" fill="${HUE.light}" opacity="${at(light * 7) / 10}"/>`;
  }).join('');
};

/** Rings of light on the floor that run outwards from under the machines. */
const waves = (progress: number): string =>
  [0, 1, 2]
    .map((index) => {
      const run = (progress * 2 + index / 3) % 1;
      return `<ellipse cx="372" cy="428" rx="${at(150 + run * 330)}" ry="${at(44 + run * 96)}" fill="none" stroke="${HUE.mid}" stroke-width="${at(3 - run * 2)}" opacity="${at((1 - run) * 5) / 10}"/>`;
    })
    .join('');

/**
 * The stage of the X2 page at one moment of its loop, a square. The lower third is calm and dark: words stand there.
 * @param progress 0 to 1; the picture at 1 is that at 0
 */
export const x2Scene = (progress: number): string => {
  const breath = 0.5 + 0.5 * Math.sin(progress * FULL);
  const levels = [2, 1, 0].map((level) =>
    machine('m', {
      x: 196,
      y: 124 + level * 84 + Math.round(Math.sin(progress * FULL + level * 0.5) * 2),
      width: 262,
      height: 78,
      depth: 186,
      fans: 3,
      hue: HUE,
      // Nine blades: after 40 degrees a fan looks the same.
      turn: progress * 40 * 16 + level * 21,
      lamps: [
        0.35 + 0.65 * Math.abs(Math.sin(progress * FULL * 2 + level)),
        0.35 + 0.65 * Math.abs(Math.cos(progress * FULL * 3 + level * 2)),
      ],
    }),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SCENE} ${SCENE}" width="${SCENE}" height="${SCENE}">`,
    `<defs><linearGradient id="v" x2="0" y2="1"><stop stop-color="#07131a"/><stop offset=".5" stop-color="#0a1f1d"/><stop offset="1" stop-color="#060d12"/></linearGradient>`,
    `<radialGradient id="o"><stop stop-color="${HUE.mid}" stop-opacity="${at(3.4 + breath * 1.4) / 10}"/><stop offset=".5" stop-color="${HUE.mid}" stop-opacity=".12"/><stop offset="1" stop-color="${HUE.mid}" stop-opacity="0"/></radialGradient>`,
    `<linearGradient id="c" x2="0" y2="1"><stop stop-color="#060d12" stop-opacity="0"/><stop offset=".55" stop-color="#060d12" stop-opacity=".9"/><stop offset="1" stop-color="#060d12"/></linearGradient></defs>`,
    machineDefs('m', HUE),
    `<path fill="url(#v)" d="M0 0h${SCENE}v${SCENE}H0z"/>`,
    chain(40, 58, 3, 0.5, progress),
    chain(150, 44, 6, 0.34, (1 - progress) % 1),
    chain(258, 52, 3, 0.42, progress),
    `<circle cx="366" cy="250" r="340" fill="url(#o)"/>`,
    floor(progress),
    waves(progress),
    levels.join(''),
    sparks(progress),
    `<path fill="url(#c)" d="M0 430h${SCENE}v290H0z"/></svg>`,
  ].join('');
};
