import * as z from 'zod/mini';
import { signedApproval } from './approval-signature.ts';
import { reasonPointer } from './properties.ts';

// Strict throughout: what a proof does not cover does not stand in a bundle, but for the names of users.

const hash = z.string().check(z.maxLength(64));
/** The path of a proof: one hash for each level of the tree at most, and no tree has so many. */
const path = z.array(hash).check(z.maxLength(64));
const text = z.string();
const nullableText = z.nullable(z.string());
const count = z.int().check(z.minimum(0));
const note = z.string();

const commonOfVersions = {
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
  objectData: z.record(z.string(), z.unknown()),
  references: z.array(z.record(z.string(), z.unknown())),
  /** Levels of the data that are taken apart; 255 for all. */
  depth: count,
  /** Of the values that are not erased, in the order of their pointers, all together in hexadecimal. */
  salts: text,
  /** The values that are erased: null stands in their place. */
  sealed: z.array(z.strictObject({ pointer: text, digest: hash, receipt: count })),
};

/** A version with all that its root is made from. */
export const provenVersion = z.strictObject({
  ...commonOfVersions,
  reason: nullableText,
  changeSetId: nullableText,
});
/** From before versions had reasons and change sets, of which it proves nothing. */
const provenVersion1 = z.strictObject({
  ...commonOfVersions,
  reason: z.optional(z.never()),
  changeSetId: z.optional(z.never()),
});
export type ProvenVersion = Omit<z.infer<typeof provenVersion>, 'reason' | 'changeSetId'> & {
  reason?: string | null | undefined;
  changeSetId?: string | null | undefined;
};

export const schemaEntry = z.strictObject({
  kind: z.literal('SCHEMA'),
  type: text,
  version: count,
  jsonSchema: z.nullable(z.record(z.string(), z.unknown())),
  changedDate: text,
  changedUserId: text,
});

export const erasureEntry = z.strictObject({
  kind: z.literal('ERASURE'),
  receipt: count,
  partitionId: text,
  timelineId: text,
  erasedDate: text,
  erasedUserId: text,
  reason: text,
  legalBasis: text,
  sealed: z.array(z.strictObject({ objectId: text, pointer: text, digest: hash })),
});

export const policyEntry = z.strictObject({
  kind: z.literal('POLICY'),
  version: count,
  rules: z.array(
    z.strictObject({
      types: z.nullable(z.array(text)),
      approvals: count,
      approvers: z.strictObject({ roles: z.array(text), userIds: z.array(text) }),
      reasonRequired: z.boolean(),
      signatureRequired: z.boolean(),
    }),
  ),
  breakGlass: z.boolean(),
  changedDate: text,
  changedUserId: text,
});

export const changeSetEntry = z.strictObject({
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
    z.strictObject({
      userId: text,
      approvedDate: text,
      signature: z.nullable(signedApproval),
    }),
  ),
});

const index = { index: count };

export const versionLine = z.strictObject({ ...index, version: provenVersion });
export const versionLine1 = z.strictObject({ ...index, version: provenVersion1 });
export const schemaLine = z.strictObject({ ...index, entry: schemaEntry });
export const policyLine = z.strictObject({ ...index, entry: policyEntry });
export const changeSetLine = z.strictObject({ ...index, entry: changeSetEntry });
/** `note`: the receipt as it was signed. */
export const erasureLine = z.strictObject({ ...index, entry: erasureEntry, note });

/** One leaf of a partition's log with all that it is made from. */
export type LogEntry =
  | { index: number; version: ProvenVersion }
  | z.infer<typeof schemaLine>
  | z.infer<typeof policyLine>
  | z.infer<typeof changeSetLine>
  | z.infer<typeof erasureLine>;

/**
 * A checkpoint of the service's own log, in which a checkpoint of the partition's log stands: `text` at `index`, with the
 * proof that it is there, and the one that the bundle's checkpoint goes on from it (or it from the bundle's).
 */
export const anchor = z.strictObject({
  key: text,
  checkpoint: note,
  ...index,
  text,
  inclusion: path,
  consistency: path,
});
export type Anchor = z.infer<typeof anchor>;

export const objectProofFormat = 'annals-object-proof/4';
export const partitionProofFormat = 'annals-partition-proof/4';

