import type { MinerFeedMessage } from '@minerx/contract/feed-miner';
import type { FeedState } from './connection.ts';
import { hashrates } from './hashrates.ts';
import { useFeed } from './use-feed.ts';

type Told = Extract<MinerFeedMessage, { method: 'INIT_MINING' | 'MINING' }>;
type Patches = { [Method in Told['method']]: (message: Extract<Told, { method: Method }>) => void };

/** What each message of `/ws-miner` changes. */
const patches: Patches = {
  INIT_MINING: ({ serials, params }) =>
    serials.forEach((serial, place) => hashrates.put(serial, params[place] ?? null)),
  MINING: ({ serial_no: serial, params }) => hashrates.put(serial, params),
};

function takeMinerMessage(message: MinerFeedMessage): void {
  if (!('method' in message)) return;
  if (message.method === 'INIT_MINING') patches.INIT_MINING(message);
  else if (message.method === 'MINING') patches.MINING(message);
}

/** Keeps the live hashrates of these orders coming while the component is shown. */
export const useMinerFeed = (serials: readonly string[]): FeedState => useFeed('/ws-miner', serials, takeMinerMessage);
