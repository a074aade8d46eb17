import { createHash } from 'node:crypto';

/** A name that is no hash is never looked for: it could lead anywhere. */
export const HASH = /^[0-9a-f]{64}$/;
export const hashOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

/**
 * Private files by the SHA-256 of their content (64 hex digits): the same content is kept once and never changes.
 * Who may read one is the caller's business. Throws `OutsideFailure`; `malformed` means that a file no longer is what its
 * name says.
 */
export type FileStore = {
  kind: 'disk' | 's3';
  /** Keeps the content, whole or not at all, and gives its hash. */
  put(content: Buffer): Promise<string>;
  /** Null when there is no such file. */
  get(hash: string): Promise<Buffer | null>;
  /** Takes it away; nothing where there is none. */
  remove(hash: string): Promise<void>;
};
