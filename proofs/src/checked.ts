import type { Approval } from './change-set-check.ts';
import type { Checkpoint } from './checkpoint.ts';
import type { Verdict } from './verdict.ts';

/** What a person has from elsewhere, and so need not believe the bundle. */
export interface Known {
  /** Verifier keys; one of the service's log stands for those of its partitions. */
  keys?: readonly string[];
  /** Signed checkpoints. Those of other logs are left aside. */
  checkpoints?: readonly string[];
}

export interface Checked {
  verdict: Verdict;
  /** What the bundle is proven against, when it is signed. */
  checkpoint?: Checkpoint;
  /** The verifier key that signed the checkpoint. */
  key?: string;
  /** Whether a known key signed it. */
  keyKnown: boolean;
  /**
   * Whether the log goes on from a known checkpoint, of its own or of the service's log in which an earlier state of it stands:
   * what it had by then is what others saw, too. False when none is known, or nothing leads there.
   */
  historyKnown: boolean;
  /** What it had by then, as far as it is known. Entries after it are vouched for by nobody but the key. */
  knownSize?: number;
  /** Index of the version in the log, where one is proven. */
  entry?: number;
  /** Of the change set that the version was committed with; left out for a version outside of change sets. */
  approvals?: Approval[];
  /** Of the service's log, in which a checkpoint of this log stands. */
  anchor?: Checkpoint;
}
