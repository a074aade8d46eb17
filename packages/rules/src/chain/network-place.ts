import type { NetworkId } from './network.ts';

/** Where what is ours lies on a network: members' deposit addresses, the wallet that pays out, the one nobody can reach, and on its way. */
export const NETWORK_PLACES = { DEPOSIT: 0n, HOT: 1n, COLD: 2n, IN_FLIGHT: 3n } as const;
export type NetworkPlace = keyof typeof NETWORK_PLACES;

/** Owner numbers of the house below this one and from 900 on are accounts that nouns bring; between them lie the places. */
export const FIRST_PLACE_OWNER = 100n;

/**
 * The house's owner number of a place on a network. Value comes in out of it and goes out into it, so that what lies there is its
 * balance with the sign turned.
 */
export const networkOwner = (network: NetworkId, place: NetworkPlace): bigint =>
  FIRST_PLACE_OWNER + 8n * BigInt(network) + NETWORK_PLACES[place];
