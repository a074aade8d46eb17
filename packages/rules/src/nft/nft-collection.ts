/** The categories of the collection (specification §9), commonest first. Their tokens are numbered one after the other. */
export const NFT_CATEGORIES = [
  { id: 1, name: 'rare', size: 10_000, firstToken: 1 },
  { id: 2, name: 'legendary', size: 1_000, firstToken: 10_001 },
  { id: 3, name: 'mythic', size: 300, firstToken: 11_001 },
] as const;

type NftCategory = (typeof NFT_CATEGORIES)[number];
export type NftRarity = NftCategory['name'];
export const NFT_RARITIES: readonly NftRarity[] = NFT_CATEGORIES.map(({ name }) => name);

/** Tokens of the whole collection, numbered from 1. */
export const COLLECTION_SIZE = 11_300;

export const isNftToken = (token: number): boolean => Number.isInteger(token) && token >= 1 && token <= COLLECTION_SIZE;

export const isNftRarity = (text: string): text is NftRarity => NFT_RARITIES.some((name) => name === text);

/** The category of a token of the collection. Throws RangeError for a number that is none. */
export const nftCategoryOf = (token: number): NftCategory => {
  if (!isNftToken(token)) throw new RangeError(`not a token of the collection: ${token}`);
  return NFT_CATEGORIES.findLast(({ firstToken }) => token >= firstToken)!;
};

const SHOWN = { rare: 56, legendary: 20, mythic: 8 } as const satisfies Record<NftRarity, number>;

/** Tokens whose pictures take turns on the home screen: three for each of its 28 tiles, spread over the collection, always the same. */
export const SHOWCASE_TOKENS: readonly number[] = NFT_CATEGORIES.flatMap(({ name, size, firstToken }) =>
  Array.from({ length: SHOWN[name] }, (_, index) => firstToken + Math.floor((index * size) / SHOWN[name])),
);

/** What a token is called in every language: "AOG #00042". */
export const nftName = (token: number): string => `AOG #${String(token).padStart(5, '0')}`;

/** The contract that holds the tokens of a category: the collection has two (specification §3). */
export const collectionOfCategory = (categoryId: number): 'legendary' | 'super_rare' =>
  categoryId === NFT_CATEGORIES[1].id ? 'legendary' : 'super_rare';
