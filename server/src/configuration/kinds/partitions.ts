import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { approvingRoles, newChangeRule, putChangePolicy } from '@annals/contracts/change-policy';
import { text } from '@annals/contracts/fields';
import { jsonSchema, putObjectType } from '@annals/contracts/object-types';
import { typeName } from '@annals/contracts/object-version';
import {
  archivePartition,
  changePartition,
  createPartition,
  listMembers,
  putMember,
  removeMember,
} from '@annals/contracts/partitions';
import { memberRoles, type MemberRole } from '@annals/contracts/permissions';
import { ChangedMeanwhile, type Apply } from '../apply.ts';
import { compareTexts, type CurrentState } from '../current-state.ts';
import type { ConfigurationFile } from '../files.ts';
import {
  changedFields,
  fieldChanges,
  fileNameOf,
  kindOf,
  listNames,
  only,
  refuseAmbiguous,
  requireNamed,
  sortedOnce,
  type Change,
  type ExportedFile,
  type Merging,
} from '../kind.ts';
import {
  applicationKey,
  nameOfPrincipal,
  typesAsText,
  userKey,
  type ChangePolicy,
  type JsonSchema,
  type Partition,
  type Principal,
} from '../state.ts';

const { retentionDays } = changePartition.body.shape;
const { breakGlass } = putChangePolicy.body.shape;
const { approvals, types: ruleTypes, reasonRequired, signatureRequired } = newChangeRule.shape;
const memberRole = z.enum(memberRoles);

const partitionFile = z.strictObject({
  kind: z.literal('partition'),
  complete: z
    .optional(z.boolean())
    .check(
      z.describe(
        'true: members and schemas that are on the server and not in this file are removed. Otherwise they are left alone.',
      ),
    ),
  name: createPartition.body.shape.partitionName,
  description: changePartition.body.shape.description,
  retentionDays,
  archived: z.optional(z.boolean()),
  members: z.optional(
    z.strictObject({
      users: z.optional(z.record(text(1, 320), memberRole)),
      applications: z.optional(z.record(text(1, 200), memberRole)),
    }),
  ),
  types: z.optional(z.record(typeName, z.strictObject({ schema: z.nullable(jsonSchema) }))),
  changePolicy: z.optional(
    z.strictObject({
      breakGlass,
      rules: z
        .array(
          z.strictObject({
            types: ruleTypes,
            approvals,
            approvers: z._default(
              z.strictObject({
                roles: z._default(z.array(z.enum(approvingRoles)), []),
                users: z._default(z.array(text(1, 320)), []),
              }),
              { roles: [], users: [] },
            ),
            reasonRequired,
            signatureRequired,
          }),
        )
        .check(z.maxLength(20)),
    }),
  ),
});
type PartitionFile = z.infer<typeof partitionFile>;

const newPartition: Partition = {
  description: null,
  retentionDays: null,
  archived: false,
  members: new Map(),
  types: new Map(),
  changePolicy: { rules: [], breakGlass: false },
};

/** A partition with its members, the schemas of its types and its change policy. Partitions are never deleted. */
export const partitions = kindOf<PartitionFile>({
  kind: 'partition',
  schema: partitionFile,

  merge(files, merging) {
    const { current, draft, problems, leftAlone } = merging;
    const named = new Set<string>();
    const hidden = current.hidden.get('partitions');
    for (const file of files) {
      const { name } = file.content;
      if (hidden !== undefined) problems.add(file.at('kind'), hidden);
      if (named.has(name))
        problems.add(file.at('name'), `Another file already describes the partition "${name}".`);
      named.add(name);
      if (!refuseAmbiguous(current, 'partitions', name, file.at('name'), problems))
        draft.partitions.set(name, mergeMembers(file, merging));
    }
    const others = [...draft.partitions.keys()].filter((name) => !named.has(name));
    if (files.length > 0 && others.length > 0) leftAlone.push(`Partitions: ${listNames(others)}`);
  },

  changes({ current, wanted }) {
    return [...wanted.partitions].flatMap(([name, partition]) =>
      changesOf(name, current.configuration.partitions.get(name), partition),
    );
  },

  removals: () => [],

  write(current, notes) {
    const names = new Set<string>();
    return [...current.configuration.partitions].map(([name, partition]) =>
      fileOf(name, partition, fileNameOf(name, names), current, notes),
    );
  },
});

