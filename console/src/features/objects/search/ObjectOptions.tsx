import { IconFileSearch, IconTable } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { searchAllPartitions } from '@annals/contracts/object-search';
import { EvidenceButton } from '../../../domain/evidence/EvidenceButton.tsx';
import { useCapability } from '../../../platform/capabilities.ts';
import { FollowButton } from '../../../domain/subscriptions/FollowButton.tsx';
import { pathTo } from '../../../platform/links.ts';
import { ToolButton } from '../../../ui/buttons/ToolButton.tsx';
import { useTimeTravel } from '../../../domain/time-travel/useTimeTravel.ts';
import { useObjectsTexts } from '../shared/objects.texts.ts';
import { useEditMany } from './useEditMany.ts';

interface EditManyProps {
  partitionId: string;
  query: string;
}

/** Opens the objects that a query finds for editing. */
function EditManyButton({ partitionId, query }: EditManyProps) {
  const t = useObjectsTexts();
  const editMany = useEditMany(partitionId);
  if (!editMany) return null;
  return (
    <ToolButton
      icon={<IconTable size={18} stroke={1.75} aria-hidden />}
      label={t.editInGrid}
      onClick={() => editMany(query)}
    />
  );
}

interface ObjectOptionsProps extends EditManyProps {
  partitionName: string | undefined;
  hasFullText: boolean;
  mayEdit: boolean;
}

/** What is needed rarely of objects: editing many, their full text, notifications about those that a query finds, and evidence. */
export function ObjectOptions(props: ObjectOptionsProps) {
  return (
    <>
      {props.mayEdit && <EditManyButton partitionId={props.partitionId} query={props.query} />}
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
