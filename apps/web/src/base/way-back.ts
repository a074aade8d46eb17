/** The forms that may lack of a wallet: a top-up leads back to them, where what was chosen is kept. */
const WAYS_BACK = [
  '/',
  '/miner/purchase',
  '/miner/purchase2',
  '/order',
  '/asset/spot/transfer',
  '/asset/spot/swap',
  '/asset/spot/withdraw',
] as const;
export type WayBack = (typeof WAYS_BACK)[number];

/** As it stands in the address: anybody may have written it. */
export const readWayBack = (back: unknown): WayBack | undefined => WAYS_BACK.find((path) => path === back);
