import * as z from 'zod/mini';
import { id, moment, wholeNumber } from '@annals/contracts/fields';
import { getObject, latestObject, type ObjectVersion } from '@annals/contracts/objects';
import { listPartitions } from '@annals/contracts/partitions';
import { describe, ToolError, type ToolContext } from './tool-context.ts';

export const partition = describe(
  z.string().check(z.minLength(1), z.maxLength(200)),
  'The partition: its ID, or its exact name.',
);
export const timelineId = describe(
  id,
  'The ID of the object’s timeline (timelineId in a citation).',
);
export const objectId = describe(
  id,
  'The ID of one version of an object (objectId in a citation).',
);
export const asOf = z.optional(
  describe(
    moment,
    'Reads what was recorded at this moment, in RFC 3339 and UTC: 2026-03-03T12:00:00Z. Default: now.',
  ),
);
export const cursor = z.optional(
  describe(z.string().check(z.maxLength(512)), 'The nextCursor of the previous page.'),
);
export const pageSizeOf = (most: number) =>
  z.optional(describe(wholeNumber(1, most), `The number per page, at most ${most}.`));

const isId = (text: string): boolean => z.safeParse(id, text).success;

/** @throws ToolError if no partition has this name, or several do */
export async function partitionIdOf({ services }: ToolContext, named: string): Promise<string> {
  if (isId(named)) return named;
  const found: string[] = [];
  for (let at: string | undefined, more = true; more;) {
    const page = await services.call(listPartitions, { query: { name: named, cursor: at } });
    found.push(
      ...page.data
        .filter(({ partitionName }) => partitionName === named)
        .map(({ id: each }) => each),
    );
    at = page.nextCursor ?? undefined;
    more = page.hasMore && at !== undefined;
  }
  const [only, another] = found;
  if (only === undefined)
    throw new ToolError(
      `No partition that this token can open is called “${named}”. list_partitions returns their names.`,
    );
  if (another !== undefined)
    throw new ToolError(
      `${found.length} partitions are called “${named}”. Give the id of one: ${found.join(', ')}.`,
    );
  return only;
}

/** The given version of an object, or the newest one of a timeline. */
export async function versionOf(
  { services }: ToolContext,
  partitionId: string,
  wanted: {
    timelineId?: string | undefined;
    objectId?: string | undefined;
    asOf?: string | undefined;
  },
): Promise<ObjectVersion> {
  const { timelineId: timeline, objectId: version } = wanted;
  const query = { asOf: wanted.asOf };
  if (timeline !== undefined && version === undefined)
    return services.call(latestObject, { params: { partitionId, timelineId: timeline }, query });
  if (version !== undefined && timeline === undefined)
    return services.call(getObject, { params: { partitionId, objectId: version }, query });
  throw new ToolError(
    'Pass timelineId for the newest version of an object, or objectId for one version, but not both.',
  );
}