function mergeMembers(
  { content, at }: ConfigurationFile<PartitionFile>,
  { current, draft, problems, leftAlone }: Merging,
): Partition {
  const { name, members: given } = content;
  const before = draft.partitions.get(name) ?? newPartition;
  const members = new Map<Principal, MemberRole>();
  for (const [email, role] of Object.entries(given?.users ?? {})) {
    const key = email.toLowerCase();
    requireNamed([key], draft.users, 'user', at('members', 'users', email), problems);
    members.set(userKey(key), role);
  }
  for (const [application, role] of Object.entries(given?.applications ?? {})) {
    const place = at('members', 'applications', application);
    requireNamed([application], draft.applications, 'application', place, problems);
    members.set(applicationKey(application), role);
  }
  const types = new Map<string, JsonSchema>();
  for (const [type, { schema }] of Object.entries(content.types ?? {}))
    if (schema !== null) types.set(type, schema);
  const isComplete = content.complete === true;
  const otherMembers = [...before.members].filter(([principal]) => !members.has(principal));
  const otherTypes = [...before.types].filter(([type]) => !(type in (content.types ?? {})));
  if (!isComplete) {
    for (const [principal, role] of otherMembers) members.set(principal, role);
    for (const [type, schema] of otherTypes) types.set(type, schema);
    if (given && otherMembers.length > 0)
      leftAlone.push(
        `Members of ${name}: ${listNames(otherMembers.map(([principal]) => nameOfPrincipal(principal)))}`,
      );
    if (content.types && otherTypes.length > 0)
      leftAlone.push(`Schemas of types of ${name}: ${listNames(otherTypes.map(([type]) => type))}`);
  }
  const unknown = current.partitions.get(name)?.unknownMembers ?? 0;
  if (given && unknown > 0)
    leftAlone.push(`Members of ${name} that you may not see: ${unknown} of them`);
  if (content.changePolicy && current.partitions.get(name)?.policyHidden)
    problems.add(
      at('changePolicy'),
      'You may not see everything that the policy on the server names.',
    );
  for (const [index, { approvers }] of (content.changePolicy?.rules ?? []).entries())
    requireNamed(
      approvers.users.map((email) => email.toLowerCase()),
      draft.users,
      'user',
      at('changePolicy', 'rules', index, 'approvers', 'users'),
      problems,
    );
  return {
    description: content.description === undefined ? before.description : content.description,
    retentionDays:
      content.retentionDays === undefined ? before.retentionDays : content.retentionDays,
    archived: content.archived ?? before.archived,
    members,
    types,
    changePolicy: content.changePolicy ? policyOf(content.changePolicy) : before.changePolicy,
  };
}

const policyOf = (policy: NonNullable<PartitionFile['changePolicy']>): ChangePolicy => ({
  breakGlass: policy.breakGlass,
  rules: policy.rules.map((rule) => ({
    types: rule.types,
    approvals: rule.approvals,
    approvers: {
      roles: rule.approvers.roles,
      users: rule.approvers.users.map((email) => email.toLowerCase()),
    },
    reasonRequired: rule.reasonRequired,
    signatureRequired: rule.signatureRequired,
  })),
});

const fieldsOf = ({ description, retentionDays: days }: Partition) => ({
  description,
  retentionDays: days,
});

