import { BlockList, isIP } from 'node:net';

/** Addresses that no source of the world's has (RFC 6890): this machine, private, shared and test networks, link-local, and IPv4 behind a translator. */
const local = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
] as const)
  local.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['::', 128],
  ['::1', 128],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
] as const)
  local.addSubnet(network, bits, 'ipv6');

/** Whether an IP address is of this machine or of a private network. */
export const isLocalAddress = (address: string): boolean =>
  isIP(address) !== 0 && local.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** The host of an address as its adapter sees it: no brackets, and `0x7f.1` is 127.0.0.1 under every protocol. */
export const hostOf = (url: string): string => {
  const host = URL.parse(url)?.hostname ?? '';
  return (URL.parse(`http://${host}`)?.hostname ?? host).replace(/^\[|\]$/g, '').replace(/\.$/, '');
};
