import type { ServiceMessage } from '@annals/contracts/messages';
import type { AccessHolder } from '@annals/contracts/user-administration';
import type { UnparsedRows } from '@annals/kit/database/unparsed-rows';
import type { LogSnapshot } from '../log/checkpoints.ts';
import type { LogKeyOptions } from '../log/log-key.ts';
import type { SearchLimits } from '../search/search-limits.ts';
import type { EvidenceRequest } from './evidence-content.ts';

/** What the process of a file starts with. */
export interface EvidenceOrder {
  request: Omit<EvidenceRequest, 'access' | 'log'>;
  log: Omit<LogSnapshot, 'subtrees'>;
  /** Undefined if roles are unknown. */
  access: { isComplete: boolean } | undefined;
  limits: SearchLimits;
  verifier: Uint8Array | undefined;
  /** The proof of the members, as a file. */
  membersProof: string | undefined;
  /** Keys that are stored outside of the database. */
  keys: Pick<LogKeyOptions, 'given' | 'former'>;
}

/** What the process asks of the server, which alone has the database and knows who may read. */
export interface ServerCalls {
  query: (statement: {
    strings: readonly string[];
    values: readonly unknown[];
    name: string | undefined;
    hasCustomPlan: boolean;
  }) => Promise<UnparsedRows>;
  requireReader: () => Promise<void>;
  page: (
    asOf: string,
    cursor: string | undefined,
  ) => Promise<{
    data: AccessHolder[];
    nextCursor: string | null;
  }>;
  expect: (steps: number) => Promise<void>;
  step: (steps: number) => Promise<void>;
  /** Resolves when the reader has room for more. */
  write: (piece: Uint8Array) => Promise<void>;
}

export type FromServer =
  | { order: EvidenceOrder }
  | { reply: number; value: unknown }
  /** The server knows why. */
  | { reply: number; failed: true };

export type FromProcess =
  | { call: number; name: keyof ServerCalls; values: unknown[] }
  | { finished: true }
  | { failed: { status: number; code: string; explanation: ServiceMessage } | string };
