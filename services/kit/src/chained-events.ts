/**
 * An event with everything a master sees of it, and its link in the chain: `hash` covers the previous one and the
 * event.
 */
export type ChainedEvent = {
  seq: number;
  id: string;
  /** RFC 3339 with microseconds, as it is hashed. */
  at: string;
  action: string;
  actorId: string | null;
  actorName: string | null;
  subject: string | null;
  subjectName: string | null;
  /** The user whom the event concerns. */
  userId: string | null;
  /** JSON, as it is hashed. */
  before: string | null;
  after: string | null;
  address: string | null;
  requestId: string | null;
  /** `session/<id>` or `token/<id>`. */
  credential: string | null;
  /** In hexadecimal. */
  hash: string;
  previousHash: string;
};

/** Passes events to an external observer of the audit log; resolves when they were accepted. */
export type SendEvents = (events: readonly ChainedEvent[]) => Promise<void>;
