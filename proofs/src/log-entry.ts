import type { SignedApproval } from './approval-signature.ts';
import { toBase64 } from './bytes.ts';
import { canonicalJson } from './canonical-json.ts';
import { leafHashOfText } from './merkle-tree.ts';

/** A JSON Schema was set or taken away. */
export interface SchemaEntry {
  kind: 'SCHEMA';
  type: string;
  /** Of the type's schema. */
  version: number;
  jsonSchema: Record<string, unknown> | null;
  changedDate: string;
  changedUserId: string;
}

/** The receipt of an erasure: what was sealed, and why. */
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
  /** Of the version. */
  objectId: string;
  /** Into `{objectData, reason, references}`. */
  pointer: string;
  /** The hash of the leaf in base64, which stays when value and salt are gone. */
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

/** A change set was committed: the versions that name it, which stand before it, are what was approved. */
export interface ChangeSetEntry {
  kind: 'CHANGE_SET';
  changeSetId: string;
  partitionId: string;
  /** Over its operations, in base64. */
  root: string;
  operationCount: number;
  revision: number;
  committedDate: string;
  committedUserId: string;
  /** With the last approval. */
  automatic: boolean;
  /** Why it was committed without the approvals that the rules ask for. */
  breakGlassReason: string | null;
  /** Of the rules by which it was committed; null before the first. */
  policyVersion: number | null;
  /** Those that counted. */
  approvals: {
    userId: string;
    approvedDate: string;
    signature: SignedApproval | null;
  }[];
}

/** An entry that is no version. */
export type OtherEntry = SchemaEntry | ErasureEntry | PolicyEntry | ChangeSetEntry;

/** Leaf of a log for a version: `{"kind":"VERSION","root":…}`. */
export const versionLeaf = (root: Uint8Array): Uint8Array => versionLeafOf(toBase64(root));

/** The same of a root in base64. */
export const versionLeafOf = (root: string): Uint8Array =>
  leafHashOfText(`{"kind":"VERSION","root":"${root}"}`);

/** Leaf of a log for what is no version: the RFC 8785 form of the entry. */
export const entryLeaf = (entry: OtherEntry): Uint8Array => leafHashOfText(canonicalJson(entry));

/** The text that is signed for a receipt: the origin of the log with the receipt's number, and the entry. */
export const receiptText = (origin: string, entry: ErasureEntry): string =>
  `${origin}/receipts/${entry.receipt}\n${canonicalJson(entry)}\n`;
