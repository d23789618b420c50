/** An event with all that a master sees of it, and with its link of the chain: `hash` is made of the one before and the event. */
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
  /** JSON, as it is hashed. */
  before: string | null;
  after: string | null;
  address: string | null;
  requestId: string | null;
  /** In hexadecimal. */
  hash: string;
  previousHash: string;
};

/** Gives events to who watches the audit log from outside; resolves when they were taken. */
export type SendEvents = (events: readonly ChainedEvent[]) => Promise<void>;
