/** What clients of the serial feeds may say (contract/feed-miner.ts). */
export type FeedCommand =
  | { method: 'AUTH'; token: string }
  | { method: 'INIT' }
  | { method: 'PONG' }
  | { method: 'SUBSCRIBE'; serials: string[]; id?: number };

const SERIAL_LENGTH = 64;
const TOKEN_LENGTH = 4096;

/** Reads a message; null for everything that is none of ours. */
export const readMessage = (data: Buffer): FeedCommand | null => {
  let read: unknown;
  try {
    read = JSON.parse(data.toString('utf8'));
  } catch {
    return null;
  }
  if (typeof read !== 'object' || read === null) return null;
  const { method, params, id } = read as Record<string, unknown>;
  switch (method) {
    case 'INIT':
    case 'PONG':
      return { method };
    case 'AUTH': {
      const token: unknown = Array.isArray(params) ? params[0] : undefined;
      return typeof token === 'string' && token.length <= TOKEN_LENGTH ? { method, token } : null;
    }
    case 'SUBSCRIBE': {
      // The dashboard asks for many at once, a detail page for one, some clients without a list.
      const list: unknown[] = Array.isArray(params) ? params.flat() : [params];
      const serials = list.filter(
        (item) => typeof item === 'string' && item.length > 0 && item.length <= SERIAL_LENGTH,
      );
      if (list.length === 0 || serials.length < list.length) return null;
      return { method, serials: serials as string[], ...(typeof id === 'number' ? { id } : {}) };
    }
    default:
      return null;
  }
};
