import { AsyncResource } from 'node:async_hooks';
import { EventEmitter } from 'node:events';

/** What processes tell each other. Never the only copy of anything: a lost message costs freshness, not truth. */
export interface BusTopics {
  /** A session ended: its tokens are refused and its sockets closed. */
  session_ended: { sessionId: string };
  /** A member's PIN was changed or locked: processes that remember it forget it. */
  pin_changed: { memberId: string };
  /** A member chose a language. */
  language_chosen: { memberId: string };
  /** Readings since the last message: [device id, Th/s, answered at (ms)]. */
  device_readings: { readings: [deviceId: number, hashrateThs: number, at: number][] };
  /** Devices that began or stopped answering. */
  device_links: { links: [deviceId: number, connected: boolean, at: number][] };
  /** Orders whose status or allocation changed. */
  orders_changed: { orderIds: string[] };
  /** Orders changed what is in stock, and who waits for it. */
  stock_changed: Record<string, never>;
  /** Somebody wrote to a ticket of the member, or closed it. */
  ticket_message: { memberId: string; ticketId: string };
  /** Members who have a new notice, or have read one. */
  notices: { memberIds: string[] };
  /** New work for the outbox. */
  outbox: { topic: string };
  /** Prices, packages or settings changed: caches reload. */
  settings_changed: { key: string };
  /** Said by a bus itself, to its own process, while it has no connection and when it has one again: words of others may have been missed. */
  words_missed: Record<string, never>;
}

export type Topic = keyof BusTopics;

/**
 * What is about somebody, by the id of each member or order in it: a process hears it where one of its sockets wants that id. All else
 * is for every process that hears the topic.
 */
const ABOUT = {
  orders_changed: ({ orderIds }: BusTopics['orders_changed']) => orderIds.map((id) => [id, { orderIds: [id] }]),
  ticket_message: (message: BusTopics['ticket_message']) => [[message.memberId, message]],
  notices: ({ memberIds }: BusTopics['notices']) => memberIds.map((id) => [id, { memberIds: [id] }]),
};

type TopicAboutSomebody = keyof typeof ABOUT;

export const isAboutSomebody = (topic: Topic): topic is TopicAboutSomebody => Object.hasOwn(ABOUT, topic);

/** What a message says of each id. */
export const partsOf = <T extends TopicAboutSomebody>(topic: T, message: BusTopics[T]) =>
  (ABOUT[topic] as unknown as (told: BusTopics[T]) => [id: string, part: BusTopics[T]][])(message);

/** Where a message goes: to all who hear its topic, or to those who hear of one id. */
export const subjectOf = (topic: Topic, id: string): string => `${topic}.${id}`;

export interface Bus {
  publish<T extends Topic>(topic: T, message: BusTopics[T]): void;
  /** Gives what ends it. */
  subscribe<T extends Topic>(topic: T, listener: (message: BusTopics[T]) => void): () => void;
  /** The same of what is said of one id alone. */
  subscribeTo<T extends TopicAboutSomebody>(
    topic: T,
    id: string,
    listener: (message: BusTopics[T]) => void,
  ): () => void;
  close(): Promise<void>;
}

/** NOTIFY refuses payloads from 8000 bytes on, MAC included; messages with lists are split below it by their publishers. */
export const BUS_MESSAGE_LIMIT = 7800;

interface LocalBus extends Bus {
  /** What others said, to those who hear the subject. */
  deliver(subject: string, message: unknown): void;
}

/** For tests and single-process use: delivers to this process only. */
export const createLocalBus = (): LocalBus => {
  const emitter = new EventEmitter().setMaxListeners(0);
  const listen = (subject: string, listener: (message: never) => void): (() => void) => {
    // As whoever listens: what it goes on to do is no part of the request that tells of it, neither in logs nor in traces.
    const hear = AsyncResource.bind(listener as (message: unknown) => void);
    emitter.on(subject, hear);
    return () => emitter.off(subject, hear);
  };
  return {
    publish: (topic, message) => {
      emitter.emit(topic, message);
      if (!isAboutSomebody(topic)) return;
      for (const [id, part] of partsOf(topic, message as never)) emitter.emit(subjectOf(topic, id), part);
    },
    subscribe: listen,
    subscribeTo: (topic, id, listener) => listen(subjectOf(topic, id), listener),
    deliver: (subject, message) => void emitter.emit(subject, message),
    close: async () => void emitter.removeAllListeners(),
  };
};
