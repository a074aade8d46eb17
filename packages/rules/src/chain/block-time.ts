import { NETWORK, type NetworkId } from './network.ts';

/** Seconds between blocks: of a simulated chain, and of the real ones as their makers tell it. */
const SIMULATED_BLOCK_SECONDS = 1;
const BLOCK_SECONDS: Readonly<Record<NetworkId, number>> = {
  [NETWORK.TRC20]: 3,
  [NETWORK.BEP20]: 0.45,
  [NETWORK.OMNI]: 600,
  [NETWORK.ARBITRUM_ONE]: 0.25,
  [NETWORK.BEP721]: 0.45,
};
/**
 * From a block until its chain calls it final: 19 more blocks on TRON, two on BNB Smart Chain. What the sequencer of Arbitrum One has
 * ordered is final with the block of Ethereum that it is written to, and that one after two epochs and more of 6.4 minutes.
 */
const FINALITY_SECONDS: Readonly<Record<NetworkId, number>> = {
  [NETWORK.TRC20]: 57,
  [NETWORK.BEP20]: 0.9,
  [NETWORK.OMNI]: 0,
  [NETWORK.ARBITRUM_ONE]: 15 * 60,
  [NETWORK.BEP721]: 0.9,
};
/** To find a block and to book what stands in it. */
const LOOKING_SECONDS = 2;

/**
 * About how long it takes until so many blocks have come, the first of them is final, and what waits for that is booked, in whole
 * seconds; whichever way it goes.
 */
export const expectedSeconds = (network: NetworkId, blocks: number, simulated: boolean): number => {
  const seconds = simulated
    ? blocks * SIMULATED_BLOCK_SECONDS
    : Math.max(blocks * BLOCK_SECONDS[network], FINALITY_SECONDS[network]);
  return Math.ceil(seconds) + LOOKING_SECONDS;
};

/** A member who has sent something looks at the screen: half a second is what a block takes on the quickest of the chains. */
const OFTENEST_MS = 500;

/** How often a chain is looked at: as its blocks come. */
export const lookEveryMs = (network: NetworkId, simulated: boolean): number =>
  simulated ? OFTENEST_MS : Math.max(OFTENEST_MS, BLOCK_SECONDS[network] * 1000);
