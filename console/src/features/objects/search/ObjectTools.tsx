import { IconTable } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { searchAllPartitions } from '@annals/contracts/object-search';
import { ResponsiveButton } from '../../../ui/buttons/ResponsiveButton.tsx';
import { EvidenceButton } from '../../../domain/evidence/EvidenceButton.tsx';
import { pathTo } from '../../../platform/links.ts';
import { useCapability } from '../../../platform/capabilities.ts';
import { FollowButton } from '../../../domain/subscriptions/FollowButton.tsx';
import { useTimeTravel } from '../../../domain/time-travel/useTimeTravel.ts';
import { useObjectsTexts } from '../shared/objects.texts.ts';

interface ObjectToolsProps {
  partitionId: string;
  partitionName: string | undefined;
  query: string;
  /** Whether there are objects that can be written. */
  mayEdit: boolean;
}

/** What can be done with the objects that a query finds. */
export function ObjectTools({ partitionId, partitionName, query, mayEdit }: ObjectToolsProps) {
  const t = useObjectsTexts();
  const router = useRouter();
  const { isPast, isPreview } = useTimeTravel();
  const hasQueries = useCapability(searchAllPartitions);
  const mayEditMany = useCapability('POST /v1/partitions/{partitionId}/transactions');
  const grid = pathTo(
    'v1-partitions-partitionId-objects-edit',
    { partitionId },
    { q: query || undefined },
  );
  return (
    <>
      {mayEditMany && mayEdit && (
        <ResponsiveButton
          icon={<IconTable size={16} aria-hidden />}
          variant="default"
          onClick={() => router.history.push(grid)}
        >
          {t.editInGrid}
        </ResponsiveButton>
      )}
      {hasQueries && !isPreview && !isPast && (
        <FollowButton partitionId={partitionId} query={query} searched="objects" />
      )}
      {hasQueries && !isPreview && (
        <EvidenceButton partitionId={partitionId} name={partitionName ?? t.objects} query={query} />
      )}
    </>
  );
}
