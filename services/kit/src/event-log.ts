import type { ShownEvent } from '@annals/proofs/event-entry';
import type { Queryable } from './database/database.ts';
import type { Report } from './verification/facts.ts';

/**
 * Reads the hashes of the events of the audit log in a range of indexes; `to` is exclusive. Fewer if there are fewer
 * events.
 */
export type ReadEventLeaves = (
  database: Queryable,
  from: number,
  to: number,
) => Promise<Uint8Array[]>;

/** An event about a partition as whoever may read the partition may see it. */
export interface PartitionEvent {
  /** In the log of events. */
  index: number;
  /** With the hash of its source. */
  event: ShownEvent & { source: string };
}

/** Reads the events of a kind about a partition, oldest first. */
export type ReadPartitionEvents = (
  database: Queryable,
  partitionId: string,
  limit: number,
) => Promise<PartitionEvent[]>;

/** Finds the event that announces a sample of an auditor; undefined before it is recorded. */
export type FindAnnouncement = (
  database: Queryable,
  partitionId: string,
  sampleId: string,
) => Promise<PartitionEvent | undefined>;

export type EventChainCheck = (
  | { intact: true; count: number }
  /** `seq` is the first event that is altered, missing or surplus. */
  | { intact: false; seq: number; reason: string }
) & {
  /**
   * Events that a search for words finds by something else than what they say, if there are any: the first of them, if
   * there are many.
   */
  misindexed?: readonly number[];
};

/** The stored events of the audit log, for a verification. */
export interface StoredEvents {
  readLeaves: ReadEventLeaves;
  /** Verifies the chain of events and names the first bad one. */
  verifyChain(database: Queryable): Promise<EventChainCheck>;
  /** Those about the creation and the members of a partition. */
  readMembers: ReadPartitionEvents;
  /** Those about its creation, its name and its settings. */
  readSettings: ReadPartitionEvents;
  /** Those about the creation and the receivers of its webhooks. */
  readWebhooks: ReadPartitionEvents;
  /** Those about the settings of its record of reads. */
  readRecordings: ReadPartitionEvents;
  /** Those about its samples of auditors. */
  readSamples: ReadPartitionEvents;
  /** Compares who may do what, as it is stored beside them, with the events that say so. */
  checkAccess(database: Queryable, report: Report): Promise<void>;
}

/** What proves a part of the audit log, besides its events. */
export interface EventsProof {
  /** The verifier key that signed the checkpoint. */
  key: string;
  /** The signed checkpoint of the log of events, at the end of the part. */
  checkpoint: string;
  /** The log before the first event of the part: its size and the roots of its complete subtrees in base64. */
  from: { size: number; frontier: string[] };
  /** Its size at the end of the part. */
  size: number;
  /** The newest checkpoint of the log of events in the log of the service; null before the first. */
  anchor: {
    key: string;
    checkpoint: string;
    index: number;
    text: string;
    inclusion: string[];
    consistency: string[];
  } | null;
}

/**
 * Proves the events between two sizes of their log.
 * @param range.to omitted: the current size
 * @param range.serviceSize the anchor is proven against this size of the log of the service; default: its current size
 * @throws Problem 400 for sizes that the log has not reached, or that are not in order
 */
export type ProveEvents = (range: {
  from: number;
  to?: number | undefined;
  serviceSize?: number | undefined;
}) => Promise<EventsProof>;
