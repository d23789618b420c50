import { toBase64 } from './bytes.ts';
import { leafHashOfText } from './merkle-tree.ts';
import { sha256OfText } from '#sha256';

/** From where an action came, which not everybody may see who may see the event. */
export interface EventSource {
  address: string | null;
  requestId: string | null;
  /** `session/<id>`, `token/<id>` or `command/<name>`: with what the actor acted. */
  credential: string | null;
}

/** An event of the audit log without its source. */
export interface ShownEvent {
  /** Random, so that the hash of an event tells nothing about those that are not shown with it. */
  id: string;
  /** RFC 3339 with microseconds. */
  at: string;
  action: string;
  actorId: string | null;
  subject: string | null;
  /** The user whom the event concerns. */
  userId: string | null;
  /** JSON, as it was written. */
  before: string | null;
  after: string | null;
}

/** An event of the audit log with everything that is proven of it. */
export type EventEntry = ShownEvent & EventSource;

/** SHA-256 in base64 of the RFC 8785 form of the source: an event can be proven without showing it. */
export const sourceHash = ({ address, credential, requestId }: EventSource): string =>
  toBase64(sha256OfText(JSON.stringify({ address, credential, requestId })));

/**
 * The RFC 8785 form of an event without its last value, for a database that adds it.
 * @param source its hash
 */
function textStart(event: Omit<ShownEvent, 'userId'>, source: string): string {
  const { action, actorId, after, at, before, id, subject } = event;
  const text = JSON.stringify({ action, actorId, after, at, before, id, source, subject });
  return `${text.slice(0, -1)},"userId":`;
}

export const eventTextStart = (event: Omit<EventEntry, 'userId'>): string =>
  textStart(event, sourceHash(event));

const shownText = (event: ShownEvent, source: string): string =>
  `${textStart(event, source)}${JSON.stringify(event.userId)}}`;

/** The RFC 8785 form of an event: what the chain of the audit log and its log are made of. */
export const eventText = (event: EventEntry): string => shownText(event, sourceHash(event));

/** Leaf of the log of events. */
export const eventLeaf = (event: EventEntry): Uint8Array => leafHashOfText(eventText(event));

/** The same of an event that is shown without its source. */
export const shownEventLeaf = (event: ShownEvent & { source: string }): Uint8Array =>
  leafHashOfText(shownText(event, event.source));
