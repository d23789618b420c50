import { Skeleton, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listEvents } from '@annals/contracts/events';
import type { Partition } from '../../platform/api/things.ts';
import { product } from '../../platform/api/product.ts';
import { useAppState, usePersonKey, useProductUser } from '../../platform/api/state.ts';
import { storeText, useStoredText } from '../../platform/api/stored-text.ts';
import { DayBars } from '../../ui/charts/DayBars.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { personName, shownName } from '../../ui/ids/display-names.ts';
import { pathTo } from '../../platform/links.ts';
import { useListTexts } from '../../ui/list/list.texts.ts';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { useCapabilities } from '../../platform/capabilities.ts';
import { useMay } from '../../domain/permissions/my-permissions.ts';
import { Panel } from '../../ui/states/Panel.tsx';
import { QueryPanel } from '../../ui/states/QueryPanel.tsx';
import { Moment } from '../../platform/time/Moment.tsx';
import { WrittenVersions } from '../../domain/versions/WrittenVersions.tsx';
import cards from './Cards.module.css';
import { Followed, useIsFollowedPending } from './Followed.tsx';
import { openPartitionsQuery, shownVersions, recentWritesQuery } from './home.queries.ts';
import { useHomeTexts } from './home.texts.ts';
import classes from './HomePage.module.css';
import { NeedsAttention, useIsAttentionPending } from './NeedsAttention.tsx';
import { Services } from './Services.tsx';
import { SinceLastVisit, useChangesSinceLastVisit } from './SinceLastVisit.tsx';
import { useWelcomeTexts } from './welcome.texts.ts';

export function HomePage() {
  const t = useHomeTexts();
  const user = useAppState((state) => state.user);
  const dataUser = useProductUser();
  const name = user && personName(user);
  // The number of cards and changes is unknown, so the content below them renders together with them to avoid a
  // layout shift.
  const isAttentionHere = !useIsAttentionPending();
  const arePartitionsHere = !useQuery(openPartitionsQuery).isPending;
  const changes = useChangesSinceLastVisit();
  const isFollowedHere = !useIsFollowedPending();
  const below = arePartitionsHere && !changes.waits && isFollowedHere;
  return (
    <>
      <PageHeader title={name === undefined ? t.helloStranger : t.hello(name)} atHome />
      <WelcomePanel />
      {isAttentionHere ? (
        <>
          <NeedsAttention />
          <section aria-labelledby="home-partitions">
            <div className={classes.head}>
              <h2 id="home-partitions">{t.partitions}</h2>
              <PathLink to={pathTo('v1-partitions')}>{t.allPartitions}</PathLink>
            </div>
            <OpenPartitions />
          </section>
          {below && (
            <>
              <Followed />
              <SinceLastVisit {...changes} />
              <div className={classes.panels}>
                <RecentWrites />
                {dataUser && (
                  <WrittenVersions
                    title={t.changedByMe}
                    userId={dataUser.id}
                    none={t.changedNothing}
                    pageSize={shownVersions}
                  />
                )}
              </div>
              <Services />
            </>
          )}
        </>
      ) : (
        <LoadingCards />
      )}
    </>
  );
}

function RecentWrites() {
  const t = useHomeTexts();
  return (
    <QueryPanel title={t.written} query={useQuery(recentWritesQuery)} lines={5}>
      {({ data }) => (
        <DayBars
          days={data.map(({ day, versionCount }) => ({ day, count: versionCount }))}
          label={t.writtenLabel}
        />
      )}
    </QueryPanel>
  );
}

function OpenPartitions() {
  const t = useHomeTexts();
  const listTexts = useListTexts();
  const partitions = useQuery(openPartitionsQuery);
  const mayCreate = useMay('partitions:create');
  if (partitions.isError) {
    return (
      <ErrorPanel
        title={t.partitionsFailed}
        error={partitions.error}
        onRetry={() => void partitions.refetch()}
      />
    );
  }
  if (partitions.isPending) return <LoadingCards />;
  if (partitions.data.data.length === 0) {
    if (partitions.data.unknown) {
      return <EmptyState title={listTexts.notSaid} hint={listTexts.notSaidHint} />;
    }
    if (mayCreate) {
      const to = pathTo('v1-partitions', {}, { open: 'new' });
      const action = <PathLink to={to}>{t.newPartition}</PathLink>;
      return <EmptyState title={t.noneAtAll} hint={t.noneAtAllHint} action={action} />;
    }
    const action = <PathLink to={pathTo('v1-partitions')}>{t.toPartitions}</PathLink>;
    return <EmptyState title={t.none} hint={t.noneHint} action={action} />;
  }
  return (
    <ul className={cards.cards}>
      {partitions.data.data.map((partition: Partition, index) => (
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

/** A short introduction for new users; gone for good once it is dismissed. */
function WelcomePanel() {
  const t = useWelcomeTexts();
  const person = usePersonKey();
  const administers = useMay('users:write');
  const has = useCapabilities();
  const key = `${product}.whatsHere:${person}`;
  const isDismissed = useStoredText(key) !== null;
  if (person === undefined || isDismissed) return null;
  return (
    <div className={classes.welcome}>
      <Panel title={t.title}>
        <ul className={classes.points}>
          <li>{t.partitions}</li>
          {has('data') && <li>{t.past}</li>}
          <li>{t.palette}</li>
          {administers && has(listEvents) && <li>{t.administration}</li>}
          <li>{t.help}</li>
        </ul>
        <div className={classes.welcomeButtons}>
          <PathLink to="/help">{t.guide}</PathLink>
          <Button size="xs" variant="default" onClick={() => dismiss(key)}>
            {t.dismiss}
          </Button>
        </div>
      </Panel>
    </div>
  );
}

function dismiss(key: string): void {
  try {
    storeText(key, new Date().toISOString());
  } catch {
    // A browser without storage shows it again.
  }
}
