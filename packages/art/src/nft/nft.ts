import { type Beast, BEASTS, type BeastName, faceOf } from './nft-beast.ts';
import { NET, type Region } from './nft-face.ts';
import { type Rarity, type Stone, STONES } from './nft-palette.ts';
import { frameOf } from './nft-frame.ts';
import { settingOf } from './nft-setting.ts';
import { pick, seeded } from '../shapes.ts';
import { fitted, type Shaded, cut } from './nft-shade.ts';
import { eyesOf, gemOf, edgesOf, noseOf } from './nft-features.ts';

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
