import type { NetworkId } from '@minerx/rules/network';
import type { Pool } from 'pg';
import { listAddressesAfter } from './deposit-address.store.ts';

const AT_ONCE = 50_000;

/** The deposit addresses of a network in memory, in small letters where their network does not tell cases apart: whose each is. */
export class WatchedAddresses {
  readonly #members = new Map<string, { address: string; memberId: bigint }>();
  #newest = 0n;

  get size(): number {
    return this.#members.size;
  }

  find(address: string): { address: string; memberId: bigint } | undefined {
    return this.#members.get(address.toLowerCase());
  }

  list(): string[] {
    return [...this.#members.keys()];
  }

  /** Reads those that have been given out since. */
  async refresh(pool: Pool, network: NetworkId): Promise<void> {
    for (;;) {
      const given = await listAddressesAfter(pool, network, this.#newest, AT_ONCE);
      for (const { id, address, memberId } of given) {
        this.#members.set(address.toLowerCase(), { address, memberId });
        this.#newest = id;
      }
      if (given.length < AT_ONCE) return;
    }
  }
}
