import type { ObjectVersion } from '@annals/contracts/objects';
import { titleIn } from '@annals/rules/object-title';
import { routes, type RouteName } from '@annals/contracts/routes';
import type { ToolContext } from './tool-context.ts';

/**
 * The source of an answer for people to check: the object, the version with its number in the log of the partition,
 * when and by whom it was written, and its page in the console.
 */
export function citationOf(
  { consoleUrl }: ToolContext,
  partitionId: string,
  version: ObjectVersion,
): Record<string, unknown> {
  const { id, timelineId, type, sequence, modificationCount, modificationDate } = version;
  const { modificationUserId, modificationUserName, reason, reasonReceipt, changeSetId } = version;
  const { endedDate, importedDate } = version;
  return withoutNulls({
    partitionId,
    timelineId,
    objectId: id,
    type,
    title: titleIn(version),
    sequence,
    modificationCount,
    modificationDate,
    modificationUserId,
    modificationUserName,
    reason,
    reasonReceipt,
    changeSetId,
    endedDate,
    importedDate,
    link: linkTo(consoleUrl, 'v1-partitions-partitionId-objects-objectId', {
      partitionId,
      objectId: id,
    }),
  });
}

/** The URL of a page of the console. */
export function linkTo(
  consoleUrl: string,
  route: RouteName,
  params: Readonly<Record<string, string>>,
): string {
  const path = routes[route].path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  return consoleUrl + path;
}

/** Null adds nothing over omission, and takes space. */
export const withoutNulls = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  );
