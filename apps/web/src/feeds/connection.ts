/** `live`: messages arrive. `stale`: connected, but nothing for five seconds. `asleep`: the page is hidden. */
export type FeedState = 'connecting' | 'live' | 'stale' | 'reconnecting' | 'asleep' | 'closed';

export interface FeedOptions<Message> {
  path: '/spot' | '/ws-miner' | '/ws-pool' | '/ws-support';
  /** What to subscribe to: serials, or streams of the market feed. */
  params: readonly string[];
  /** Access token for the AUTH message; null when the session is over. Left out where the feed is public. */
  token?: () => Promise<string | null>;
  onMessage: (message: Message) => void;
  onState?: (state: FeedState) => void;
}

/** The parts of a browser that a connection needs; tests bring their own. */
interface FeedPlatform {
  open: (path: string) => WebSocket;
  isHidden: () => boolean;
  random: () => number;
}

const FIRST_DELAY_MS = 1500;
const MAX_DELAY_MS = 30_000;
/** Silent for this long it is no longer live. */
export const STALE_AFTER_MS = 5000;
/** Silent for this long means that the line is dead, whatever the socket believes. */
const DEAD_AFTER_MS = 20_000;
/** A short look at another app does not drop the line. */
const SLEEP_AFTER_MS = 10_000;

const browser: FeedPlatform = {
  open: (path) => new WebSocket(`${location.protocol === 'https:' ? 'wss:' : 'ws:'}//${location.host}${path}`),
  isHidden: () => document.hidden,
  random: Math.random,
};

/**
 * One feed: signs in with its first message, subscribes, answers PING, comes back 1.5 s after a break and then ever more
 * slowly with jitter, sleeps while the page is hidden and wakes at once when the network returns.
 */
export class FeedConnection<Message> {
  readonly #options: FeedOptions<Message>;
  readonly #platform: FeedPlatform;
  readonly #stopListening: () => void;
  #socket: WebSocket | null = null;
  #failures = 0;
  #state: FeedState = 'closed';
  #retry: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #sleep: ReturnType<typeof setTimeout> | undefined;

  constructor(options: FeedOptions<Message>, platform: FeedPlatform = browser) {
    this.#options = options;
    this.#platform = platform;
    const onVisibility = () => this.#followVisibility();
    const onOnline = () => this.#wake();
    document.addEventListener('visibilitychange', onVisibility);
    addEventListener('online', onOnline);
    this.#stopListening = () => {
      document.removeEventListener('visibilitychange', onVisibility);
      removeEventListener('online', onOnline);
    };
    if (platform.isHidden()) this.#setState('asleep');
    else void this.#connect('connecting');
  }

  /** Ends the feed for good. */
  close(): void {
    this.#stopListening();
    clearTimeout(this.#sleep);
    this.#drop();
    this.#setState('closed');
  }

  #setState(state: FeedState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#options.onState?.(state);
  }

  async #connect(as: 'connecting' | 'reconnecting'): Promise<void> {
    this.#drop();
    this.#setState(as);
    const socket = this.#platform.open(this.#options.path);
    this.#socket = socket;
    const isCurrent = () => this.#socket === socket;
    socket.addEventListener('close', () => isCurrent() && this.#comeBackLater());
    socket.addEventListener('message', (event: MessageEvent<string>) => isCurrent() && this.#take(socket, event.data));
    socket.addEventListener('open', () => isCurrent() && void this.#greet(socket, isCurrent));
  }

  async #greet(socket: WebSocket, isCurrent: () => boolean): Promise<void> {
    if (!this.#options.token) return this.#subscribe(socket);
    const token = await this.#options.token().catch(() => null);
    if (!isCurrent() || socket.readyState !== WebSocket.OPEN) return;
    // Without a token the server would close anyway; the next try asks for a fresh one.
    if (token === null) socket.close();
    else socket.send(JSON.stringify({ method: 'AUTH', params: [token] }));
  }

  #subscribe(socket: WebSocket): void {
    socket.send(JSON.stringify({ method: 'INIT' }));
    socket.send(JSON.stringify({ method: 'SUBSCRIBE', params: this.#options.params, id: 1 }));
  }

  #take(socket: WebSocket, data: string): void {
    let message: { method?: string; event?: string; result?: unknown; error?: unknown };
    try {
      message = JSON.parse(data) as typeof message;
    } catch {
      return;
    }
    if (message.method === 'PING' || message.event === 'PING') {
      socket.send(JSON.stringify({ method: 'PONG', params: [Math.floor(Date.now() / 1000)] }));
      return;
    }
    if (message.result === 'ok') return this.#subscribe(socket);
    if (message.result === null) {
      this.#failures = 0;
      return this.#heard();
    }
    this.#heard();
    this.#options.onMessage(message as Message);
  }

  /** Something came: the figures are live for the next five seconds. */
  #heard(): void {
    this.#setState('live');
    clearTimeout(this.#silence);
    // These speak only when a device comes or goes, or somebody writes: their silence means nothing.
    if (this.#options.path === '/ws-pool' || this.#options.path === '/ws-support') return;
    this.#silence = setTimeout(() => {
      this.#setState('stale');
      this.#silence = setTimeout(() => void this.#connect('reconnecting'), DEAD_AFTER_MS - STALE_AFTER_MS);
    }, STALE_AFTER_MS);
  }

  #comeBackLater(): void {
    this.#drop();
    this.#setState('reconnecting');
    const delay = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** this.#failures);
    this.#failures += 1;
    // A restarted server must not meet everybody in the same second.
    const jittered = delay * (1 + this.#platform.random() * 0.5);
    this.#retry = setTimeout(() => void this.#connect('reconnecting'), jittered);
  }

  #followVisibility(): void {
    clearTimeout(this.#sleep);
    if (!this.#platform.isHidden()) return this.#wake();
    this.#sleep = setTimeout(() => {
      this.#drop();
      this.#setState('asleep');
    }, SLEEP_AFTER_MS);
  }

  #wake(): void {
    if (this.#state !== 'asleep' && this.#state !== 'reconnecting') return;
    this.#failures = 0;
    void this.#connect('reconnecting');
  }

  #drop(): void {
    clearTimeout(this.#retry);
    clearTimeout(this.#silence);
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    // Closed before it is open, the browser would complain where nobody can hear us explain.
    if (socket.readyState === WebSocket.CONNECTING) socket.addEventListener('open', () => socket.close());
    else socket.close();
  }
}
