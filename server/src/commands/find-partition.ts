import { listPartitions } from '@annals/contracts/partitions';
import type { ApiClient } from '../client/api-client.ts';
import { CommandError } from './command-error.ts';

/**
 * The id of the only partition with exactly this name that the user can open; undefined if there is none.
 * @throws CommandError if there are several
 */
export async function findPartition(
  client: ApiClient,
  partitionName: string,
): Promise<string | undefined> {
  const found: string[] = [];
  for (let cursor: string | undefined, more = true; more;) {
    const query = { name: partitionName, ...(cursor === undefined ? {} : { cursor }) };
    const page = await client.call(listPartitions, { query });
    found.push(
      ...page.data
        .filter((partition) => partition.partitionName === partitionName)
        .map(({ id }) => id),
    );
    cursor = page.nextCursor ?? undefined;
    more = page.hasMore && cursor !== undefined;
  }
  if (found.length > 1)
    throw new CommandError(
      `There are ${found.length} partitions named "${partitionName}". Rename all but one, or use another.`,
    );
  return found[0];
}
