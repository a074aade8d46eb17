/** The newest line of the audit log at some moment: its number, which is how many there are, and its hash. */
export interface AnchoredHead {
  readonly id: bigint;
  /** Hexadecimal. */
  readonly hash: string;
}

/** A place outside of the database that keeps heads of the audit log, so that its end cannot be cut off unseen. */
export interface AuditAnchor {
  /**
   * Keeps it for good, or throws.
   * @param accepted what does not hold before it, as an operator knows; a place may tell it
   */
  put(head: AnchoredHead, at: Date, accepted: readonly string[]): Promise<void>;
  /** All that it can tell; a place that nobody can read from here, like a mailbox, gives none. */
  list(): Promise<AnchoredHead[]>;
}
