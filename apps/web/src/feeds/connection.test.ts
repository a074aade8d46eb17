import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FeedConnection, type FeedOptions, type FeedState } from './connection.ts';

class FakeSocket extends EventTarget {
  readyState = 1;
  closed = 0;
  readonly sent: unknown[] = [];

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.closed += 1;
    this.readyState = 3;
    this.dispatchEvent(new Event('close'));
  }

  hear(message: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
  }
}

const page = new EventTarget();
let hidden = false;
let sockets: FakeSocket[] = [];
let states: FeedState[] = [];
let heard: unknown[] = [];
let feed: FeedConnection<unknown>;

const last = () => sockets.at(-1) as FakeSocket;

function openFeed(options: Partial<FeedOptions<unknown>> = {}): void {
  feed = new FeedConnection(
    {
      path: '/ws-miner',
      params: ['MX-1'],
      token: () => Promise.resolve('token'),
      onMessage: (message) => heard.push(message),
      onState: (state) => states.push(state),
      ...options,
    },
    {
      open: () => {
        sockets.push(new FakeSocket());
        return last() as unknown as WebSocket;
      },
      isHidden: () => hidden,
      random: () => 0,
    },
  );
}

async function signIn(): Promise<void> {
  last().dispatchEvent(new Event('open'));
  await vi.advanceTimersByTimeAsync(0);
  last().hear({ result: 'ok' });
  last().hear({ result: null, id: 1 });
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', page);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  vi.stubGlobal('WebSocket', { CONNECTING: 0, OPEN: 1 });
  sockets = [];
  states = [];
  heard = [];
  hidden = false;
});

afterEach(() => {
  feed.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a feed', () => {
  it('signs in first, then asks for the start and subscribes', async () => {
    openFeed();
    await signIn();
    expect(last().sent).toEqual([
      { method: 'AUTH', params: ['token'] },
      { method: 'INIT' },
      { method: 'SUBSCRIBE', params: ['MX-1'], id: 1 },
    ]);
    last().hear({ method: 'MINING', params: 76.1, serial_no: 'MX-1' });
    expect(heard).toEqual([{ method: 'MINING', params: 76.1, serial_no: 'MX-1' }]);
    expect(states).toEqual(['connecting', 'live']);
  });

  // proves 7: market feed: the client answers the server's PING
  it('answers PING with the unix time', async () => {
    vi.setSystemTime(1_700_000_000_500);
    openFeed();
    await signIn();
    last().hear({ method: 'PING' });
    expect(last().sent.at(-1)).toEqual({ method: 'PONG', params: [1_700_000_000] });
    expect(heard).toEqual([]);
  });

  // proves 4: live feeds reconnect, the pool feed after 1.5 s
  // proves 9: websockets come back after 1.5 s
  it('comes back 1.5 s after a break, then ever more slowly', async () => {
    openFeed();
    await signIn();
    last().close();
    await vi.advanceTimersByTimeAsync(1499);
    expect(sockets).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(sockets).toHaveLength(2);
    last().close();
    await vi.advanceTimersByTimeAsync(2999);
    expect(sockets).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(sockets).toHaveLength(3);
  });

  it('says that its figures are old after five silent seconds, and opens a new line after twenty', async () => {
    openFeed();
    await signIn();
    await vi.advanceTimersByTimeAsync(5000);
    expect(states.at(-1)).toBe('stale');
    await vi.advanceTimersByTimeAsync(15_000);
    expect(states.at(-1)).toBe('reconnecting');
    expect(sockets).toHaveLength(2);
  });

  it('takes the silence of the pool feed for what it is', async () => {
    openFeed({ path: '/ws-pool' });
    await signIn();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(states.at(-1)).toBe('live');
  });

  it('sleeps while the page is hidden and wakes with it', async () => {
    openFeed();
    await signIn();
    hidden = true;
    page.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(states.at(-1)).toBe('asleep');
    expect(sockets).toHaveLength(1);
    hidden = false;
    page.dispatchEvent(new Event('visibilitychange'));
    expect(sockets).toHaveLength(2);
  });

  it('returns at once when the network does', async () => {
    openFeed();
    await signIn();
    last().close();
    page.dispatchEvent(new Event('online'));
    expect(sockets).toHaveLength(2);
  });

  it('that is left before it is open closes once it is, without a complaint of the browser', () => {
    openFeed();
    const socket = last();
    socket.readyState = 0;
    feed.close();
    expect(socket.closed).toBe(0);
    socket.readyState = 1;
    socket.dispatchEvent(new Event('open'));
    expect([socket.closed, socket.sent]).toEqual([1, []]);
  });
});
