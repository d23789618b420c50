import * as z from 'zod/mini';
import { pointerTokens } from '@annals/rules/json-values';
import {
  latestObject,
  recentObjects,
  referencedBy,
  timelineBlame,
  timelineObjects,
  type ObjectVersion,
  type Reference,
} from '@annals/contracts/objects';
import type { ResponseOf } from '@annals/contracts/endpoint';
import { id } from '@annals/contracts/fields';
import { dataPath, typeName } from '@annals/contracts/object-version';
import { queryText, searchAllPartitions, searchObjects } from '@annals/contracts/object-search';
import { getObjectType, listObjectTypes } from '@annals/contracts/object-types';
import { getPartition, listPartitions } from '@annals/contracts/partitions';
import { explainAccess, listAccess, maxAccessHolders } from '@annals/contracts/user-administration';
import { CallFailed } from '../client/api-client.ts';
import { citationOf, linkTo, withoutNulls } from './citation.ts';
import {
  asOf,
  cursor,
  objectId,
  pageSizeOf,
  partition,
  partitionIdOf,
  timelineId,
  versionOf,
} from './lookup.ts';
import { changesBetween, dataOf, shorten } from './shown-values.ts';
import {
  describe,
  eachOf,
  readAt,
  tool,
  ToolError,
  type ToolContext,
  type Tool,
} from './tool-context.ts';

const usualPage = 20;
const maxPageSize = 50;
const maxResolved = 50;

const queryHelp =
  'All terms must match: words (node "long term"), type:PRODUCT, field conditions (releases.cycle:16, name=exact, name:tr*, ' +
  'price>10, price:10..20, date:2024-01..2024-06), references by name and title (categoryRef:lang, ref:"Some title"), ' +
  'author:ada, changed:2026, created>2024-03-01, is:active, is:ended, has:field, no:field.';

const listPartitionsTool = tool({
  name: 'list_partitions',
  title: 'List partitions',
  description:
    'Lists the partitions that the token can open: separate collections of objects, each with its own members and log. Start here.',
  input: z.strictObject({
    name: z.optional(
      describe(
        z.string().check(z.maxLength(200)),
        'Only partitions whose name contains this text.',
      ),
    ),
    asOf,
    cursor,
  }),
  readOnly: true,
  run: async ({ services, consoleUrl }, query) => {
    const page = await services.call(listPartitions, { query });
    return {
      readAt: readAt(),
      ...withoutNulls({ asOf: query.asOf }),
      partitions: page.data.map((each) =>
        withoutNulls({
          partitionId: each.id,
          partitionName: each.partitionName,
          description: each.description,
          role: each.role,
          timelineCount: each.timelineCount,
          versionCount: each.versionCount,
          lastChangeDate: each.lastChangeDate,
          archivedDate: each.archivedDate,
          link: linkTo(consoleUrl, 'v1-partitions-partitionId', { partitionId: each.id }),
        }),
      ),
      nextCursor: page.nextCursor,
    };
  },
});

const listTypes = tool({
  name: 'list_types',
  title: 'List types of objects',
  description:
    'Lists the types of objects in a partition with their counts. With a type, also returns its JSON Schema, which new versions must match.',
  input: z.strictObject({
    partition,
    type: z.optional(describe(typeName, 'Only this type, with its JSON Schema.')),
    asOf,
    cursor,
  }),
  readOnly: true,
  run: async (context, { partition: named, type, asOf: moment, cursor: at }) => {
    const { services, consoleUrl } = context;
    const partitionId = await partitionIdOf(context, named);
    const link = linkTo(consoleUrl, 'v1-partitions-partitionId', { partitionId });
    const head = { readAt: readAt(), ...withoutNulls({ asOf: moment }), partitionId, link };
    if (type !== undefined) {
      const one = await services.call(getObjectType, {
        params: { partitionId, type },
        query: { asOf: moment },
      });
      return { ...head, ...withoutNulls(one) };
    }
    const page = await services.call(listObjectTypes, {
      params: { partitionId },
      query: { asOf: moment, cursor: at },
    });
    return {
      ...head,
      types: page.data.map(({ jsonSchema, ...each }) => ({
        ...withoutNulls(each),
        hasSchema: jsonSchema !== null,
      })),
      nextCursor: page.nextCursor,
    };
  },
});

