import { addressBytes } from '@minerx/rules/chain-spelling';
import type { NetworkId } from '@minerx/rules/network';
import type { Pool } from 'pg';
import type { Hex } from '../../../outside/chain/port.ts';
import { listAddressesAfter } from '../deposit-address.store.ts';

const AT_ONCE = 50_000;

/** The deposit addresses of a network in memory, by what its nodes call them: whose each is. */
export class WatchedAddresses {
  readonly #members = new Map<Hex, { address: string; memberId: bigint }>();
  #newest = 0n;

  get size(): number {
    return this.#members.size;
  }

  find(address: Hex): { address: string; memberId: bigint } | undefined {
    return this.#members.get(address);
  }

  list(): Hex[] {
    return [...this.#members.keys()];
  }

  /** Reads those that have been given out since. */
  async refresh(pool: Pool, network: NetworkId): Promise<void> {
    for (;;) {
      const given = await listAddressesAfter(pool, network, this.#newest, AT_ONCE);
      for (const { id, address, memberId } of given) {
        const bytes = addressBytes(network, address);
        if (bytes !== null) this.#members.set(bytes, { address, memberId });
        this.#newest = id;
      }
      if (given.length < AT_ONCE) return;
    }
  }
}
