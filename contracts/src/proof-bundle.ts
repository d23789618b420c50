import * as z from 'zod/mini';

// What the data service returns as proofs. Verifiers parse it with the stricter schemas of proofs/src, which import nothing
// of the contract; a test of the log keeps both alike.

const hash = z.string();
const path = z.array(hash);
const text = z.string();
const nullableText = z.nullable(text);
const count = z.number();
/** A signed note (c2sp.org/signed-note). */
const note = z.string();
const index = { index: count };

/** A version with everything its root is computed from. */
export const provenVersion = z.object({
  partitionId: text,
  timelineId: text,
  id: text,
  type: text,
  modificationCount: count,
  predecessorId: nullableText,
  predecessorRoot: z.nullable(hash),
  genesisDate: text,
  genesisUserId: text,
  modificationDate: text,
  modificationUserId: text,
  endedDate: nullableText,
  importedDate: nullableText,
  importedUserId: nullableText,
  objectData: z.record(text, z.unknown()),
  references: z.array(z.record(text, z.unknown())),
  /** The depth to which the data is split into leaves; 255 for all levels. */
  depth: count,
  /** The salts of the values that are not erased, in the order of their pointers, concatenated in hexadecimal. */
  salts: text,
  /** The erased values; the data contains null in their place. */
  sealed: z.array(z.object({ pointer: text, digest: hash, receipt: count })),
  reason: nullableText,
  changeSetId: nullableText,
});

const schemaEntry = z.object({
  kind: z.literal('SCHEMA'),
  type: text,
  version: count,
  jsonSchema: z.nullable(z.record(text, z.unknown())),
  changedDate: text,
  changedUserId: text,
});

const policyEntry = z.object({
  kind: z.literal('POLICY'),
  version: count,
  rules: z.array(
    z.object({
      types: z.nullable(z.array(text)),
      approvals: count,
      approvers: z.object({ roles: z.array(text), userIds: z.array(text) }),
      reasonRequired: z.boolean(),
      signatureRequired: z.boolean(),
    }),
  ),
  breakGlass: z.boolean(),
  changedDate: text,
  changedUserId: text,
});

/** The receipt of an erasure. */
export const erasureEntry = z.object({
  kind: z.literal('ERASURE'),
  receipt: count,
  partitionId: text,
  timelineId: text,
  erasedDate: text,
  erasedUserId: text,
  reason: text,
  legalBasis: text,
  sealed: z.array(z.object({ objectId: text, pointer: text, digest: hash })),
});

/** A committed change set, with its approvals. */
export const changeSetEntry = z.object({
  kind: z.literal('CHANGE_SET'),
  changeSetId: text,
  partitionId: text,
  root: hash,
  operationCount: count,
  revision: count,
  committedDate: text,
  committedUserId: text,
  automatic: z.boolean(),
  breakGlassReason: nullableText,
  policyVersion: z.nullable(count),
  approvals: z.array(
    z.object({
      userId: text,
      approvedDate: text,
      /** A JWS of the authentication service, and its key as a JWK (RFC 7517); null for an unsigned approval. */
      signature: z.nullable(
        z.object({
          jws: text,
          key: z.object({ kty: z.literal('EC'), crv: z.literal('P-256'), x: text, y: text }),
        }),
      ),
    }),
  ),
});

/** An entry of the log of a partition, with everything its hash is made from. */
export const logEntry = z.union([
  z.object({ ...index, version: provenVersion }),
  z.object({ ...index, entry: z.union([schemaEntry, policyEntry, changeSetEntry]) }),
  /** `note`: the receipt as it was signed. */
  z.object({ ...index, entry: erasureEntry, note }),
  /** What is stored of the entry is damaged, so its hash cannot be computed. */
  z.object(index),
]);

/**
 * A checkpoint of the log of the service that contains a checkpoint of the log of the partition: `text` at `index`, with
 * the proof that it is there, and the proof that one of both checkpoints of the partition continues the other.
 */
export const anchor = z.object({
  key: text,
  checkpoint: note,
  ...index,
  text,
  inclusion: path,
  consistency: path,
});

/** Proves that one version is in the log of its partition. */
export const objectProof = z.object({
  format: z.literal('annals-object-proof/1'),
  /** The verifier key that signed the checkpoint. */
  key: text,
  checkpoint: note,
  ...index,
  inclusion: path,
  /** The receipts of the erased values. */
  receipts: z.array(z.object({ ...index, inclusion: path, entry: erasureEntry, note })),
  /** The proof that the log continues from an earlier size; only if it was requested. */
  consistency: z.optional(z.object({ from: count, proof: path })),
  /** Omitted until a checkpoint of the partition is anchored. */
  anchor: z.optional(anchor),
  version: provenVersion,
  /** The log entry of the change set that the version was committed with, and the version's place under its root. */
  changeSet: z.optional(
    z.object({
      ...index,
      inclusion: path,
      entry: changeSetEntry,
      operation: z.object({ ...index, inclusion: path }),
    }),
  ),
  /** The names of users by id. The proof does not cover them, and whoever shows a name has to say so. */
  names: z.optional(z.record(text, text)),
});
