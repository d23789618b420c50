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

/** One line about a version: its number, date, author and import, with its neighbours and the history. */
export function VersionFacts({ partitionId, version, latest }: VersionFactsProps) {
  const t = useTimelineTexts();
  const { reason } = useReasonTexts();
  const { withAsOf } = useTimeTravel();
  const isDrafted = useIsDrafted();
  const mayOffer = useMayOfferPage();
  if (!version)
    return (
      <div className={classes.facts} aria-hidden>
        <div className={classes.line}>
          <Skeleton className={classes.skeleton} />
        </div>
      </div>
    );
  const { modificationCount: count, modificationDate, importedDate, timelineId } = version;
  const total = latest?.modificationCount;
  return (
    <div className={classes.facts}>
      <div className={classes.line}>
        <Neighbours partitionId={partitionId} version={version} latest={latest} />
        {count !== undefined && (
          <span className={classes.count}>
            {total === undefined ? t.version(count) : t.versionOf(count, total)}
          </span>
        )}
        {isDrafted(version) ? (
          <span className={classes.fact}>{t.notCommitted}</span>
        ) : (
          modificationDate !== undefined && (
            <span className={classes.fact}>
              <Moment value={modificationDate} absolute />
            </span>
          )
        )}
        {(version.modificationUserName ?? version.modificationUserId) && (
          <span className={classes.fact}>
            <Author version={version} />
          </span>
        )}
        {importedDate && (
          <span className={classes.fact} title={t.reconstructedHint}>
            {t.imported} <Moment value={importedDate} absolute />
            {version.importedUserId && (
              <>
                {' '}
                {t.importedBy} <Importer partitionId={partitionId} version={version} />
              </>
            )}
          </span>
        )}
        {timelineId !== undefined &&
          mayOffer('v1-partitions-partitionId-timelines-timelineId-objects') && (
            <PathLink
              className={classes.history}
              data-on="screen"
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
    <span className={classes.steps} data-on="screen">
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
