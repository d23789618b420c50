import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import {
  addOperations,
  listOperations,
  type ChangeSetOperation,
} from '@annals/contracts/change-set-operations';
import {
  createChangeSet,
  deleteChangeSet,
  getChangeSet,
  submitChangeSet,
} from '@annals/contracts/change-sets';
import { type ChangeSet } from '@annals/contracts/change-set';
import { id } from '@annals/contracts/fields';
import {
  objectData,
  readableLine,
  referenceName,
  typeName,
} from '@annals/contracts/object-version';
import type { Operation } from '@annals/contracts/transactions';
import { formerVersion, proposedVersion } from '@annals/rules/version-diff/operation-versions';
import { citationOf, linkTo, withoutNulls } from './citation.ts';
import { objectId, partition, partitionIdOf, timelineId, versionOf } from './lookup.ts';
import { changesBetween } from './shown-values.ts';
import {
  describe,
  eachOf,
  readAt,
  tool,
  ToolError,
  type ToolContext,
  type Tool,
} from './tool-context.ts';

const maxOperations = 100;

const reference = z.union([
  z.strictObject({ name: referenceName, timelineId }),
  z.strictObject({
    name: referenceName,
    localName: describe(
      z.string().check(z.minLength(1), z.maxLength(100)),
      'The localName of an object that the same proposal creates.',
    ),
  }),
]);
const references = z.array(reference).check(z.maxLength(1000));
const basedOn = describe(
  objectId,
  'The objectId of the version that you have read and that this change is based on. If a newer one exists, reviewers see a conflict.',
);

const proposedOperation = z.discriminatedUnion(
  'operation',
  [
    z.strictObject({
      operation: z.literal('create'),
      type: typeName,
      objectData,
      references: z.optional(references),
      localName: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
    }),
    z.strictObject({
      operation: z.literal('newVersion'),
      timelineId,
      predecessorId: basedOn,
      objectData: describe(objectData, 'The whole data of the new version, not a part.'),
      references: z.optional(
        describe(references, 'All references of the new version. Default: those it has.'),
      ),
    }),
    z.strictObject({ operation: z.literal('end'), timelineId, predecessorId: basedOn }),
  ],
  'Must be create, newVersion or end.',
);

const proposeChanges = tool({
  name: 'propose_changes',
  title: 'Propose changes',
  description:
    'Creates a change set with proposed changes, which people review and commit. Writes nothing to the objects. The draft belongs to the owner of the token, who finds it at the returned link; with submit it is submitted for review at once.',
  input: z.strictObject({
    partition,
    title: describe(
      readableLine(200).check(z.minLength(1, 'Enter a title.')),
      'The changes in one line.',
    ),
    description: z.optional(
      describe(
        z.string().check(z.maxLength(10_000)),
        'The reason for the changes, and their sources.',
      ),
    ),
    reason: z.optional(
      describe(readableLine(1000), 'The reason of each version; by default the title.'),
    ),
    operations: z
      .array(proposedOperation)
      .check(
        z.minLength(1, 'Send at least one operation.'),
        z.maxLength(maxOperations, `Send at most ${maxOperations} operations.`),
      ),
    submit: z.optional(
      describe(z.boolean(), 'Submits it for review at once, instead of leaving a draft.'),
    ),
  }),
  readOnly: false,
  run: async (context, { partition: named, title, description, reason, operations, submit }) => {
    const { services } = context;
    const partitionId = await partitionIdOf(context, named);
    const operationInputs = await eachOf(operations, async (operation) => ({
      operationId: randomUUID(),
      operation: await operationOf(context, partitionId, operation),
    }));
    const { id: changeSetId } = await services.call(createChangeSet, {
      params: { partitionId },
      body: { title, description, reason: reason === '' ? undefined : reason },
    });
    const params = { partitionId, changeSetId };
    try {
      await services.call(addOperations, { params, body: { operations: operationInputs } });
    } catch (error) {
      // An empty draft would be useless.
      await services.call(deleteChangeSet, { params }).catch(() => undefined);
      throw error;
    }
    if (submit) await services.call(submitChangeSet, { params });
    return changeSetAnswer(context, partitionId, await services.call(getChangeSet, { params }));
  },
});

/** Includes the references that a new version keeps. */
async function operationOf(
  context: ToolContext,
  partitionId: string,
  proposed: z.output<typeof proposedOperation>,
): Promise<Operation> {
  if (proposed.operation === 'end') return proposed;
  if (proposed.operation === 'create' || proposed.references)
    return { ...proposed, references: proposed.references ?? [] };
  const base = await versionOf(context, partitionId, { objectId: proposed.predecessorId });
  if (base.timelineId !== proposed.timelineId)
    throw new ToolError(`${proposed.predecessorId} is a version of another object.`);
  const baseReferences = base.references.map(({ name, timelineId: target }) => ({
    name,
    timelineId: target,
  }));
  return { ...proposed, references: baseReferences };
}

const readChangeSet = tool({
  name: 'read_change_set',
  title: 'Read a change set',
  description:
    'Returns a proposal: whether it is a draft, in review, approved or committed, what it changes, what prevents the commit, and the comments of reviewers.',
  input: z.strictObject({
    partition,
    changeSetId: describe(id, 'The ID returned by propose_changes.'),
  }),
  readOnly: true,
  run: async (context, { partition: named, changeSetId }) => {
    const partitionId = await partitionIdOf(context, named);
    const set = await context.services.call(getChangeSet, { params: { partitionId, changeSetId } });
    return changeSetAnswer(context, partitionId, set);
  },
});

async function changeSetAnswer(context: ToolContext, partitionId: string, set: ChangeSet) {
  const { data, hasMore } = await context.services.call(listOperations, {
    params: { partitionId, changeSetId: set.id },
    query: { pageSize: maxOperations },
  });
  return {
    readAt: readAt(),
    changeSetId: set.id,
    partitionId,
    title: set.title,
    state: set.state,
    author: set.author,
    revision: set.revision,
    link: linkTo(context.consoleUrl, 'v1-partitions-partitionId-change-sets-changeSetId', {
      partitionId,
      changeSetId: set.id,
    }),
    ...(set.committed ? { committed: set.committed } : { committed: false }),
    requirements: set.requirements,
    reviews: set.reviews,
    operations: data.map((operation) => operationAnswer(context, partitionId, operation)),
    ...(hasMore ? { moreOperations: true } : {}),
  };
}

/** An operation with what it would change, or has changed. */
const operationAnswer = (
  context: ToolContext,
  partitionId: string,
  operation: ChangeSetOperation,
) => ({
  operationId: operation.operationId,
  operation: operation.operation,
  type: operation.type,
  ...withoutNulls({
    timelineId: operation.timelineId,
    localName: operation.localName,
    base: operation.base && citationOf(context, partitionId, operation.base),
    conflict: operation.conflict,
    committedVersion: operation.committedVersion,
  }),
  ...changesBetween(formerVersion(operation), proposedVersion(operation)),
  ...(operation.problems.length > 0 ? { problems: operation.problems } : {}),
});

/** Tools that only write drafts for people. */
export const proposeTools: readonly Tool[] = [proposeChanges, readChangeSet];