/** The changes of one partition, in a working order. */
function changesOf(name: string, before: Partition | undefined, after: Partition): Change[] {
  const kind = 'partition';
  const was = before ?? newPartition;
  const changes: Change[] = [];
  const add = (change: Omit<Change, 'kind' | 'name'>) => changes.push({ kind, name, ...change });
  if (was.archived && !after.archived)
    add({
      action: 'CHANGE',
      sentence: `Unarchives the partition ${name}.`,
      details: [],
      run: (apply) => archive(apply, name, false),
    });
  const details = fieldChanges(fieldsOf(was), fieldsOf(after));
  if (!before || details.length > 0)
    add({
      action: before ? 'CHANGE' : 'CREATE',
      sentence: before ? `Changes the partition ${name}.` : `Creates the partition ${name}.`,
      details,
      run: (apply) => saveFields(apply, name, before, after),
    });
  const types = new Set([...was.types.keys(), ...after.types.keys()]);
  for (const type of [...types].toSorted(compareTexts)) {
    const schema = after.types.get(type) ?? null;
    if (isDeepStrictEqual(was.types.get(type) ?? null, schema)) continue;
    add({
      action: schema ? (was.types.has(type) ? 'CHANGE' : 'CREATE') : 'REMOVE',
      sentence: schema
        ? `${was.types.has(type) ? 'Changes' : 'Sets'} the schema of ${type} in ${name}.`
        : `Removes the schema of ${type} in ${name}: any data of that type is accepted.`,
      details: schema ? fieldChanges(was.types.get(type) ?? {}, schema) : [],
      run: (apply) => setSchema(apply, name, type, schema),
    });
  }
  for (const [principal, role] of ownersFirst(after.members)) {
    const held = was.members.get(principal);
    if (held === role) continue;
    add({
      action: held ? 'CHANGE' : 'CREATE',
      sentence: held
        ? `Makes ${nameOfPrincipal(principal)} ${role} of ${name} instead of ${held}.`
        : `Adds ${nameOfPrincipal(principal)} to ${name} as ${role}.`,
      details: [],
      run: (apply) => setMember(apply, name, principal, { before: held, after: role }),
    });
  }
  if (!samePolicy(was.changePolicy, after.changePolicy))
    add({
      action: 'CHANGE',
      sentence: `Changes the change policy of ${name}.`,
      details: [
        ...(was.changePolicy.breakGlass === after.changePolicy.breakGlass
          ? []
          : [
              `Global masters may ${after.changePolicy.breakGlass ? 'now' : 'no longer'} commit without approvals.`,
            ]),
        ...policyAsText(after.changePolicy).map((line) => `+ ${line}`),
        ...policyAsText(was.changePolicy).map((line) => `- ${line}`),
      ].filter((line, _index, lines) => !lines.includes(opposite(line))),
      run: (apply) => setPolicy(apply, name, after.changePolicy),
    });
  for (const [principal, role] of was.members)
    if (!after.members.has(principal))
      add({
        action: 'REMOVE',
        sentence: `Removes ${nameOfPrincipal(principal)} (${role}) from ${name}.`,
        details: [],
        run: (apply) => setMember(apply, name, principal, { before: role, after: undefined }),
      });
  if (!was.archived && after.archived)
    add({
      action: 'CHANGE',
      sentence: `Archives the partition ${name}, which makes it read-only.`,
      details: [],
      run: (apply) => archive(apply, name, true),
    });
  return changes;
}

/** A partition always has an owner. */
const ownersFirst = (members: ReadonlyMap<Principal, MemberRole>) =>
  [...members].toSorted(([, a], [, b]) => memberRoles.indexOf(b) - memberRoles.indexOf(a));

/** Ignores the order of types, roles and users in a rule. */
const samePolicy = (left: ChangePolicy, right: ChangePolicy) =>
  isDeepStrictEqual(normalPolicy(left), normalPolicy(right));

const normalPolicy = (policy: ChangePolicy) => ({
  ...policy,
  rules: policy.rules.map((rule) => ({
    ...rule,
    types: rule.types && sortedOnce(rule.types),
    approvers: { roles: sortedOnce(rule.approvers.roles), users: sortedOnce(rule.approvers.users) },
  })),
});

const opposite = (line: string) => (line.startsWith('+') ? '-' : '+') + line.slice(1);

function policyAsText(policy: ChangePolicy): string[] {
  if (policy.rules.length === 0) return ['Whoever may write writes directly.'];
  return policy.rules.map((rule) => {
    const { approvals: count, approvers } = rule;
    const who = [...approvers.roles.map((role) => `any ${role}`), ...approvers.users];
    const approved = `need ${count} ${count === 1 ? 'approval' : 'approvals'} by ${listNames(who)}`;
    const requirements = [
      count === 0 ? 'are written directly' : approved,
      ...(rule.signatureRequired ? ['with a signature'] : []),
      ...(rule.reasonRequired ? ['with a reason'] : []),
    ];
    return `Changes to ${typesAsText(rule, policy)} ${requirements.join(', ')}.`;
  });
}

function knownPartition(apply: Apply, name: string) {
  const known = apply.current.partitions.get(name);
  if (!known) throw new Error(`The partition "${name}" does not exist yet.`);
  return known;
}

async function saveFields(
  apply: Apply,
  name: string,
  before: Partition | undefined,
  after: Partition,
): Promise<void> {
  if (!before) {
    const { description } = after;
    const body = { partitionName: name, ...(description === null ? {} : { description }) };
    const { id, version } = await apply.write(createPartition, { body });
    apply.current.partitions.set(name, {
      id,
      version,
      types: new Map(),
      policyVersion: 0,
      unknownMembers: 0,
      policyHidden: false,
      webhooksHidden: false,
    });
  }
  const partition = knownPartition(apply, name);
  const was = before ?? { ...newPartition, description: after.description };
  const changed = changedFields(fieldsOf(was), fieldsOf(after));
  if (changed.length === 0) return;
  const body = only(fieldsOf(after), changed);
  const params = { partitionId: partition.id };
  ({ version: partition.version } = await apply.write(
    changePartition,
    { params, body },
    partition.version,
  ));
}

