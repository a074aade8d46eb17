import { useEffect, useEffectEvent, useState } from 'react';
import { accessToken } from '../base/api.ts';
import { FeedConnection, type FeedOptions, type FeedState } from './connection.ts';

/**
 * Keeps a feed open while the component is shown and gives its state. It is opened anew when the subscriptions change.
 * With nothing to subscribe to it stays closed.
 */
export function useFeed<Message>(
  path: FeedOptions<Message>['path'],
  params: readonly string[],
  onMessage: (message: Message) => void,
): FeedState {
  const [state, setState] = useState<FeedState>('connecting');
  const take = useEffectEvent(onMessage);
  const key = params.join('\n');
  useEffect(() => {
    if (key === '') return;
    const feed = new FeedConnection<Message>({
      path,
      params: key.split('\n'),
      ...(path !== '/spot' && { token: accessToken }),
      onMessage: (message) => take(message),
      onState: setState,
    });
    return () => feed.close();
  }, [path, key]);
  return key === '' ? 'closed' : state;
}
