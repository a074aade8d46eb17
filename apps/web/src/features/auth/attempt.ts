export interface Attempts {
  /** The key to send with this body: the last one while the same thing is asked again, else a new one. */
  keyFor: (body: object) => string;
  /** The server has answered: the next attempt is a new one, even with the same body. */
  decided: () => void;
}

/**
 * Keys of the attempts of one form. After a lost answer the same body goes out under the same key, so that it has one effect
 * and the true outcome comes back; a refusal or a changed field starts a new attempt.
 */
export function makeAttempts(newKey: () => string): Attempts {
  let open: { key: string; body: string } | null = null;
  return {
    keyFor(body) {
      const text = JSON.stringify(body);
      if (open?.body !== text) open = { key: newKey(), body: text };
      return open.key;
    },
    decided() {
      open = null;
    },
  };
}
