/** What clients of the serial feeds may say (contract/feed-miner.ts). */
export type FeedCommand =
  | { method: 'AUTH'; token: string }
  | { method: 'INIT' }
  | { method: 'PING' }
  | { method: 'PONG' }
  | { method: 'SUBSCRIBE'; serials: string[]; id?: number };

const SERIAL_LENGTH = 64;
const TOKEN_LENGTH = 4096;

/** What is none of ours; it is answered with the number that it gave, if it gave one. */
export type UnknownMessage = { method: null; id?: number };

export const readMessage = (data: Buffer): FeedCommand | UnknownMessage => {
  let read: unknown;
  try {
    read = JSON.parse(data.toString('utf8'));
  } catch {
    return { method: null };
  }
  if (typeof read !== 'object' || read === null) return { method: null };
  const { method, params, id } = read as Record<string, unknown>;
  const numbered = typeof id === 'number' ? { id } : {};
  const unknown = { method: null, ...numbered };
  switch (method) {
    case 'INIT':
    case 'PING':
    case 'PONG':
      return { method };
    case 'AUTH': {
      const token: unknown = Array.isArray(params) ? params[0] : undefined;
      return typeof token === 'string' && token.length <= TOKEN_LENGTH ? { method, token } : unknown;
    }
    case 'SUBSCRIBE': {
      // The dashboard asks for many at once, a detail page for one, some clients without a list.
      const list: unknown[] = Array.isArray(params) ? params.flat() : [params];
      const serials = list.filter(
        (item) => typeof item === 'string' && item.length > 0 && item.length <= SERIAL_LENGTH,
      );
      if (list.length === 0 || serials.length < list.length) return unknown;
      return { method, serials: serials as string[], ...numbered };
    }
    default:
      return unknown;
  }
};
