import { ECDH } from 'node:crypto';
import { evmAddressOf, tronAddressOf } from '@minerx/rules/key-address';
import { NETWORK, networkById, NETWORKS, type NetworkFamily, type NetworkId } from '@minerx/rules/network';
import type { DepositKeys } from '../../env/env-chains.ts';

/** Families whose addresses are made of a child key. */
export type DepositFamily = Extract<NetworkFamily, keyof DepositKeys>;

const ADDRESS_OF = { evm: evmAddressOf, tron: tronAddressOf } as const satisfies Record<
  DepositFamily,
  (key: Uint8Array) => string
>;

/** The family of a network, if coins come in on it and have addresses of their own. */
export const depositFamilyOf = (network: NetworkId): DepositFamily | null => {
  const { family } = networkById(network);
  return family in ADDRESS_OF && network !== NETWORK.BEP721 ? (family as DepositFamily) : null;
};

/** The networks on which a member has one and the same address. */
export const depositNetworksOf = (of: DepositFamily): NetworkId[] =>
  NETWORKS.map(({ id }) => id).filter((id) => depositFamilyOf(id) === of);

/**
 * The address of a child of an extended public key (BIP-32, not hardened). The library is loaded when the first address is
 * given out: no start waits for it.
 * @throws Error when the text is no extended public key.
 */
export const deriveAddress = async (family: DepositFamily, extendedKey: string, child: number): Promise<string> => {
  const { HDKey } = await import('@scure/bip32');
  const { publicKey } = HDKey.fromExtendedKey(extendedKey).deriveChild(child);
  if (publicKey === null) throw new Error('a child without a public key');
  return ADDRESS_OF[family](ECDH.convertKey(publicKey, 'secp256k1', undefined, undefined, 'uncompressed') as Buffer);
};
