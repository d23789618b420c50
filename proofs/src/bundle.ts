import * as z from 'zod/mini';
import { signedApproval } from './approval-signature.ts';
import { conclusions } from './audit-sample.ts';
import { reasonPointer } from './properties.ts';

// Strict throughout: a bundle contains nothing that the proof does not cover, except the names of users.

const hash = z.string().check(z.maxLength(64));
/** The path of a proof: at most one hash for each level of the tree, and no tree is that deep. */
const path = z.array(hash).check(z.maxLength(64));
const text = z.string();
const nullableText = z.nullable(z.string());
const count = z.int().check(z.minimum(0));
const note = z.string();

/** A version with everything its root is computed from. */
export const provenVersion = z.strictObject({
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
  /** The depth to which the data is split into leaves; 255 for all levels. */
  depth: count,
  /** The salts of the values that are not erased, in the order of their pointers, concatenated in hexadecimal. */
  salts: text,
  /** The erased values; the data contains null in their place. */
  sealed: z.array(z.strictObject({ pointer: text, digest: hash, receipt: count })),
  reason: nullableText,
  changeSetId: nullableText,
});
export type ProvenVersion = z.infer<typeof provenVersion>;

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
export const schemaLine = z.strictObject({ ...index, entry: schemaEntry });
export const policyLine = z.strictObject({ ...index, entry: policyEntry });
export const changeSetLine = z.strictObject({ ...index, entry: changeSetEntry });
/** `note`: the receipt as it was signed. */
export const erasureLine = z.strictObject({ ...index, entry: erasureEntry, note });

/** One leaf of a partition's log with everything it is computed from. */
export type LogEntry =
  | z.infer<typeof versionLine>
  | z.infer<typeof schemaLine>
  | z.infer<typeof policyLine>
  | z.infer<typeof changeSetLine>
  | z.infer<typeof erasureLine>;

/**
 * A checkpoint of the service's own log that contains a checkpoint of the partition's log: `text` at `index`, with the
 * proof that it is there, and the proof that the bundle's checkpoint continues it (or it the bundle's).
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

export const objectProofFormat = 'annals-object-proof/1';
export const partitionProofFormat = 'annals-partition-proof/1';

/** Proves that one version is in the log of its partition. */
export const objectProof = z.strictObject({
  format: z.literal(objectProofFormat),
  /** The verifier key that is said to have signed the checkpoint. */
  key: text,
  checkpoint: note,
  ...index,
  inclusion: path,
  /** The receipts of the erased values. */
  receipts: z.array(z.strictObject({ ...index, inclusion: path, entry: erasureEntry, note })),
  /** The proof that the log continues from an earlier size that the caller knows. */
  consistency: z.optional(z.strictObject({ from: count, proof: path })),
  anchor: z.optional(anchor),
  version: provenVersion,
  /** The log entry of the change set that the version was committed with, and the version's place under its root. */
  changeSet: z.optional(
    z.strictObject({
      ...index,
      inclusion: path,
      entry: changeSetEntry,
      operation: z.strictObject({ ...index, inclusion: path }),
    }),
  ),
  /** The names of users by id. The proof does not cover them, and whoever shows a name has to say so. */
  names: z.optional(z.record(text, text)),
});
export type ObjectProof = z.infer<typeof objectProof>;

/** The name of a user in the bundle; undefined if it has none. */
export const nameIn = ({ names = {} }: Pick<ObjectProof, 'names'>, userId: string) =>
  Object.hasOwn(names, userId) ? names[userId] || undefined : undefined;

/** When and by whom the reason of the version was erased, according to the receipt; undefined if it was not. */
export function reasonErasureIn({
  version,
  receipts,
}: Pick<ObjectProof, 'version' | 'receipts'>): z.infer<typeof erasureEntry> | undefined {
  const sealed = version.sealed.find(({ pointer }) => pointer === reasonPointer);
  return receipts.find(({ entry }) => entry.receipt === sealed?.receipt)?.entry;
}

export const formatOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'format' in value ? value.format : undefined;

/** The first line of a partition's bundle; the entries of its log follow, one per line. */
export const partitionProofHead = z.strictObject({
  format: z.literal(partitionProofFormat),
  key: text,
  checkpoint: note,
  anchor: z.optional(anchor),
});
export type PartitionProofHead = z.infer<typeof partitionProofHead>;

export const eventsProofFormat = 'annals-events-proof/1';

/** An event without its source. */
const shownEvent = {
  id: text,
  at: text,
  action: text,
  actorId: nullableText,
  subject: nullableText,
  userId: nullableText,
  before: nullableText,
  after: nullableText,
};

export const eventEntry = z.strictObject({
  ...shownEvent,
  address: nullableText,
  requestId: nullableText,
  credential: nullableText,
});

/**
 * The first line of a part of the audit log; all events from the size `from` to the checkpoint follow, one per line.
 */
export const eventsProofHead = z.strictObject({
  format: z.literal(eventsProofFormat),
  key: text,
  checkpoint: note,
  /** The log before the first event of the part: its size and the roots of its complete subtrees, the largest first. */
  from: z.strictObject({ size: count, frontier: path }),
  anchor: z.optional(anchor),
});
export type EventsProofHead = z.infer<typeof eventsProofHead>;

export const membershipProofFormat = 'annals-membership-proof/1';

/** The first line of the proof of a partition's members: the events about them follow, oldest first, one per line. */
export const membershipProofHead = z.strictObject({
  format: z.literal(membershipProofFormat),
  partitionId: text,
  /** The members at this moment follow from the events up to it. */
  moment: text,
  key: text,
  checkpoint: note,
  anchor: z.optional(anchor),
});
export type MembershipProofHead = z.infer<typeof membershipProofHead>;

export const memberEventLine = z.strictObject({
  ...index,
  inclusion: path,
  event: z.strictObject({
    ...shownEvent,
    /** The hash of the address, the request and the credential, which are not shown. */
    source: hash,
  }),
});
export type MemberEventLine = z.infer<typeof memberEventLine>;

export const auditResultFormat = 'annals-audit-result/1';

/**
 * The result of an auditor's sample: announced, drawn, judged, signed. It has hashes of the entries instead of their
 * content, so it can be handed to everybody, and nothing in it has to be erased.
 */
export const auditResult = z.strictObject({
  format: z.literal(auditResultFormat),
  partitionId: text,
  sampleId: text,
  /** What was drawn from: the entries from an index up to the size of the checkpoint. */
  population: z.strictObject({
    key: text,
    checkpoint: note,
    from: count,
    count,
    anchor: z.optional(anchor),
  }),
  /** The event that announced the sample, and the checkpoint of the log of events that ends with it. */
  announcement: z.strictObject({
    key: text,
    checkpoint: note,
    ...index,
    inclusion: path,
    event: memberEventLine.shape.event,
  }),
  commitment: hash,
  number: text,
  algorithm: z.array(text),
  /** In the order of the draw. */
  items: z.array(
    z.strictObject({
      ...index,
      /** The hash of the entry. */
      leaf: hash,
      inclusion: path,
      conclusion: z.enum(conclusions),
      note: text,
    }),
  ),
  signature: signedApproval,
});
export type AuditResult = z.infer<typeof auditResult>;

export const eventLine = z.strictObject({ ...index, event: eventEntry });
export type EventLine = z.infer<typeof eventLine>;
