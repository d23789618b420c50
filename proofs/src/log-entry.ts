import type { SignedApproval } from './approval-signature.ts';
import { toBase64 } from './bytes.ts';
import { canonicalJson } from './canonical-json.ts';
import { leafHashOfText } from './merkle-tree.ts';

/** A JSON Schema was set or removed. */
export interface SchemaEntry {
  kind: 'SCHEMA';
  type: string;
  /** The version of the type's schema. */
  version: number;
  jsonSchema: Record<string, unknown> | null;
  changedDate: string;
  changedUserId: string;
}

/** The receipt of an erasure: what was erased, and why. */
export interface ErasureEntry {
  kind: 'ERASURE';
  /** Its number within the partition, from 1. */
  receipt: number;
  partitionId: string;
  timelineId: string;
  erasedDate: string;
  erasedUserId: string;
  reason: string;
  legalBasis: string;
  sealed: SealedValue[];
}

export interface SealedValue {
  /** The id of the version. */
  objectId: string;
  /** A pointer into `{objectData, reason, references}`. */
  pointer: string;
  /** The hash of the leaf in base64, which remains after value and salt are erased. */
  digest: string;
}

/** The rules of changes were set. */
export interface PolicyEntry {
  kind: 'POLICY';
  /** From 1. */
  version: number;
  rules: {
    /** Null: all types that no other rule names. */
    types: string[] | null;
    approvals: number;
    approvers: { roles: string[]; userIds: string[] };
    reasonRequired: boolean;
    signatureRequired: boolean;
  }[];
  breakGlass: boolean;
  changedDate: string;
  changedUserId: string;
}

/** A change set was committed: the preceding versions that name it are what was approved. */
export interface ChangeSetEntry {
  kind: 'CHANGE_SET';
  changeSetId: string;
  partitionId: string;
  /** The root hash over its operations, in base64. */
  root: string;
  operationCount: number;
  revision: number;
  committedDate: string;
  committedUserId: string;
  /** Committed by the last approval. */
  automatic: boolean;
  /** Why it was committed without the approvals that the rules require. */
  breakGlassReason: string | null;
  /** The version of the rules it was committed under; null before the first. */
  policyVersion: number | null;
  /** The approvals that counted. */
  approvals: {
    userId: string;
    approvedDate: string;
    signature: SignedApproval | null;
  }[];
}

/** An entry other than a version. */
export type OtherEntry = SchemaEntry | ErasureEntry | PolicyEntry | ChangeSetEntry;

/** Leaf of a log for a version: `{"kind":"VERSION","root":…}`. */
export const versionLeaf = (root: Uint8Array): Uint8Array => versionLeafOf(toBase64(root));

/** The same for a root in base64. */
export const versionLeafOf = (root: string): Uint8Array =>
  leafHashOfText(`{"kind":"VERSION","root":"${root}"}`);

/** Leaf of a log for an entry other than a version: the RFC 8785 form of the entry. */
export const entryLeaf = (entry: OtherEntry): Uint8Array => leafHashOfText(canonicalJson(entry));

/** The text that is signed for a receipt: the origin of the log with the receipt's number, and the entry. */
export const receiptText = (origin: string, entry: ErasureEntry): string =>
  `${origin}/receipts/${entry.receipt}\n${canonicalJson(entry)}\n`;
