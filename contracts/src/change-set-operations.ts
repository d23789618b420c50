import * as z from 'zod/mini';
import { changeSet, changeSetParams, changeSetStates } from './change-set.ts';
import { changeSetPath, operationConflict } from './change-set-parts.ts';
import { fieldProblem, messageFields } from './problem.ts';
import { endpoint } from './endpoint.ts';
import { dateTime, id, pageOf, paging } from './fields.ts';
import { editor, objectVersion, reader } from './object-version.ts';
import { maximalOperations, operation } from './transactions.ts';

/** A stored operation, with what it changes. */
export const changeSetOperation = z.object({
  operationId: z.string(),
  operation: z.enum(['create', 'newVersion', 'end', 'restore']),
  localName: z.nullable(z.string()),
  /** The key under which later imports find an object that is created. */
  key: z.nullable(z.string()),
  type: z.string(),
  /** Null for a create that is not committed. */
  timelineId: z.nullable(z.string()),
  /** The version that a restore brings back. */
  objectId: z.nullable(z.string()),
  /** The content that the object will have; for a committed set, the content it got. */
  objectData: z.record(z.string(), z.unknown()),
  references: z.array(
    z.object({
      name: z.string(),
      /** One of both: the timeline, or the name of an operation of the set that creates the object. */
      timelineId: z.optional(z.string()),
      localName: z.optional(z.string()),
      // Of a version that has the reference: the base of an operation without content, or the committed one.
      type: z.optional(z.string()),
      objectId: z.optional(z.string()),
    }),
  ),
  /** The version that it is based on; null for a create. */
  predecessorId: z.nullable(z.string()),
  base: z.nullable(objectVersion),
  /** The newest version of the timeline, if it is not the base. */
  current: z.nullable(objectVersion),
  /** Why it cannot be committed as it is: others have written since. */
  conflict: z.nullable(operationConflict),
  /**
   * Violations of the JSON Schema of its type, invalid references, or an invalid key. Paths start at the operation:
   * `objectData.price`.
   */
  problems: z.array(fieldProblem),
  editedDate: dateTime,
  editedUserId: z.string(),
  editedUserName: z.nullable(z.string()),
  /** The version that it wrote; null until the set is committed. */
  committedVersion: z.nullable(z.object({ objectId: z.string(), sequence: z.number() })),
});

export type ChangeSetOperation = z.infer<typeof changeSetOperation>;

const operationParams = z.strictObject({ partitionId: id, changeSetId: id, operationId: id });

export const listOperations = endpoint({
  method: 'GET',
  path: `${changeSetPath}/operations`,
  shows: 'versions',
  summary:
    'Lists the operations of a change set in the order they were added, each with its base, the newest version, and its problems',
  access: reader,
  params: changeSetParams,
  query: z.strictObject(paging),
  response: pageOf(changeSetOperation),
});

export const addOperations = endpoint({
  method: 'POST',
  path: `${changeSetPath}/operations`,
  records: 'changeSet',
  summary:
    'Adds up to 1,000 operations at once, or replaces those with the same ID. Invalidates approvals',
  access: editor,
  params: changeSetParams,
  body: z.strictObject({
    operations: z
      .array(z.strictObject({ operationId: id, operation }))
      .check(z.minLength(1), z.maxLength(maximalOperations)),
  }),
  response: changeSet,
});

export const getOperation = endpoint({
  method: 'GET',
  path: `${changeSetPath}/operations/{operationId}`,
  shows: 'versions',
  summary: 'Returns an operation of a change set',
  access: reader,
  params: operationParams,
  response: changeSetOperation,
});

export const putOperation = endpoint({
  method: 'PUT',
  path: `${changeSetPath}/operations/{operationId}`,
  shows: 'versions',
  records: 'changeSet',
  summary:
    'Saves an operation under an ID chosen by the client; the last save wins. Problems are reported, not refused. Invalidates approvals',
  access: editor,
  params: operationParams,
  body: operation,
  response: changeSetOperation,
  repeatable: true,
});

export const deleteOperation = endpoint({
  method: 'DELETE',
  path: `${changeSetPath}/operations/{operationId}`,
  records: 'changeSet',
  summary: 'Removes an operation from a change set. Invalidates approvals',
  access: editor,
  params: operationParams,
  status: 204,
  response: z.void(),
  repeatable: true,
});

/** The result of an operation in a preview. */
export const previewedOperation = z.object({
  operationId: z.string(),
  operation: z.enum(['create', 'newVersion', 'end', 'restore']),
  type: z.string(),
  /** The id of an object that would be created, as in reads with changeSet; null if the operation is left out. */
  timelineId: z.nullable(z.string()),
  /** The version that it would write; null if it is left out. */
  objectId: z.nullable(z.string()),
  /** Why the commit would refuse it. Reads with changeSet show the partition without it. */
  leftOut: z.nullable(
    z.object({
      code: z.string(),
      ...messageFields,
      /** The path of the problem, if there is a single one: `objectData.price`. */
      path: z.nullable(z.string()),
    }),
  ),
});

export type PreviewedOperation = z.infer<typeof previewedOperation>;

export const previewChangeSet = endpoint({
  method: 'GET',
  path: `${changeSetPath}/preview`,
  shows: 'versions',
  summary:
    'Returns what each operation of a change set would write if it were committed now, and which are left out because the commit would refuse them. Reads of objects with changeSet show the same state. 409 once it is committed',
  access: reader,
  params: changeSetParams,
  response: z.object({
    title: z.string(),
    state: z.enum(changeSetStates),
    data: z.array(previewedOperation),
  }),
  mayConflict: true,
});
