/** The stone that a guardian is cut from. Scales run from shadow to spark, in six-digit colours. */
export type Stone = {
  name: string;
  scale: readonly string[];
  /** Markings and inlays. */
  second: readonly string[];
  eye: string;
  /** Behind the guardian: the middle of the light, and the dark at the edge. */
  glow: string;
  ground: string;
};

const GOLD = ['#4a2a08', '#8d5a14', '#cf9630', '#f3cf6b', '#fff3c4'] as const;
const PEARL = ['#3b4258', '#77819c', '#b4bdd2', '#e3e8f3', '#ffffff'] as const;

const stone = (
  name: string,
  scale: readonly string[],
  second: readonly string[],
  eye: string,
  glow: string,
  ground: string,
): Stone => ({
  name,
  scale,
  second,
  eye,
  glow,
  ground,
});

/** Stones of each rarity; the first is common to its rarity, the order has no meaning. */
export const STONES = {
  rare: [
    stone('Sapphire', ['#081a4a', '#123a94', '#2367d8', '#6fa8ff', '#dcebff'], PEARL, '#9bf3ff', '#1d4aa8', '#070d20'),
    stone('Emerald', ['#04291f', '#0a5c43', '#14976b', '#55d6a0', '#d6ffe9'], PEARL, '#f5ff8a', '#0f6a50', '#04130f'),
    stone('Amethyst', ['#210a45', '#4a1c8c', '#7d3fd1', '#b58bff', '#eee0ff'], PEARL, '#ffb3f4', '#5326a0', '#0f0720'),
    stone('Ruby', ['#3d0614', '#830d2b', '#cc2345', '#ff7585', '#ffdcdd'], PEARL, '#ffd27a', '#8c1734', '#18050b'),
    stone('Topaz', ['#3f1c03', '#8a450a', '#d37d1a', '#ffb95a', '#ffeccb'], PEARL, '#8ff0ff', '#8f4d12', '#170b04'),
    stone(
      'Aquamarine',
      ['#03303b', '#096478', '#159db0', '#62dbe2', '#daffff'],
      PEARL,
      '#fff3a0',
      '#0d7285',
      '#041319',
    ),
    stone(
      'Tourmaline',
      ['#3a0731', '#7d1467', '#c732a0', '#ff83cf', '#ffe0f4'],
      PEARL,
      '#9dffd9',
      '#87196d',
      '#160513',
    ),
    stone('Peridot', ['#1d2a05', '#43600d', '#7a9f1e', '#bede58', '#f3ffd0'], PEARL, '#ffffff', '#4f6f14', '#0d1305'),
    stone(
      'Moonstone',
      ['#161d33', '#3a4a72', '#6d83b5', '#aebfe4', '#f3f7ff'],
      ['#0b2a52', '#1a5ba0', '#3f97dc', '#8fcbff', '#e4f4ff'],
      '#7fd4ff',
      '#3a4f82',
      '#0a0f1d',
    ),
    stone(
      'Obsidian',
      ['#05070c', '#141a26', '#2a3446', '#566580', '#c4d2ea'],
      ['#3d0a08', '#8c1e12', '#dc4a22', '#ff9557', '#ffe4c9'],
      '#ff8a4a',
      '#4d2420',
      '#08090d',
    ),
  ],
  legendary: [
    stone('Gold', GOLD, ['#2d0a52', '#5a1f9c', '#8f48e0', '#c49bff', '#f3e6ff'], '#e7b8ff', '#7a4a12', '#160d05'),
    stone(
      'Rose Gold',
      ['#4c1a16', '#97493d', '#d48873', '#f6c3ae', '#fff1e8'],
      ['#06314f', '#0d689a', '#249fd6', '#7fd6ff', '#e3f8ff'],
      '#9fe8ff',
      '#7c3a35',
      '#170909',
    ),
    stone(
      'Electrum',
      ['#2f3410', '#6b7324', '#b2b549', '#e6e28a', '#fffde0'],
      ['#04352c', '#0a7560', '#16b892', '#74edcc', '#e2fff6'],
      '#9bffe2',
      '#58601c',
      '#0e1006',
    ),
    stone('Dawnsteel', ['#1d2440', '#4a5687', '#8796cb', '#c3cdf2', '#ffffff'], GOLD, '#ffdf7d', '#7d5a22', '#0c0e1c'),
    stone('Sunfire', ['#4a0c05', '#a32b0b', '#ec6a17', '#ffb53f', '#fff2b8'], GOLD, '#fff6c2', '#96330e', '#180604'),
    stone('Nightgold', ['#06070b', '#151a28', '#2b3348', '#59668a', '#c9d4f0'], GOLD, '#ffd76a', '#6b4a14', '#07080c'),
  ],
  mythic: [
    stone(
      'Aurora',
      ['#0a1145', '#0f5f8f', '#19c3a1', '#9dfb9b', '#fbffd9'],
      ['#3a0d6b', '#8a2be0', '#ee5fd0', '#ffb3c7', '#fff2e0'],
      '#ffffff',
      '#2c3fb4',
      '#060920',
    ),
    stone(
      'Opal',
      ['#4a4f93', '#8f86d8', '#f0a6d4', '#ffe0b8', '#f4fffb'],
      ['#0f5f7d', '#2bb6c4', '#8af3dc', '#e0fff2', '#ffffff'],
      '#ff7ac8',
      '#6d55bd',
      '#0f0c25',
    ),
    stone(
      'Nova',
      ['#2a0550', '#8b0f86', '#ff3f7b', '#ffab4d', '#fff7bd'],
      ['#071f66', '#1b62ea', '#4fc3ff', '#b9f3ff', '#ffffff'],
      '#a6f6ff',
      '#7b1b8f',
      '#12041f',
    ),
    stone(
      'Void',
      ['#03030a', '#151040', '#4029a8', '#8f6bff', '#e8dcff'],
      ['#04404a', '#06a5ad', '#46f0dc', '#b4fff0', '#ffffff'],
      '#5cfff0',
      '#3319a0',
      '#04030d',
    ),
    stone(
      'Phoenix',
      ['#4a0418', '#c01030', '#ff6422', '#ffc63a', '#fffbd8'],
      ['#57052f', '#d9187a', '#ff77b0', '#ffc6dc', '#ffffff'],
      '#ffffff',
      '#a31d2b',
      '#19040c',
    ),
    stone(
      'Tidal',
      ['#03193f', '#0553a8', '#0fb6e0', '#7af7e8', '#f2fff7'],
      ['#5a1a06', '#d9602a', '#ffab6b', '#ffe0c2', '#ffffff'],
      '#ffc08a',
      '#0a5fae',
      '#030d1e',
    ),
  ],
} as const satisfies Record<'rare' | 'legendary' | 'mythic', readonly Stone[]>;

export type Rarity = keyof typeof STONES;
