/** Sends what lies in the outbox. */
export interface Post {
  /** To be called after a transaction that put something into the outbox. */
  wake(): void;
  close(): Promise<void>;
}