const searchObjectsTool = tool({
  name: 'search_objects',
  title: 'Search objects',
  description: `Searches the objects of a partition, most recently changed first. Without a partition, searches all partitions, only as of now, best match first. ${queryHelp} Results cite versions; read_object returns their data.`,
  input: z.strictObject({
    query: describe(queryText, 'The query. If it is empty, all objects of the partition.'),
    partition: z.optional(partition),
    asOf,
    cursor,
    pageSize: pageSizeOf(maxPageSize),
  }),
  readOnly: true,
  run: async (context, { query, partition: named, asOf: moment, cursor: at, pageSize }) => {
    if (named === undefined) return searchEverywhere(context, { query, moment, at, pageSize });
    const { services } = context;
    const partitionId = await partitionIdOf(context, named);
    const page = await services.call(searchObjects, {
      params: { partitionId },
      query: { asOf: moment, cursor: at, pageSize: pageSize ?? usualPage },
      body: query.trim() === '' ? {} : { query },
    });
    return {
      readAt: readAt(),
      ...withoutNulls({ asOf: moment }),
      objects: page.data.map((version) => citationOf(context, partitionId, version)),
      hasMore: page.hasMore,
      nextCursor: page.nextCursor,
    };
  },
});

interface WideSearch {
  query: string;
  moment: string | undefined;
  at: string | undefined;
  pageSize: number | undefined;
}

async function searchEverywhere(context: ToolContext, { query, moment, at, pageSize }: WideSearch) {
  if (moment !== undefined || at !== undefined)
    throw new ToolError('asOf and cursor need a partition: name one, or search all of them now.');
  const { data, complete } = await context.services.call(searchAllPartitions, {
    query: { query, pageSize: Math.max(2, pageSize ?? usualPage) },
  });
  const objects = await eachOf(data, async ({ partitionId, partitionName, objectId: each }) => ({
    partitionName,
    ...citationOf(context, partitionId, await versionOf(context, partitionId, { objectId: each })),
  }));
  return { readAt: readAt(), objects, hasMore: !complete };
}

const readObject = tool({
  name: 'read_object',
  title: 'Read an object',
  description:
    'Returns the data and references of an object: of its newest version, of the one at a moment (asOf), or of the version with an objectId. With path, returns a part of a large object.',
  input: z.strictObject({
    partition,
    timelineId: z.optional(timelineId),
    objectId: z.optional(objectId),
    asOf,
    path: z.optional(
      describe(dataPath, 'Only the value at this JSON Pointer into the data: /releases/0/latest.'),
    ),
  }),
  readOnly: true,
  run: async (context, { partition: named, path, ...wanted }) => {
    const partitionId = await partitionIdOf(context, named);
    const version = await versionOf(context, partitionId, wanted);
    const data = dataOf(version);
    return {
      readAt: readAt(),
      ...withoutNulls({ asOf: wanted.asOf }),
      citation: citationOf(context, partitionId, version),
      ...(path === undefined
        ? { objectData: data, references: version.references }
        : { path, value: valueAt(data, path) }),
      ...withoutNulls({ erased: version.erased }),
    };
  },
});

/** @throws ToolError if there is none */
function valueAt(data: unknown, path: string): unknown {
  let value = data;
  for (const token of pointerTokens(path)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, token))
      throw new ToolError(`There is nothing at ${path} in this version.`);
    value = (value as Record<string, unknown>)[token];
  }
  return value;
}

const readHistory = tool({
  name: 'read_history',
  title: 'Read the history of an object',
  description:
    'Lists the versions of an object, newest first, each with what changed in it, by whom, when and why.',
  input: z.strictObject({ partition, timelineId, asOf, cursor, pageSize: pageSizeOf(maxPageSize) }),
  readOnly: true,
  run: async (context, { partition: named, timelineId: timeline, ...query }) => {
    const { services, consoleUrl } = context;
    const partitionId = await partitionIdOf(context, named);
    const page = await services.call(timelineObjects, {
      params: { partitionId, timelineId: timeline },
      query: { ...query, pageSize: query.pageSize ?? usualPage },
    });
    const oldest = page.data.at(-1);
    const before = oldest?.predecessorId
      ? await versionOf(context, partitionId, { objectId: oldest.predecessorId })
      : undefined;
    return {
      readAt: readAt(),
      ...withoutNulls({ asOf: query.asOf }),
      link: linkTo(consoleUrl, 'v1-partitions-partitionId-timelines-timelineId-objects', {
        partitionId,
        timelineId: timeline,
      }),
      versions: page.data.map((version, index) => {
        const predecessor = page.data[index + 1] ?? before;
        return {
          citation: citationOf(context, partitionId, version),
          ...(predecessor ? changesBetween(predecessor, version) : { first: true }),
        };
      }),
      hasMore: page.hasMore,
      nextCursor: page.nextCursor,
    };
  },
});

