import { Skeleton } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconTimeline } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import { pathTo } from '../../../platform/links.ts';
import { PathLink } from '../../../ui/page/PathLink.tsx';
import { useMayOfferPage } from '../../../domain/permissions/may-open.ts';
import { ErasedReason } from '../../../domain/reasons/ErasedReason.tsx';
import { useReasonTexts } from '../../../domain/reasons/reason.texts.ts';
import { useTimeTravel } from '../../../domain/time-travel/useTimeTravel.ts';
import { Moment } from '../../../platform/time/Moment.tsx';
import { versionPath } from '../shared/object-paths.ts';
import { nextVersionQuery } from '../shared/object.queries.ts';
import { Author, ChangeSetLink, Importer, useIsDrafted } from '../shared/ObjectLabels.tsx';
import { useTimelineTexts } from '../shared/timeline.texts.ts';
import { VersionApprovals } from '../shared/VersionApprovals.tsx';
import classes from './VersionFacts.module.css';

interface VersionFactsProps {
  partitionId: string;
  version: ObjectVersion | undefined;
  latest: ObjectVersion | undefined;
}

/** The metadata of a version: number, author, dates, and links to its neighbours. */
export function VersionFacts({ partitionId, version, latest }: VersionFactsProps) {
  const t = useTimelineTexts();
  const { reason } = useReasonTexts();
  const { withAsOf } = useTimeTravel();
  const isDrafted = useIsDrafted();
  const mayOffer = useMayOfferPage();
  if (!version)
    return (
      <div className={classes.facts} aria-hidden>
        <div className={classes.place}>
          <Skeleton className={classes.skeleton} />
        </div>
        <Skeleton className={classes.skeleton} />
      </div>
    );
  const { modificationCount: count, modificationDate, genesisDate, timelineId } = version;
  const total = latest?.modificationCount;
  return (
    <div className={classes.facts}>
      <div className={classes.place}>
        <Neighbours partitionId={partitionId} version={version} latest={latest} />
        {count !== undefined && (
          <span className={classes.count}>
            {total === undefined ? t.version(count) : t.versionOf(count, total)}
          </span>
        )}
        {genesisDate !== undefined && count !== 1 && (
          <span className={classes.started}>
            <span className={classes.label}>{t.started}</span>{' '}
            <Moment value={genesisDate} withDate />
          </span>
        )}
        {timelineId !== undefined &&
          mayOffer('v1-partitions-partitionId-timelines-timelineId-objects') && (
            <PathLink
              className={classes.history}
              to={withAsOf(
                pathTo('v1-partitions-partitionId-timelines-timelineId-objects', {
                  partitionId,
                  timelineId,
                }),
              )}
            >
              <IconTimeline size={16} aria-hidden />
              {t.history}
            </PathLink>
          )}
        <ChangeSetLink partitionId={partitionId} version={version} />
      </div>
      <div className={classes.details}>
        {modificationDate !== undefined && (
          <span>
            <span className={classes.label}>
              {isDrafted(version) ? t.notCommitted : version.importedDate ? t.recorded : t.written}
            </span>{' '}
            {!isDrafted(version) && <Moment value={modificationDate} withDate />}
            {(version.modificationUserName ?? version.modificationUserId) && (
              <span className={classes.by}>
                <span className={classes.dot}> · </span>
                <Author version={version} />
              </span>
            )}
          </span>
        )}
        {version.importedDate && (
          <span>
            <span className={classes.label} title={t.reconstructedHint}>
              {t.reconstructed}
            </span>{' '}
            <Moment value={version.importedDate} withDate />
            {version.importedUserId && (
              <span className={classes.by}>
                <span className={classes.dot}> · </span>
                <Importer partitionId={partitionId} version={version} />
              </span>
            )}
          </span>
        )}
        {version.reason && (
          <span className={classes.reason}>
            <span className={classes.label}>{reason}</span> <bdi>{version.reason}</bdi>
          </span>
        )}
        {version.reasonReceipt && (
          <span className={classes.reason}>
            <span className={classes.label}>{reason}</span>{' '}
            <ErasedReason partitionId={partitionId} receipt={version.reasonReceipt} />
          </span>
        )}
        <VersionApprovals partitionId={partitionId} version={version} />
      </div>
    </div>
  );
}

function Neighbours({
  partitionId,
  version,
  latest,
}: {
  partitionId: string;
  version: ObjectVersion;
  latest: ObjectVersion | undefined;
}) {
  const t = useTimelineTexts();
  const { at, withAsOf } = useTimeTravel();
  const isDrafted = useIsDrafted();
  const { data: next } = useQuery({
    ...nextVersionQuery(partitionId, version, latest ?? version, at, latest && isDrafted(latest)),
    enabled: latest !== undefined,
  });
  const { predecessorId } = version;
  if (predecessorId === undefined) return null;
  return (
    <span className={classes.steps}>
      <Step
        to={predecessorId === null ? undefined : withAsOf(versionPath(partitionId, predecessorId))}
        label={t.previous}
        shortcut="["
      >
        <IconChevronLeft size={16} aria-hidden />
      </Step>
      <Step
        to={next ? withAsOf(versionPath(partitionId, next.id)) : undefined}
        label={t.next}
        shortcut="]"
      >
        <IconChevronRight size={16} aria-hidden />
      </Step>
    </span>
  );
}

function Step({
  to,
  label,
  shortcut,
  children,
}: {
  to: string | undefined;
  label: string;
  shortcut: string;
  children: ReactNode;
}) {
  if (to === undefined)
    return (
      <span className={classes.step} aria-hidden data-off>
        {children}
      </span>
    );
  return (
    <PathLink
      to={to}
      className={classes.step}
      aria-label={label}
      title={label}
      data-shortcut={shortcut}
    >
      {children}
    </PathLink>
  );
}
