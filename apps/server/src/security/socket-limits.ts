import type { IncomingMessage } from 'node:http';
import { visitorOf } from './visitor.ts';

/** Files, database connections and requests need descriptors too. */
const RESERVED_DESCRIPTORS = 2000;

/** How many sockets this process may hold: what the machine lets it open, less what everything else needs. */
export const socketsOfThisProcess = (): number => {
  // Looking up the names of interfaces could take seconds.
  const report = Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = report.getReport() as unknown as {
    userLimits: { open_files: { soft: number | 'unlimited' } };
  };
  const most = userLimits.open_files.soft === 'unlimited' ? Infinity : userLimits.open_files.soft;
  return Math.max(Math.floor(most / 2), most - RESERVED_DESCRIPTORS);
};

/** The address that the outermost proxy of ours was asked from; without proxies the socket's own. */
export const addressOf = ({ socket, headers }: IncomingMessage, trustProxy: number): string => {
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',');
  const hops = [socket.remoteAddress ?? '', ...forwarded.map((hop) => hop.trim()).reverse()].filter(
    (hop) => hop !== '',
  );
  return hops[Math.min(trustProxy, hops.length - 1)] ?? '';
};

/** Counts the open sockets of each visitor, so that one of them cannot hold them all. */
export class SocketLimits {
  readonly #perAddress: number;
  readonly #total: number;
  readonly #open = new Map<string, number>();
  #count = 0;

  constructor(perAddress: number, total: number) {
    this.#perAddress = perAddress;
    this.#total = total;
  }

  /** null when it is one too many; else to be called when the socket has closed. */
  enter(address: string): (() => void) | null {
    const { network } = visitorOf(address);
    const mine = this.#open.get(network) ?? 0;
    if (mine >= this.#perAddress || this.#count >= this.#total) return null;
    this.#open.set(network, mine + 1);
    this.#count += 1;
    return () => this.#leave(network);
  }

  #leave(network: string): void {
    this.#count -= 1;
    const left = (this.#open.get(network) ?? 1) - 1;
    if (left === 0) this.#open.delete(network);
    else this.#open.set(network, left);
  }
}
