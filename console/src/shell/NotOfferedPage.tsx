import { useParams } from '@tanstack/react-router';
import type { PageWithNeeds } from '@annals/contracts/pages';
import { EmptyState } from '../shared/feedback/EmptyState.tsx';
import { useFeedbackTexts } from '../shared/feedback/feedback.texts.ts';
import { pathTo } from '../shared/links.ts';
import { PageHeader } from '../shared/page/PageHeader.tsx';
import { PathLink } from '../shared/page/PathLink.tsx';
import { useNotOfferedTexts } from './not-offered.texts.ts';

/** Stands for a page whose call the services do not have. */
export function NotOfferedPage({ name }: { name: PageWithNeeds }) {
  const t = useNotOfferedTexts();
  const feedback = useFeedbackTexts();
  const { partitionId, userId } = useParams({ strict: false });
  const [to, label] =
    partitionId !== undefined
      ? [pathTo('v1-partitions-partitionId', { partitionId }), t.partition]
      : userId !== undefined
        ? [pathTo('v1-users-userId', { userId }), t.user]
        : [pathTo('index'), t.home];
  return (
    <>
      <PageHeader title={t.names[name]} absent />
      <EmptyState
        title={feedback.notOffered}
        hint={t.hints[name]}
        action={<PathLink to={to}>{label}</PathLink>}
      />
    </>
  );
}
