/** One finished mail; templates and languages are the caller's business. */
export type Mail = {
  /** Stable across retries of the same mail: letters, digits, `.`, `_`, `-`; becomes the Message-ID. */
  messageId: string;
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
};

/** Sends or throws `OutsideFailure`: `refused` will never succeed, every other reason may be retried. */
export type Mailer = {
  kind: 'smtp' | 'eml';
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
};
