import type { Approval } from './change-set-check.ts';
import type { Checkpoint } from './checkpoint.ts';
import type { Verdict } from './verdict.ts';

/** Trusted keys and checkpoints from another source, which the bundle is checked against. */
export interface Known {
  /** Verifier keys; the key of the service's log also covers the logs of its partitions. */
  keys?: readonly string[];
  /** Signed checkpoints. Those of other logs are ignored. */
  checkpoints?: readonly string[];
}

export interface Checked {
  verdict: Verdict;
  /** The checkpoint that the bundle is proven against, if it is signed. */
  checkpoint?: Checkpoint;
  /** The verifier key that signed the checkpoint. */
  key?: string;
  /** Whether a known key signed it. */
  keyKnown: boolean;
  /**
   * Whether the log continues a known checkpoint, either its own or one of the service's log in which an earlier state
   * of it is anchored: others have seen the same history up to then. False if none is known or comparable.
   */
  historyKnown: boolean;
  /** The size up to which the history is known. Only the key vouches for entries after it. */
  knownSize?: number;
  /** Index of the version in the log, if one is proven. */
  entry?: number;
  /** The events between two sizes of the log of events, if a part of the audit log is proven. */
  events?: { from: number; to: number };
  /** Approvals of the change set that the version was committed with; omitted for a direct write. */
  approvals?: Approval[];
  /** The conclusions of an auditor, if they are proven. */
  audit?: {
    userId: string;
    name: string;
    signedDate: string;
    entries: number;
    /** How many have which conclusion. */
    inOrder: number;
    findings: number;
    notJudged: number;
  };
  /** The checkpoint of the service's log in which a checkpoint of this log is anchored. */
  anchor?: Checkpoint;
}
