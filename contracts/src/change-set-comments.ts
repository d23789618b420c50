import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { dateTime, id, pageOf, paging, text } from './fields.ts';
import { dataPath, reader } from './object-version.ts';
import { changeSetPath } from './change-set-parts.ts';
import { changeSetParams } from './change-set.ts';
import { messageCode } from './message-code.ts';

export const changeSetComment = z.object({
  id: z.string(),
  text: z.string(),
  /** The subject: the set, an operation, or a path in its data. */
  operationId: z.nullable(z.string()),
  path: z.nullable(z.string()),
  userId: z.string(),
  userName: z.nullable(z.string()),
  date: dateTime,
  /** The revision of the set at that time. */
  revision: z.number(),
  resolvedDate: z.nullable(dateTime),
  resolvedUserId: z.nullable(z.string()),
  resolvedUserName: z.nullable(z.string()),
});

export type ChangeSetComment = z.infer<typeof changeSetComment>;

export const listChangeSetComments = endpoint({
  method: 'GET',
  path: `${changeSetPath}/comments`,
  summary: 'Lists the comments on a change set, oldest first',
  access: reader,
  params: changeSetParams,
  query: z.strictObject(paging),
  response: pageOf(changeSetComment),
});

export const addChangeSetComment = endpoint({
  method: 'POST',
  path: `${changeSetPath}/comments`,
  records: 'changeSet',
  summary: 'Comments on a change set, an operation, or a path in its data',
  access: reader,
  params: changeSetParams,
  body: z.strictObject({
    text: text(1, 5000).check(z.trim(), z.minLength(1, messageCode('enterComment'))),
    operationId: z.optional(id),
    path: z.optional(dataPath),
  }),
  status: 201,
  response: changeSetComment,
});

export const resolveChangeSetComment = endpoint({
  method: 'PATCH',
  path: `${changeSetPath}/comments/{commentId}`,
  records: 'changeSet',
  summary: 'Resolves a comment, or reopens it',
  access: reader,
  params: z.strictObject({ partitionId: id, changeSetId: id, commentId: id }),
  body: z.strictObject({ resolved: z.boolean() }),
  response: changeSetComment,
});
