import { isIP } from 'node:net';
import type { IncomingMessage } from 'node:http';
import type { Env } from '../env/env.ts';

/** Asked by machines that find us by address: a load balancer's check, a scrape. */
const BY_ADDRESS = /^\/(?:healthz|readyz|metrics)(?:\?|$)/;

type HostKind = 'ours' | 'address' | 'foreign';

/**
 * Tells whether a request names a host that is ours, once. Names that lead here without being ours are how pages of others get at
 * a server (DNS rebinding) and how links of our mails get forged; an address in digits cannot be such a name, and in a demo
 * it is how a phone in the same room gets here.
 */
export const createHostCheck = ({ publicUrl, mode }: Pick<Env, 'publicUrl' | 'mode'>) => {
  const ours = new URL(publicUrl);
  // Nearly all requests name the same host: the last one that was named is judged once.
  let last: { readonly host: string; readonly kind: HostKind } = { host: ours.host, kind: 'ours' };
  return ({ rawHeaders, headers, url = '/' }: Pick<IncomingMessage, 'rawHeaders' | 'headers' | 'url'>): boolean => {
    let named = 0;
    for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]!.toLowerCase() === 'host') named += 1;
    const { host } = headers;
    if (named > 1 || host === undefined) return false;
    if (host !== last.host) last = { host, kind: kindOf(host, ours) };
    return last.kind === 'ours' || (last.kind === 'address' && (mode === 'demo' || BY_ADDRESS.test(url)));
  };
};

const kindOf = (host: string, ours: URL): HostKind => {
  const asked = URL.parse(`http://${host}`);
  if (asked === null || asked.pathname !== '/' || asked.username !== '' || asked.search !== '') return 'foreign';
  // The default port of the public address may be written out.
  if (host.toLowerCase() === ours.host || (asked.hostname === ours.hostname && isDefaultPort(host, ours)))
    return 'ours';
  return isAddress(asked.hostname) ? 'address' : 'foreign';
};

const isDefaultPort = (host: string, ours: URL): boolean =>
  ours.port === '' && host.endsWith(ours.protocol === 'https:' ? ':443' : ':80');

const isAddress = (hostname: string): boolean =>
  hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
