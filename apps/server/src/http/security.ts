import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import type { Context } from '../context.ts';
import type { Env } from '../env/env.ts';
import { refuse } from '../refusal.ts';
import { askedPath } from './asked-path.ts';
import { createHostCheck } from './host.ts';
import { keepFile } from './served/kept-file.ts';

const YEAR_S = 31_536_000;

/** Nothing of the browser's powers is used but copying to the clipboard and full screen. */
const PERMISSIONS = [
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
const isHttps = ({ publicUrl }: Pick<Env, 'publicUrl'>): boolean => publicUrl.startsWith('https:');

/** The value of `Strict-Transport-Security`, of a public address with https. */
const TRANSPORT_SECURITY = `max-age=${2 * YEAR_S}; includeSubDomains`;

/** The security headers of an answer that is no page: it may load nothing at all, and stays out of every cache unless it says otherwise. */
export const dataHeaders = (env: Pick<Env, 'publicUrl'>): Record<string, string> => ({
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': PERMISSIONS,
  'cache-control': 'no-store',
  ...(isHttps(env) ? { 'strict-transport-security': TRANSPORT_SECURITY } : {}),
});

/** What answers no page, whatever it answers; the built files of the app say themselves how long they last. */
const DATA = /^\/api(?:\/|$)/;

/** The operators' app. */
const CONSOLE = /^\/console(?:\/|$)/;

type Sources = NonNullable<Extract<HelmetOptions['contentSecurityPolicy'], object>['directives']>;

/** The headers of a page. @param own what it may run and look like */
const pageHeaders = (secure: boolean, own: Sources): ReturnType<typeof helmet> =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrcAttr: ["'none'"],
        ...own,
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

/** What the browser may load, from where, and what it tells others: on every answer, errors too. */
export const installSecurity = (
  http: FastifyInstance,
  { env, log, security }: Pick<Context, 'env' | 'log' | 'security'>,
  webDist: string,
): void => {
  const secure = isHttps(env);
  const inline = inlineHashes(webDist);
  // Made once: its plugin for the server makes all of it anew for every request, a tenth of what a purchase costs us.
  const ofApp = pageHeaders(secure, {
    scriptSrc: ["'self'", () => inline('script')],
    styleSrc: ["'self'", () => inline('style')],
  });
  const ofConsole = pageHeaders(secure, {
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    // It makes no markup from texts, but for what a preview parses aside of every page (`packages/ui`: safe-html).
    requireTrustedTypesFor: ["'script'"],
    trustedTypes: ['minerx-html'],
  });
  // A form of another site can send text/plain without asking; nobody of ours does.
  http.removeContentTypeParser('text/plain');
  let warned = env.mode !== 'production' || env.trustProxy > 0;
  const ofData = dataHeaders(env);
  const namesOurHost = createHostCheck(env);
  http.addHook('onRequest', async (request, reply) => {
    const path = askedPath(request);
    if (DATA.test(path)) reply.headers(ofData);
    else {
      (CONSOLE.test(path) ? ofConsole : ofApp)(request.raw, reply.raw, (fault) => {
        if (fault !== undefined) throw fault as Error;
      });
      reply.header('permissions-policy', PERMISSIONS);
    }
    if (!warned && request.headers['x-forwarded-for'] !== undefined) {
      warned = true;
      log.warn('X-Forwarded-For arrives and TRUST_PROXY is 0: all members behind the proxy count as one address');
    }
    if (!namesOurHost(request.raw)) refuse('err_bad_request');
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