async function archive(apply: Apply, name: string, archived: boolean): Promise<void> {
  const partition = knownPartition(apply, name);
  const params = { partitionId: partition.id };
  ({ version: partition.version } = await apply.write(
    archivePartition,
    { params, body: { archived } },
    partition.version,
  ));
}

async function setSchema(
  apply: Apply,
  name: string,
  type: string,
  schema: JsonSchema | null,
): Promise<void> {
  const { id, types } = knownPartition(apply, name);
  const params = { partitionId: id, type };
  const { version } = await apply.write(
    putObjectType,
    { params, body: { jsonSchema: schema } },
    types.get(type) ?? 0,
  );
  types.set(type, version);
}

/** A membership has no version that a write could name, so it is compared immediately before. */
async function setMember(
  apply: Apply,
  name: string,
  principal: Principal,
  { before, after }: { before: MemberRole | undefined; after: MemberRole | undefined },
): Promise<void> {
  const partitionId = knownPartition(apply, name).id;
  const member = nameOfPrincipal(principal);
  const userId = principal.startsWith('user:') ? apply.userId(member) : apply.applicationId(member);
  const now = await roleNow(apply, partitionId, userId);
  // The creator of a partition becomes its owner.
  const isOwnPartition = before === undefined && now === 'OWNER' && after !== undefined;
  if (now !== before && !isOwnPartition && now !== after)
    throw new ChangedMeanwhile(
      `${member} has become ${now ?? 'no member'} of ${name} since the plan.`,
    );
  const params = { partitionId, userId };
  if (after === undefined) await apply.write(removeMember, { params });
  else await apply.write(putMember, { params, body: { role: after } });
}

async function roleNow(
  { client }: Apply,
  partitionId: string,
  userId: string,
): Promise<MemberRole | undefined> {
  for (let cursor: string | undefined; ;) {
    const query = { pageSize: 500, ...(cursor === undefined ? {} : { cursor }) };
    const page = await client.call(listMembers, { params: { partitionId }, query });
    const found = page.data.find((member) => member.userId === userId);
    if (found || !page.hasMore || page.nextCursor === null) return found?.role;
    cursor = page.nextCursor;
  }
}

async function setPolicy(apply: Apply, name: string, policy: ChangePolicy): Promise<void> {
  const partition = knownPartition(apply, name);
  const body = {
    breakGlass: policy.breakGlass,
    rules: policy.rules.map(({ approvers, ...rule }) => ({
      ...rule,
      approvers: {
        roles: approvers.roles,
        userIds: approvers.users.map((email) => apply.userId(email)),
      },
    })),
  };
  const params = { partitionId: partition.id };
  ({ version: partition.policyVersion } = await apply.write(
    putChangePolicy,
    { params, body },
    partition.policyVersion,
  ));
}

function fileOf(
  name: string,
  partition: Partition,
  file: string,
  { configuration: { users, applications }, partitions: known }: CurrentState,
  notes: string[],
): ExportedFile {
  const { unknownMembers = 0, policyHidden = false } = known.get(name) ?? {};
  const isWritten = (principal: Principal) => {
    const member = nameOfPrincipal(principal);
    if (!principal.startsWith('user:')) return applications.has(member);
    return users.has(member) && users.get(member)?.status !== 'DISABLED';
  };
  const members = (prefix: 'user:' | 'application:') =>
    Object.fromEntries(
      [...partition.members]
        .filter(([principal]) => principal.startsWith(prefix) && isWritten(principal))
        .map(([principal, role]) => [nameOfPrincipal(principal), role])
        .toSorted(([a = ''], [b = '']) => compareTexts(a, b)),
    ) as object;
  if (unknownMembers > 0)
    notes.push(`${name} has members that you may not see (${unknownMembers}); they are omitted.`);
  if (policyHidden)
    notes.push(`The change policy of ${name} names users that you may not see; it is omitted.`);
  return {
    name: `partitions/${file}.yaml`,
    comment: 'A partition with its members, the JSON Schemas of its types and its change policy.',
    content: {
      kind: 'partition',
      complete: false,
      name,
      description: partition.description,
      retentionDays: partition.retentionDays,
      archived: partition.archived,
      members: { users: members('user:'), applications: members('application:') },
      types: Object.fromEntries(
        [...partition.types].map(([type, schema]) => [type, { schema }]),
      ) as object,
      ...(policyHidden ? {} : { changePolicy: partition.changePolicy }),
    },
  };
}
