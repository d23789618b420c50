import { IconFileSearch, IconTable } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { searchAllPartitions } from '@annals/contracts/object-search';
import { ResponsiveButton } from '../../../ui/buttons/ResponsiveButton.tsx';
import { EvidenceButton } from '../../../domain/evidence/EvidenceButton.tsx';
import { useCapability } from '../../../platform/capabilities.ts';
import { FollowButton } from '../../../domain/subscriptions/FollowButton.tsx';
import { pathTo } from '../../../platform/links.ts';
import { ToolButton } from '../../../ui/buttons/ToolButton.tsx';
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
  hasFullText: boolean;
}

/** What is needed rarely of objects: their full text, notifications about those that a query finds, and evidence. */
export function ObjectOptions(props: ObjectOptionsProps) {
  return (
    <>
      {props.hasFullText && <FullTextButton partitionId={props.partitionId} />}
      <QueryOptions {...props} />
    </>
  );
}

function FullTextButton({ partitionId }: Pick<ObjectOptionsProps, 'partitionId'>) {
  const t = useObjectsTexts();
  const router = useRouter();
  const { withAsOf } = useTimeTravel();
  const path = pathTo('v1-partitions-partitionId-indices-search-text', { partitionId });
  return (
    <ToolButton
      icon={<IconFileSearch size={18} stroke={1.75} aria-hidden />}
      label={t.fullText}
      onClick={() => router.history.push(withAsOf(path))}
    />
  );
}

function QueryOptions({ partitionId, partitionName, query }: ObjectOptionsProps) {
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
