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
  query: string;
}

/** Opens the objects that a query finds for editing. */
export function ObjectTools({ partitionId, query }: ObjectToolsProps) {
  const t = useObjectsTexts();
  const router = useRouter();
  const mayEditMany = useCapability('POST /v1/partitions/{partitionId}/transactions');
  if (!mayEditMany) return null;
  return (
    <ResponsiveButton
      icon={<IconTable size={16} aria-hidden />}
      variant="default"
      onClick={() =>
        router.history.push(
          pathTo(
            'v1-partitions-partitionId-objects-edit',
            { partitionId },
            { q: query || undefined },
          ),
        )
      }
    >
      {t.editInGrid}
    </ResponsiveButton>
  );
}

interface ObjectOptionsProps extends ObjectToolsProps {
  partitionName: string | undefined;
}

/** What is needed rarely of the objects that a query finds: notifications about them, and evidence. */
export function ObjectOptions({ partitionId, partitionName, query }: ObjectOptionsProps) {
  const t = useObjectsTexts();
  const { isPast, isPreview } = useTimeTravel();
  const hasQueries = useCapability(searchAllPartitions);
  if (!hasQueries || isPreview) return null;
  return (
    <>
      {!isPast && <FollowButton partitionId={partitionId} query={query} searched="objects" />}
      <EvidenceButton partitionId={partitionId} name={partitionName ?? t.objects} query={query} />
    </>
  );
}
