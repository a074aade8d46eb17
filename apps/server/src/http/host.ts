import { isIP } from 'node:net';
import type { IncomingMessage } from 'node:http';
import type { Env } from '../env/env.ts';

/** Asked by machines that find us by address: a load balancer's check, a scrape. */
const BY_ADDRESS = /^\/(?:healthz|readyz|metrics)(?:\?|$)/;

/**
 * Whether a request names a host that is ours, once. Names that lead here without being ours are how pages of others get at
 * a server (DNS rebinding) and how links of our mails get forged; an address in digits cannot be such a name, and in a demo
 * it is how a phone in the same room gets here.
 */
export const namesOurHost = (
  { rawHeaders, headers, url = '/' }: Pick<IncomingMessage, 'rawHeaders' | 'headers' | 'url'>,
  { publicUrl, mode }: Pick<Env, 'publicUrl' | 'mode'>,
): boolean => {
  let named = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]!.toLowerCase() === 'host') named += 1;
  const host = headers.host;
  if (named > 1 || host === undefined) return false;
  const asked = URL.parse(`http://${host}`);
  if (asked === null || asked.pathname !== '/' || asked.username !== '' || asked.search !== '') return false;
  const ours = new URL(publicUrl);
  // The default port of the public address may be written out.
  if (host.toLowerCase() === ours.host || (asked.hostname === ours.hostname && isDefaultPort(host, ours))) return true;
  return isAddress(asked.hostname) && (mode === 'demo' || BY_ADDRESS.test(url));
};

const isDefaultPort = (host: string, ours: URL): boolean =>
  ours.port === '' && host.endsWith(ours.protocol === 'https:' ? ':443' : ':80');

const isAddress = (hostname: string): boolean =>
  hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
