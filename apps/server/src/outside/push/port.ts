/** Where a browser takes messages, as it gave it to us. */
interface PushTarget {
  readonly endpoint: string;
  /** The browser's public key and secret, base64url. */
  readonly p256dh: string;
  readonly auth: string;
}

interface PushMessage {
  /** Read by the service worker alone: it travels encrypted (RFC 8291). */
  readonly text: string;
  /** For how long the push service keeps it for a device that is off. */
  readonly ttlS: number;
}

/** Messages to browsers through their makers' push services. */
export interface PushSender {
  /** By which browsers know whose messages they take; base64url. */
  readonly publicKey: string;
  /** Whether an address is one of a push service: members name it, and our server calls it. */
  accepts(endpoint: string): boolean;
  /** `gone`: the browser takes no messages there any more; `refused`: not this one. @throws OutsideFailure when it may be tried again */
  send(target: PushTarget, message: PushMessage): Promise<'sent' | 'gone' | 'refused'>;
}
