import { useRouter } from '@tanstack/react-router';
import { useCapability } from '../../../platform/capabilities.ts';
import { pathTo } from '../../../platform/links.ts';

/** Opens objects that a query finds in the grid; undefined where the service does not write many at once. */
export function useEditMany(
  partitionId: string,
): ((query: string, only?: string) => void) | undefined {
  const router = useRouter();
  const mayEditMany = useCapability('POST /v1/partitions/{partitionId}/transactions');
  if (!mayEditMany) return undefined;
  return (query, only) =>
    router.history.push(
      pathTo(
        'v1-partitions-partitionId-objects-edit',
        { partitionId },
        { q: query || undefined, only },
      ),
    );
}