const searchChanges = tool({
  name: 'search_changes',
  title: 'Search changes',
  description:
    'Searches the changes in a partition, newest first. The query takes changes:releases.latest changed:2026 type:PRODUCT author:ada reason:"price list", and conditions on fields after the change; an empty query finds all changes. A page may be short and still have hasMore: continue with nextCursor.',
  input: z.strictObject({
    partition,
    query: describe(queryText, 'The query for changes; empty for all.'),
    asOf,
    cursor,
    pageSize: pageSizeOf(maxPageSize),
  }),
  readOnly: true,
  run: async (context, { partition: named, query, pageSize, asOf: moment, cursor: at }) => {
    const partitionId = await partitionIdOf(context, named);
    const page = await context.services.call(recentObjects, {
      params: { partitionId },
      query: {
        asOf: moment,
        cursor: at,
        pageSize: pageSize ?? usualPage,
        withPredecessor: true,
        query: query.trim() === '' ? undefined : query,
      },
    });
    return {
      readAt: readAt(),
      ...withoutNulls({ asOf: moment }),
      link: linkTo(context.consoleUrl, 'v1-partitions-partitionId-objects-recent', { partitionId }),
      versions: await eachOf(page.data, async (version) => ({
        citation: citationOf(context, partitionId, version),
        ...(await changesIn(context, partitionId, version)),
      })),
      hasMore: page.hasMore,
      nextCursor: page.nextCursor,
    };
  },
});

/** The changes of a version. A list omits predecessors that are too large; they are read separately. */
async function changesIn(context: ToolContext, partitionId: string, version: ObjectVersion) {
  const { predecessor, predecessorId } = version;
  if (predecessor) return changesBetween(predecessor, version);
  if (!predecessorId) return { first: true };
  return changesBetween(
    await versionOf(context, partitionId, { objectId: predecessorId }),
    version,
  );
}

const compareVersions = tool({
  name: 'compare_versions',
  title: 'Compare two versions',
  description:
    'Compares two versions of an object, field by field. Each is given by its objectId or by a moment (RFC 3339, UTC); the newer one defaults to now.',
  input: z.strictObject({
    partition,
    timelineId,
    older: describe(
      z.string().check(z.minLength(1), z.maxLength(64)),
      'The objectId of a version, or a moment: 2026-03-03T12:00:00Z.',
    ),
    newer: z.optional(
      describe(
        z.string().check(z.minLength(1), z.maxLength(64)),
        'The same for the newer version; now by default.',
      ),
    ),
  }),
  readOnly: true,
  run: async (context, { partition: named, timelineId: timeline, older, newer }) => {
    const partitionId = await partitionIdOf(context, named);
    const find = async (wanted: string | undefined, field: string) => {
      if (z.safeParse(objectId, wanted).success) {
        const version = await versionOf(context, partitionId, { objectId: wanted });
        if (version.timelineId === timeline) return version;
        throw new ToolError(`${field} is a version of another object, ${version.timelineId}.`);
      }
      if (wanted !== undefined && !z.safeParse(asOf, wanted).success)
        throw new ToolError(
          `${field} must be the objectId of a version, or a moment such as 2026-03-03T12:00:00Z.`,
        );
      return versionOf(context, partitionId, { timelineId: timeline, asOf: wanted });
    };
    const before = await find(older, 'older');
    const after = await find(newer, 'newer');
    return {
      readAt: readAt(),
      older: citationOf(context, partitionId, before),
      newer: citationOf(context, partitionId, after),
      identical: before.id === after.id,
      ...changesBetween(before, after),
    };
  },
});

const blame = tool({
  name: 'blame',
  title: 'Show who changed each field',
  description:
    'Returns the version that last changed each field of an object (objectId), with its author, time and reason.',
  input: z.strictObject({
    partition,
    timelineId,
    asOf,
    path: z.optional(describe(dataPath, 'Only this field and those below it.')),
  }),
  readOnly: true,
  run: async (context, { partition: named, timelineId: timeline, asOf: moment, path }) => {
    const { services } = context;
    const partitionId = await partitionIdOf(context, named);
    const found = await services.call(timelineBlame, {
      params: { partitionId, timelineId: timeline },
      query: { asOf: moment },
    });
    const fields = found.data.filter(
      (field) => path === undefined || field.path === path || field.path.startsWith(`${path}/`),
    );
    const ids = [...new Set(fields.map((field) => field.objectId))];
    const read = (each: string) => versionOf(context, partitionId, { objectId: each });
    // The call returns versions without their sequence.
    const versions = await eachOf(ids.slice(0, maxResolved), async (each) =>
      citationOf(context, partitionId, await read(each)),
    );
    const cited = new Set(ids.slice(0, maxResolved));
    return {
      readAt: readAt(),
      ...withoutNulls({ asOf: moment }),
      citation: citationOf(context, partitionId, await read(found.objectId)),
      complete: found.complete,
      fields: fields.map((field) =>
        Object.assign(
          { path: field.path, value: shorten(field.value) },
          cited.has(field.objectId) ? { objectId: field.objectId } : changeOf(field),
        ),
      ),
      versions,
    };
  },
});

