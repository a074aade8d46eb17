/** What clients of the feeds may say: `names` are serials, or streams of the market. */
type FeedCommand =
  | { method: 'AUTH'; token: string; id?: number }
  | { method: 'INIT' }
  | { method: 'PING' }
  | { method: 'PONG' }
  | { method: 'SUBSCRIBE'; names: string[]; id?: number };

const NAME_LENGTH = 64;
const TOKEN_LENGTH = 4096;

/** What is none of ours; it is answered with the number that it gave, if it gave one. */
type UnknownMessage = { method: null; id?: number };

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
      return typeof token === 'string' && token.length <= TOKEN_LENGTH ? { method, token, ...numbered } : unknown;
    }
    case 'SUBSCRIBE': {
      // The dashboard asks for many at once, a detail page for one, some clients without a list.
      const list: unknown[] = Array.isArray(params) ? params.flat() : [params];
      const names = list.filter((item) => typeof item === 'string' && item.length > 0 && item.length <= NAME_LENGTH);
      if (list.length === 0 || names.length < list.length) return unknown;
      return { method, names: [...new Set(names as string[])], ...numbered };
    }
    default:
      return unknown;
  }
};
