import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import helmet from 'helmet';
import type { Context } from '../context.ts';
import type { Env } from '../env/env.ts';
import { refuse } from '../refusal.ts';
import { askedPath } from './asked-path.ts';
import { namesOurHost } from './host.ts';
import { keepFile } from './served/kept-file.ts';

const YEAR_S = 31_536_000;

/** Nothing of the browser's powers is used but copying to the clipboard and full screen. */
export const PERMISSIONS = [
  'accelerometer=()',
  'autoplay=(self)',
  'camera=()',
  'clipboard-read=(self)',
  'clipboard-write=(self)',
  'display-capture=()',
  'fullscreen=(self)',
  'geolocation=()',
  'gyroscope=()',
  'hid=()',
  'magnetometer=()',
  'microphone=()',
  'midi=()',
  'payment=()',
  'publickey-credentials-get=(self)',
  'serial=()',
  'usb=()',
  'xr-spatial-tracking=()',
].join(', ');

/** Whether members reach us over https alone. */
export const isHttps = ({ publicUrl }: Pick<Env, 'publicUrl'>): boolean => publicUrl.startsWith('https:');

/** The value of `Strict-Transport-Security`, of a public address with https. */
export const TRANSPORT_SECURITY = `max-age=${2 * YEAR_S}; includeSubDomains`;

/** What the browser may load, from where, and what it tells others: on every answer, errors too. */
export const installSecurity = (
  http: FastifyInstance,
  { env, log, security }: Pick<Context, 'env' | 'log' | 'security'>,
  webDist: string,
): void => {
  const secure = isHttps(env);
  const inline = inlineHashes(webDist);
  // Made once: its plugin for the server makes all of it anew for every request, a tenth of what a purchase costs us.
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", () => inline('script')],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'", () => inline('style')],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'"],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: secure ? { maxAge: 2 * YEAR_S, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
  });
  // A form of another site can send text/plain without asking; nobody of ours does.
  http.removeContentTypeParser('text/plain');
  let warned = env.mode !== 'production' || env.trustProxy > 0;
  http.addHook('onRequest', async (request, reply) => {
    setHeaders(request.raw, reply.raw, (fault) => {
      if (fault !== undefined) throw fault as Error;
    });
    if (!warned && request.headers['x-forwarded-for'] !== undefined) {
      warned = true;
      log.warn('X-Forwarded-For arrives and TRUST_PROXY is 0: all members behind the proxy count as one address');
    }
    reply.header('permissions-policy', PERMISSIONS);
    // Personal answers stay out of every cache; the built files of the app say themselves how long they last.
    if (askedPath(request).startsWith('/api')) reply.header('cache-control', 'no-store');
    if (!namesOurHost(request.raw, env)) refuse('err_bad_request');
    if (!isOwnRequest(request, env)) {
      security.note('origin_refused', { address: request.ip });
      refuse('err_forbidden');
    }
  });
};

/** The hashes of the inline blocks of index.html, which its build writes beside it. */
const inlineHashes = (webDist: string): ((kind: 'script' | 'style') => string) => {
  const known = keepFile(join(webDist, 'csp.json'), { script: '', style: '' }, (text) => {
    const { script, style } = JSON.parse(text) as { script: string[]; style: string[] };
    return { script: script.join(' '), style: style.join(' ') };
  });
  return (kind) => known()[kind];
};

/**
 * Whether a request that may change something comes from our own pages, or from a program that is no browser. Browsers say
 * with `Sec-Fetch-Site`, older ones with `Origin`, where a request comes from, and pages cannot forge either.
 */
const isOwnRequest = (request: FastifyRequest, env: Pick<Env, 'publicUrl'>): boolean => {
  if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return true;
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  return request.headers.origin === undefined || isOwnOrigin(request.headers.origin, request.headers.host, env);
};

/** Whether an `Origin` header names us: the public address, or the host that was asked. */
const isOwnOrigin = (origin: string, host: string | undefined, env: Pick<Env, 'publicUrl'>): boolean => {
  const parsed = URL.parse(origin);
  if (parsed === null || parsed.origin !== origin) return false;
  return origin === new URL(env.publicUrl).origin || (host !== undefined && parsed.host === host);
};