/** What is known of a change without reading its version. */
const changeOf = ({
  objectId: version,
  modificationCount,
  modificationDate,
  modificationUserId,
  modificationUserName,
  reason,
  reasonReceipt,
}: ResponseOf<typeof timelineBlame>['data'][number]) =>
  withoutNulls({
    objectId: version,
    modificationCount,
    modificationDate,
    modificationUserId,
    modificationUserName,
    reason,
    reasonReceipt,
  });

const readReferences = tool({
  name: 'read_references',
  title: 'Read references',
  description:
    'Lists the objects that an object refers to (outgoing) and those that refer to it (incoming), now or at a moment, each with the name of the reference.',
  input: z.strictObject({
    partition,
    timelineId,
    direction: z.optional(
      describe(
        z.enum(['outgoing', 'incoming', 'both']),
        'The direction of the references; both by default.',
      ),
    ),
    name: z.optional(
      describe(z.string().check(z.minLength(1), z.maxLength(100)), 'Only references of this name.'),
    ),
    asOf,
    cursor,
    pageSize: pageSizeOf(maxPageSize),
  }),
  readOnly: true,
  run: async (context, { partition: named, timelineId: timeline, direction = 'both', ...rest }) => {
    const { name, asOf: moment, cursor: at, pageSize } = rest;
    const partitionId = await partitionIdOf(context, named);
    const version = await versionOf(context, partitionId, { timelineId: timeline, asOf: moment });
    const outgoing = version.references.filter(
      (reference) => name === undefined || reference.name === name,
    );
    const incoming =
      direction === 'outgoing'
        ? undefined
        : await context.services.call(referencedBy, {
            params: { partitionId, objectId: version.id },
            query: { asOf: moment, name, cursor: at, pageSize: pageSize ?? usualPage },
          });
    return {
      readAt: readAt(),
      ...withoutNulls({ asOf: moment }),
      citation: citationOf(context, partitionId, version),
      ...(direction === 'incoming'
        ? {}
        : {
            outgoing: await eachOf(outgoing.slice(0, maxResolved), (reference) =>
              resolvePartition(context, partitionId, reference, moment),
            ),
            ...withoutNulls({
              moreOutgoing:
                outgoing.length > maxResolved ? outgoing.length - maxResolved : undefined,
            }),
          }),
      ...(incoming && {
        incoming: incoming.data.map((each) => ({
          name: each.name,
          from: citationOf(context, partitionId, each.object),
        })),
        hasMore: incoming.hasMore,
        nextCursor: incoming.nextCursor,
      }),
    };
  },
});

/** The target of a reference. One that does not exist (any more, or yet) is only given by its id. */
async function resolvePartition(
  { services, consoleUrl }: ToolContext,
  partitionId: string,
  { name, timelineId: target }: Reference,
  moment: string | undefined,
) {
  try {
    const version = await services.call(latestObject, {
      params: { partitionId, timelineId: target },
      query: { asOf: moment },
    });
    return { name, to: citationOf({ services, consoleUrl }, partitionId, version) };
  } catch (error) {
    if (error instanceof CallFailed && error.status === 404) return { name, timelineId: target };
    throw error;
  }
}

const readAccess = tool({
  name: 'read_access',
  title: 'Explain access to a partition',
  description:
    'Lists who can read, write or own a partition, now or at a moment, and why: by membership, role or token. With a userId, explains the access of that user.',
  input: z.strictObject({
    partition,
    userId: z.optional(describe(id, 'Explains the access of this user.')),
    asOf,
    cursor,
    pageSize: pageSizeOf(maxAccessHolders),
  }),
  readOnly: true,
  run: async (context, { partition: named, userId, asOf: moment, cursor: at, pageSize }) => {
    const { services, consoleUrl } = context;
    const partitionId = await partitionIdOf(context, named);
    const head = {
      readAt: readAt(),
      ...withoutNulls({ asOf: moment }),
      partitionId,
      link: linkTo(consoleUrl, 'v1-partitions-partitionId', { partitionId }),
    };
    if (userId !== undefined) {
      const explained = await services.call(explainAccess, {
        params: { userId },
        query: { partitionId, asOf: moment },
      });
      return { ...head, userId, ...explained };
    }
    const { partitionName } = await services.call(getPartition, { params: { partitionId } });
    const page = await services.call(listAccess, {
      query: { partitionId, asOf: moment, cursor: at, pageSize: pageSize ?? usualPage },
    });
    return {
      ...head,
      partitionName,
      holders: page.data,
      hasMore: page.hasMore,
      nextCursor: page.nextCursor,
    };
  },
});

/** Tools that only read; proofs are in verify-tool.ts. */
export const readTools: readonly Tool[] = [
  listPartitionsTool,
  listTypes,
  searchObjectsTool,
  readObject,
  readHistory,
  searchChanges,
  compareVersions,
  blame,
  readReferences,
  readAccess,
];
