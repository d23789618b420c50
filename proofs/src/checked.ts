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
  /** Whether the log was compared with a known checkpoint of it: false when none is known, or nothing leads there. */
  historyKnown: boolean;
  /** Of the service's log, in which a checkpoint of this log stands. */
  anchor?: Checkpoint;
}
