import { isIP } from 'node:net';

/** Who an address stands for when visitors are counted. */
interface Visitor {
  /** An IPv4 address, or the /64 of an IPv6 one: that is what one line gets. Whatever is no address is one visitor together. */
  network: string;
  /** The /48 of an IPv6 address, what one site gets; null for IPv4. */
  site: string | null;
}

const GROUPS = 8;

/** The eight groups of an IPv6 address, without leading zeros. */
const groupsOf = (address: string): string[] => {
  const [head = '', tail] = address.split('%', 1)[0]!.split('::');
  const split = (part: string): string[] => (part === '' ? [] : part.split(':'));
  const [before, after] = [split(head), split(tail ?? '')];
  const missing = tail === undefined ? 0 : GROUPS - before.length - after.length;
  return [...before, ...Array.from({ length: missing }, () => '0'), ...after].map((group) =>
    Number.parseInt(group, 16).toString(16),
  );
};

/** @param address as the socket or the proxy in front tells it; the right hop was picked already. */
export const visitorOf = (address: string): Visitor => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIP(plain) === 4) return { network: plain, site: null };
  // An IPv4 address inside of an IPv6 one that is not mapped is nobody's line.
  if (isIP(plain) !== 6 || plain.includes('.')) return { network: 'unknown', site: null };
  const groups = groupsOf(plain);
  return { network: `${groups.slice(0, 4).join(':')}::/64`, site: `${groups.slice(0, 3).join(':')}::/48` };
};
