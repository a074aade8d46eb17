import webPush from 'web-push';
import { traced } from '../../base/tracing.ts';
import { OutsideFailure } from '../failure.ts';
import type { PushSender } from './port.ts';

/** The push services of Chrome and Edge, Firefox, Windows, Safari. */
const SERVICES = [
  /^fcm\.googleapis\.com$/,
  /\.push\.services\.mozilla\.com$/,
  /\.notify\.windows\.com$/,
  /^web\.push\.apple\.com$/,
];

interface WebPushOptions {
  readonly sourceId: string;
  readonly keys: { readonly publicKey: string; readonly privateKey: string };
  /** Whom a push service may write to, `mailto:…`. */
  readonly subject: string;
  /** Push services of one's own, by origin. */
  readonly origins: readonly string[];
  readonly timeoutMs?: number;
}

/** Sends by VAPID (RFC 8292), encrypted for the browser alone. */
export const createWebPush = ({ sourceId, keys, subject, origins, timeoutMs = 10_000 }: WebPushOptions): PushSender => {
  const accepts = (endpoint: string): boolean => {
    const url = URL.parse(endpoint);
    if (url === null || url.username !== '' || url.password !== '') return false;
    if (origins.includes(url.origin)) return true;
    return url.protocol === 'https:' && url.port === '' && SERVICES.some((host) => host.test(url.hostname));
  };
  /** Null where the browser's key is none: whoever gave it gets nothing. */
  const detailsOf = (target: webPush.PushSubscription, text: string, ttlS: number) => {
    const options = { vapidDetails: { subject, ...keys }, contentEncoding: 'aes128gcm', TTL: ttlS } as const;
    try {
      return webPush.generateRequestDetails(target, text, options);
    } catch {
      return null;
    }
  };
  return {
    publicKey: keys.publicKey,
    accepts,
    send: async ({ endpoint, p256dh, auth }, { text, ttlS }) => {
      const fail = (reason: 'rate_limited' | 'unreachable' | 'timeout', detail: string) =>
        new OutsideFailure(sourceId, reason, detail);
      const details = detailsOf({ endpoint, keys: { p256dh, auth } }, text, ttlS);
      if (!accepts(endpoint) || details === null) return 'gone';
      const { method, headers, body } = details;
      // Whoever redirects would have us call somebody else.
      const init = {
        method,
        headers: stringsOf(headers),
        body: new Uint8Array(body ?? []),
        redirect: 'error',
      } as const;
      const answer = await traced('outside', sourceId, async (span) => {
        const told = await fetch(endpoint, { ...init, signal: AbortSignal.timeout(timeoutMs) });
        span.tell({ status: told.status });
        return told;
      }).catch((error: Error) => {
        throw fail(error.name === 'TimeoutError' ? 'timeout' : 'unreachable', error.name);
      });
      await answer.body?.cancel();
      if (answer.ok) return 'sent';
      if (answer.status === 404 || answer.status === 410) return 'gone';
      if (answer.status === 429) throw fail('rate_limited', 'status 429');
      if (answer.status >= 500) throw fail('unreachable', `status ${answer.status}`);
      return 'refused';
    },
  };
};

/** `fetch` sets the length itself. */
const stringsOf = (headers: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => name !== 'Content-Length')
      .map(([name, value]) => [name, String(value)]),
  );
