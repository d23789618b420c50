import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createPartition } from '@annals/contracts/partitions';
import type { Page } from '../../platform/api/page.ts';
import type { Partition } from '../../platform/api/things.ts';
import { useAppState } from '../../platform/api/state.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { personName, shownName } from '../../ui/ids/display-names.ts';
import { pathTo } from '../../platform/links.ts';
import { useListTexts } from '../../ui/list/list.texts.ts';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { useCapability } from '../../platform/capabilities.ts';
import { useMay } from '../../domain/permissions/my-permissions.ts';
import { QueryStates } from '../../ui/states/QueryPanel.tsx';
import { Moment } from '../../platform/time/Moment.tsx';
import cards from './Cards.module.css';
import { Followed, useIsFollowedPending } from './Followed.tsx';
import { openPartitionsQuery } from './home.queries.ts';
import { useHomeTexts } from './home.texts.ts';
import classes from './HomePage.module.css';
import { NeedsAttention, useIsAttentionPending } from './NeedsAttention.tsx';
import { SetUp, useSetUpSteps } from './SetUp.tsx';
import { SinceLastVisit, useChangesSinceLastVisit } from './SinceLastVisit.tsx';
import { Tiles } from './Tiles.tsx';
import { WhatsHere } from './WhatsHere.tsx';

/**
 * What needs the user, then what happened since the last visit, then ways to the partitions and to pages that the menu
 * does not name.
 */
export function HomePage() {
  const t = useHomeTexts();
  const user = useAppState((state) => state.user);
  const name = user && personName(user);
  // The number of lines is unknown, so the content below them renders together with them to avoid a layout shift.
  const steps = useSetUpSteps();
  const isAttentionHere = !useIsAttentionPending();
  const partitions = useQuery(openPartitionsQuery);
  const arePartitionsHere = !partitions.isPending;
  const hasMorePartitions = partitions.data?.hasMore === true;
  const changes = useChangesSinceLastVisit();
  const isFollowedHere = !useIsFollowedPending();
  return (
    <>
      <PageHeader title={name === undefined ? t.helloStranger : t.hello(name)} />
      {steps !== undefined && isAttentionHere ? (
        <>
          {steps ? <SetUp steps={steps} /> : <WhatsHere />}
          <NeedsAttention />
          {arePartitionsHere && !changes.waits && isFollowedHere ? (
            <>
              <Followed />
              <SinceLastVisit {...changes} />
              <section aria-labelledby="home-partitions">
                <div className={classes.head}>
                  <h2 id="home-partitions">{t.partitions}</h2>
                  {hasMorePartitions && (
                    <PathLink to={pathTo('v1-partitions')}>{t.allPartitions}</PathLink>
                  )}
                </div>
                <OpenPartitions />
              </section>
              <Tiles />
            </>
          ) : (
            <LoadingCards />
          )}
        </>
      ) : (
        <LoadingCards />
      )}
    </>
  );
}

function OpenPartitions() {
  const t = useHomeTexts();
  const partitions = useQuery(openPartitionsQuery);
  return (
    <QueryStates query={partitions} failed={t.partitionsFailed} pending={<LoadingCards />}>
      {(page) => <PartitionCards page={page} />}
    </QueryStates>
  );
}

function PartitionCards({ page: { data, unknown } }: { page: Page<Partition> }) {
  const t = useHomeTexts();
  const listTexts = useListTexts();
  const mayCreate = useMay('partitions:create', createPartition);
  const isOurs = useCapability('data');
  if (data.length === 0) {
    if (unknown) {
      return <EmptyState title={listTexts.notSaid} hint={listTexts.notSaidHint} />;
    }
    if (mayCreate) {
      const to = pathTo('v1-partitions', {}, { open: 'new' });
      const action = <PathLink to={to}>{t.newPartition}</PathLink>;
      return <EmptyState title={t.noneAtAll} hint={t.noneAtAllHint} action={action} />;
    }
    const action = <PathLink to={pathTo('v1-partitions')}>{t.toPartitions}</PathLink>;
    if (!isOurs) return <EmptyState title={t.noneAtAll} action={action} />;
    return <EmptyState title={t.none} hint={t.noneHint} action={action} />;
  }
  return (
    <ul className={cards.cards}>
      {data.map((partition, index) => (
        <li key={partition.id || index}>
          <PartitionCard partition={partition} />
        </li>
      ))}
    </ul>
  );
}

function LoadingCards() {
  const t = useHomeTexts();
  return (
    <output className={cards.cards} aria-label={t.loading}>
      {[0, 1, 2].map((place) => (
        <Skeleton key={place} className={classes.loadingCard} />
      ))}
    </output>
  );
}

/** A partition and its last change; other services may report only id and name. */
function PartitionCard({ partition }: { partition: Partition }) {
  const t = useHomeTexts();
  const { id, partitionName, description, versionCount, timelineCount, lastChangeDate } = partition;
  return (
    <PathLink to={pathTo('v1-partitions-partitionId', { partitionId: id })} className={cards.card}>
      <span className={classes.name}>{shownName(partitionName, id)}</span>
      {description && <span className={classes.description}>{description}</span>}
      <span className={classes.facts}>
        {versionCount !== undefined && timelineCount !== undefined && (
          <span>{t.size(versionCount, timelineCount)}</span>
        )}
        {lastChangeDate === null && <span>{t.noChange}</span>}
        {lastChangeDate && (
          <span>
            {t.lastChange} <Moment value={lastChangeDate} />
          </span>
        )}
      </span>
    </PathLink>
  );
}
