import type { FunctionComponent } from 'react';
import { pages, type PageWithNeeds } from '../platform/page-files.ts';
import { Offered } from '../domain/permissions/Offered.tsx';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { getPartition } from '@annals/contracts/partitions';
import { queryOf } from '../platform/api/query.ts';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { useFeedbackTexts } from '../ui/feedback/feedback.texts.ts';
import { pathTo } from '../platform/links.ts';
import { PageHeader } from '../ui/page/PageHeader.tsx';
import { PathLink } from '../ui/page/PathLink.tsx';
import { OpenById } from './OpenById.tsx';
import { useNotOfferedTexts } from './not-offered.texts.ts';

/** The page of a route, or a replacement if the services do not have the call that it needs. */
export function whereOffered(name: PageWithNeeds, Page: FunctionComponent): FunctionComponent {
  const { needs } = pages[name];
  return function OfferedPage() {
    return (
      <Offered needs={needs} otherwise={<NotOfferedPage name={name} />}>
        <Page />
      </Offered>
    );
  };
}

/** Replaces a page whose call the services do not have. */
function NotOfferedPage({ name }: { name: PageWithNeeds }) {
  const t = useNotOfferedTexts();
  const feedback = useFeedbackTexts();
  const { partitionId, userId } = useParams({ strict: false });
  const partition = useQuery({
    ...queryOf(getPartition, { params: { partitionId: partitionId ?? '' } }),
    enabled: partitionId !== undefined,
  });
  const above =
    partitionId === undefined
      ? []
      : [
          { name: t.partitions, to: pathTo('v1-partitions') },
          {
            name: partition.isError ? t.unknown : partition.data?.partitionName,
            to: pathTo('v1-partitions-partitionId', { partitionId }),
          },
        ];
  const detailPaths = {
    'v1-applications': {
      label: t.applicationId,
      pathOf: (applicationId: string) => pathTo('v1-applications-applicationId', { applicationId }),
    },
    'v1-partitions-all-users': {
      label: t.userId,
      pathOf: (id: string) => pathTo('v1-partitions-all-users-userId', { userId: id }),
    },
  };
  const [to, label] =
    partitionId !== undefined
      ? [pathTo('v1-partitions-partitionId', { partitionId }), t.partition]
      : userId !== undefined
        ? [pathTo('v1-users-userId', { userId }), t.user]
        : [pathTo('index'), t.home];
  return (
    <>
      <PageHeader title={t.names[name]} parents={above} absent />
      <EmptyState
        title={feedback.notOffered}
        hint={t.hints[name]}
        action={
          name in detailPaths ? (
            <OpenById {...detailPaths[name as keyof typeof detailPaths]} />
          ) : (
            <PathLink to={to}>{label}</PathLink>
          )
        }
      />
    </>
  );
}
