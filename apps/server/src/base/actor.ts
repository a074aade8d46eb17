/**
 * Who does something: in the audit log, and beside every answer that is kept under a key. The text is the type, and the one form
 * in which an actor is written. Lines of the audit log from before 2026-11-22 name actors in other ways (`m42`, `cli`, `job`, an
 * operator's bare name) and stay as they are, for their hashes.
 */
export type Actor =
  /** By id. */
  | `member:${bigint}`
  /** By email; `operator:shell` is whoever typed before operators signed in. */
  | `operator:${string}`
  /** What runs by itself, by the name of what it does. */
  | `job:${string}`
  /** Nobody is signed in: by a digest of what they claim to be. */
  | `visitor:${string}`;
