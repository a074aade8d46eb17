import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { decodeBase58Check, encodeBase58Check } from './base58.ts';
import { checksummed } from './evm-address.ts';
import { networkById, type NetworkId } from './network.ts';

/** Nodes of EVM chains and of TRON mean the same twenty bytes by an address; how people spell them is the network's. */
type Hex = `0x${string}`;

const TRON_VERSION = 0x41;
const EVM_SHAPE = /^0x[0-9a-fA-F]{40}$/;

/** The twenty bytes of an address that is spelt as its network does, `0x` and forty small digits; null where it is none. */
export const addressBytes = (network: NetworkId, address: string): Hex | null => {
  switch (networkById(network).family) {
    case 'evm':
      return EVM_SHAPE.test(address) ? (address.toLowerCase() as Hex) : null;
    case 'tron': {
      const payload = decodeBase58Check(address);
      if (payload?.length !== 21 || payload[0] !== TRON_VERSION) return null;
      return `0x${bytesToHex(payload.subarray(1))}`;
    }
    case 'bitcoin':
      return null;
  }
};

/** Twenty bytes as people of the network spell an address. Throws RangeError where the network has no such addresses. */
export const spellAddress = (network: NetworkId, bytes: Hex): string => {
  switch (networkById(network).family) {
    case 'evm':
      return checksummed(bytes);
    case 'tron':
      return encodeBase58Check(Uint8Array.of(TRON_VERSION, ...hexToBytes(bytes.slice(2))));
    case 'bitcoin':
      throw new RangeError('addresses of Bitcoin are of several kinds');
  }
};

/** A transaction's hash as people of the network spell it: with `0x` on EVM chains, without elsewhere. */
export const spellHash = (network: NetworkId, hash: Hex): string =>
  networkById(network).family === 'evm' ? hash : hash.slice(2);

/** The hash that a text spells, however it is spelt: small digits behind `0x`. */
export const hashOf = (text: string): Hex => `0x${text.trim().toLowerCase().replace(/^0x/, '')}`;
