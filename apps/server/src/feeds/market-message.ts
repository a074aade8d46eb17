/** What clients of `/spot` may say (contract/feed-market.ts). */
export type MarketCommand =
  | { method: 'INIT' }
  | { method: 'PING' }
  | { method: 'PONG' }
  | { method: 'SUBSCRIBE'; streams: string[]; id?: number };

const STREAM_LENGTH = 40;

/** Reads a message; null for everything that is none of ours. */
export const readMarketMessage = (data: Buffer): MarketCommand | null => {
  let read: unknown;
  try {
    read = JSON.parse(data.toString('utf8'));
  } catch {
    return null;
  }
  if (typeof read !== 'object' || read === null) return null;
  const { method, params, id } = read as Record<string, unknown>;
  if (method === 'INIT' || method === 'PING' || method === 'PONG') return { method };
  if (method !== 'SUBSCRIBE') return null;
  // One list of streams, or a list for each pair.
  const list: unknown[] = Array.isArray(params) ? params.flat() : [params];
  const streams = list.filter((item) => typeof item === 'string' && item.length > 0 && item.length <= STREAM_LENGTH);
  if (list.length === 0 || streams.length < list.length) return null;
  return { method, streams: [...new Set(streams as string[])], ...(typeof id === 'number' ? { id } : {}) };
};
