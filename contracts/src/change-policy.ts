import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { asOf, dateTime, id, pageOf, paging } from './fields.ts';
import { owner, reader, typeName } from './object-version.ts';
import { partitionParams } from './partitions.ts';
import { namedUser } from './change-set-parts.ts';
import { messageCode } from './message-code.ts';

export const approvingRoles = ['EDITOR', 'OWNER'] as const;

export type ApprovingRole = (typeof approvingRoles)[number];

const maxApprovals = 5;

/** What changes to objects of some types require. */
export const changeRule = z.object({
  /** Null: all types that no other rule names. */
  types: z.nullable(z.array(z.string())),
  /** How many people have to approve. 0: everyone who may write can write directly. */
  approvals: z.number(),
  /** Who may approve. Never the author, a contributor, or somebody who is no longer a member. */
  approvers: z.object({
    roles: z.array(z.enum(approvingRoles)),
    users: z.array(namedUser),
  }),
  reasonRequired: z.boolean(),
  /** Whether only signed approvals count. */
  signatureRequired: z.boolean(),
});

export type ChangeRule = z.infer<typeof changeRule>;

/** The rules for changing objects of a partition. */
export const changePolicy = z.object({
  /** Empty: everyone who may write can write directly. */
  rules: z.array(changeRule),
  /** Whether a master may commit without the approvals. */
  breakGlass: z.boolean(),
  /** 0 before the first change. */
  version: z.number(),
  changedDate: z.nullable(dateTime),
  changedUserId: z.nullable(z.string()),
  changedUserName: z.nullable(z.string()),
});

export type ChangePolicy = z.infer<typeof changePolicy>;

export const newChangeRule = z.strictObject({
  types: z.nullable(
    z.array(typeName).check(z.minLength(1, messageCode('nameType')), z.maxLength(50)),
  ),
  approvals: z.int().check(z.minimum(0), z.maximum(maxApprovals)),
  approvers: z._default(
    z.strictObject({
      roles: z._default(z.array(z.enum(approvingRoles)).check(z.maxLength(2)), []),
      userIds: z._default(z.array(id).check(z.maxLength(20)), []),
    }),
    { roles: [], userIds: [] },
  ),
  reasonRequired: z._default(z.boolean(), false),
  signatureRequired: z._default(z.boolean(), false),
});

export const getChangePolicy = endpoint({
  method: 'GET',
  path: '/v1/partitions/{partitionId}/change-policy',
  summary: 'Returns the rules for changing objects of the partition, with who set them and when',
  access: reader,
  params: partitionParams,
  query: z.strictObject(asOf),
  response: changePolicy,
});

export const putChangePolicy = endpoint({
  method: 'PUT',
  path: '/v1/partitions/{partitionId}/change-policy',
  records: ['changePolicy.changed'],
  summary:
    'Sets the rules for changing objects of the partition: for each type, how many people approve, who, and whether a reason or signatures are required. Writes that a rule does not allow are refused with change_set_required or reason_required',
  access: owner,
  params: partitionParams,
  body: z.strictObject({
    rules: z.array(newChangeRule).check(z.maxLength(20)),
    breakGlass: z._default(z.boolean(), false),
  }),
  response: changePolicy,
  repeatable: true,
  takesIfMatch: true,
});

export const changePolicyHistory = endpoint({
  method: 'GET',
  path: '/v1/partitions/{partitionId}/change-policy/history',
  summary: 'Lists the current and earlier rules, newest first',
  access: reader,
  params: partitionParams,
  query: z.strictObject(paging),
  response: pageOf(changePolicy),
});
