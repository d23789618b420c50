import { IconTable } from '@tabler/icons-react';
import { searchAllPartitions } from '@annals/contracts/object-search';
import { ResponsiveButton } from '../../../ui/buttons/ResponsiveButton.tsx';
import { EvidenceButton } from '../../../domain/evidence/EvidenceButton.tsx';
import { useCapability } from '../../../platform/capabilities.ts';
import { FollowButton } from '../../../domain/subscriptions/FollowButton.tsx';
import { useTimeTravel } from '../../../domain/time-travel/useTimeTravel.ts';
import { useObjectsTexts } from '../shared/objects.texts.ts';
import { useEditMany } from './useEditMany.ts';

interface ObjectToolsProps {
  partitionId: string;
  query: string;
}

/** Opens the objects that a query finds for editing. */
export function ObjectTools({ partitionId, query }: ObjectToolsProps) {
  const t = useObjectsTexts();
  const editMany = useEditMany(partitionId);
  if (!editMany) return null;
  return (
    <ResponsiveButton
      icon={<IconTable size={16} aria-hidden />}
      variant="default"
      onClick={() => editMany(query)}
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