// Bundles are kept for years: those of earlier formats verify for good. The first is from before reasons and change sets, the
// second from before what was approved stood in the log, the third from before a reason could be erased.
const objectProofFormat1 = 'annals-object-proof/1';
const objectProofFormat2 = 'annals-object-proof/2';
const objectProofFormat3 = 'annals-object-proof/3';
export const partitionProofFormat1 = 'annals-partition-proof/1';
const partitionProofFormat2 = 'annals-partition-proof/2';
const partitionProofFormat3 = 'annals-partition-proof/3';
export const partitionProofFormats: readonly unknown[] = [
  partitionProofFormat,
  partitionProofFormat3,
  partitionProofFormat2,
  partitionProofFormat1,
];

const commonOfObjectProofs = {
  /** The verifier key that is said to have signed the checkpoint. */
  key: text,
  checkpoint: note,
  ...index,
  inclusion: path,
  /** Of the values that are erased. */
  receipts: z.array(z.strictObject({ ...index, inclusion: path, entry: erasureEntry, note })),
  /** That the log goes on from an earlier size the caller knows. */
  consistency: z.optional(z.strictObject({ from: count, proof: path })),
  anchor: z.optional(anchor),
};

/** That one version stands in the log of its partition. */
export const objectProof = z.strictObject({
  format: z.literal(objectProofFormat),
  ...commonOfObjectProofs,
  version: provenVersion,
  /** What the version was committed with: its entry in the log, and the version's place in the root of that. */
  changeSet: z.optional(
    z.strictObject({
      ...index,
      inclusion: path,
      entry: changeSetEntry,
      operation: z.strictObject({ ...index, inclusion: path }),
    }),
  ),
  /** What the service calls the users, by their ids. No proof covers it: whoever shows a name says so beside it. */
  names: z.optional(z.record(text, text)),
});
const objectProof3 = z.extend(objectProof, { format: z.literal(objectProofFormat3) });
const objectProof2 = z.strictObject({
  format: z.literal(objectProofFormat2),
  ...commonOfObjectProofs,
  version: provenVersion,
  changeSet: z.optional(z.never()),
  names: z.optional(z.record(text, text)),
});
const objectProof1 = z.strictObject({
  format: z.literal(objectProofFormat1),
  ...commonOfObjectProofs,
  version: provenVersion1,
  changeSet: z.optional(z.never()),
  names: z.optional(z.never()),
});
export type ObjectProof = Omit<z.infer<typeof objectProof>, 'format' | 'version'> & {
  format:
    | typeof objectProofFormat
    | typeof objectProofFormat3
    | typeof objectProofFormat2
    | typeof objectProofFormat1;
  version: ProvenVersion;
};

/** What a bundle calls a user; undefined where it gives no name. */
export const nameIn = ({ names = {} }: Pick<ObjectProof, 'names'>, userId: string) =>
  Object.hasOwn(names, userId) ? names[userId] || undefined : undefined;

/** When and by whom the reason of the version was erased, by the receipt; undefined where it was not. */
export function reasonErasureIn({
  version,
  receipts,
}: Pick<ObjectProof, 'version' | 'receipts'>): z.infer<typeof erasureEntry> | undefined {
  const sealed = version.sealed.find(({ pointer }) => pointer === reasonPointer);
  return receipts.find(({ entry }) => entry.receipt === sealed?.receipt)?.entry;
}

/** The shapes of proofs of a version by their format. */
export const objectProofs = new Map<unknown, z.ZodMiniType<ObjectProof>>([
  [objectProofFormat, objectProof],
  [objectProofFormat3, objectProof3],
  [objectProofFormat2, objectProof2],
  [objectProofFormat1, objectProof1],
]);

/** Whether bundles of this format prove what was approved with a change set. */
export const provesChangeSets = (format: unknown): boolean =>
  format === objectProofFormat ||
  format === objectProofFormat3 ||
  format === partitionProofFormat ||
  format === partitionProofFormat3;

export const formatOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'format' in value ? value.format : undefined;

/** The first line of a partition's bundle; the entries of its log follow, one in a line. */
export const partitionProofHead = z.strictObject({
  format: z.union([
    z.literal(partitionProofFormat),
    z.literal(partitionProofFormat3),
    z.literal(partitionProofFormat2),
    z.literal(partitionProofFormat1),
  ]),
  key: text,
  checkpoint: note,
  anchor: z.optional(anchor),
});
export type PartitionProofHead = z.infer<typeof partitionProofHead>;
