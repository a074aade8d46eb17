import { connect, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { createLocalBus, isAboutSomebody, partsOf, subjectOf, type Bus, type Topic } from './bus.ts';
import { readTold, seal } from './sealed.ts';

interface NatsBusInput {
  /** One or several, with commas between: `nats://user:password@host:4222`, `tls://…`. */
  readonly url: string;
  /** Of this process. */
  readonly origin: string;
  /** What all processes of the installation share, and the server does not know. */
  readonly secret: string;
  readonly log: Logger;
}

const ROOT = 'minerx';
/** A server that hangs is left within fifteen seconds. */
const ALIVE = { pingInterval: 5000, maxPingOut: 2 };
const AGAIN_MS = 500;

/**
 * The bus over NATS: a subject for each topic, and one for each member or order where a topic is about somebody. What nobody here hears
 * does not come. A process hears its own messages at once, and others' through the server.
 */
export const createNatsBus = async ({ url, origin, secret, log }: NatsBusInput): Promise<Bus> => {
  const local = createLocalBus();
  const connection = await connect({
    ...serversOf(url),
    ...ALIVE,
    name: `minerx ${origin}`,
    noEcho: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: AGAIN_MS,
    ignoreAuthErrorAbort: true,
  });
  const isConnected = followState(connection, log, () => local.deliver('words_missed', {}));

  const tell = (topic: Topic, subject: string, message: unknown): void => {
    // Kept until there is a server again, it would fill the memory, and be old: a lost message costs freshness, not truth.
    if (!isConnected()) return;
    connection.publish(`${ROOT}.${subject}`, seal(secret, JSON.stringify({ from: origin, topic, message })));
  };

  const take = (subject: string, sealed: string): void => {
    // Thrown here, an error would end what is heard.
    try {
      const told = readTold(secret, sealed);
      if (told === null) log.warn('a message on the bus that no process of ours has sent');
      else local.deliver(subject, told.message);
    } catch (error) {
      log.error({ err: error }, 'a message on the bus was not taken');
    }
  };

  /** One for all who hear the same here. */
  const heard = new Map<string, { listeners: number; readonly subscription: Subscription }>();
  const hear = (subject: string, pattern = subject): (() => void) => {
    let one = heard.get(subject);
    if (one === undefined) {
      const callback = (error: Error | null, message: { string(): string }): void =>
        error === null ? take(subject, message.string()) : log.warn({ err: error }, 'bus not heard');
      one = { listeners: 0, subscription: connection.subscribe(`${ROOT}.${pattern}`, { callback }) };
      heard.set(subject, one);
    }
    const shared = one;
    shared.listeners += 1;
    return () => {
      shared.listeners -= 1;
      if (shared.listeners > 0) return;
      heard.delete(subject);
      shared.subscription.unsubscribe();
    };
  };

  return {
    publish: (topic, message) => {
      local.publish(topic, message);
      if (!isAboutSomebody(topic)) return tell(topic, topic, message);
      for (const [id, part] of partsOf(topic, message as never)) tell(topic, subjectOf(topic, id), part);
    },
    subscribe: (topic, listener) =>
      endingOnce(local.subscribe(topic, listener), hear(topic, isAboutSomebody(topic) ? subjectOf(topic, '*') : topic)),
    subscribeTo: (topic, id, listener) =>
      endingOnce(local.subscribeTo(topic, id, listener), hear(subjectOf(topic, id))),
    close: async () => {
      await local.close();
      await connection.close();
    },
  };
};

/** However often it is asked to. */
const endingOnce = (...ends: readonly (() => void)[]): (() => void) => {
  let isEnded = false;
  return () => {
    if (!isEnded) for (const end of ends) end();
    isEnded = true;
  };
};

/** The client takes names and passwords apart from addresses. */
const serversOf = (url: string): Parameters<typeof connect>[0] => {
  const urls = url.split(',').map((each) => new URL(each.trim()));
  const { username, password } = urls[0]!;
  return {
    servers: urls.map(({ host }) => host),
    ...(username === '' ? {} : { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
    ...(urls.some(({ protocol }) => protocol === 'tls:') ? { tls: {} } : {}),
  };
};

/** What is said of a connection that is lost, sought and found. */
const MISSING = new Set(['disconnect', 'staleConnection', 'reconnecting', 'reconnect']);

/** Follows whether there is a server, until the connection is closed. */
const followState = (connection: NatsConnection, log: Logger, miss: () => void): (() => boolean) => {
  let isConnected = true;
  const follow = async (): Promise<void> => {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect') log.warn('bus connection lost');
      if (type === 'reconnect') log.info('bus connected again');
      if (type === 'disconnect' || type === 'reconnect') isConnected = type === 'reconnect';
      if (MISSING.has(type)) miss();
    }
  };
  void follow();
  return () => isConnected && !connection.isClosed();
};
