import { Button, Skeleton } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PreviewedOperation } from '@annals/contracts/change-set-operations';
import { CallError } from '../../platform/api/errors.ts';
import { getPartition } from '@annals/contracts/partitions';
import { queryOf } from '../../platform/api/query.ts';
import { useChangeSetTexts } from '../change-sets/change-sets.texts.ts';
import { pathTo } from '../../platform/links.ts';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { useServiceText } from '../../platform/service-messages/service-text.ts';
import { shortenId } from '../../ui/ids/display-names.ts';
import { LineSkeletons } from '../../ui/states/QueryPanel.tsx';
import { previewQuery } from './preview.queries.ts';
import classes from './TimeTravelBar.module.css';
import { useTimeTravelTexts } from './time-travel.texts.ts';
import { useTimeTravel } from './useTimeTravel.ts';

interface PreviewProps {
  changeSetId: string;
  children: ReactNode;
}

/** Reserves its space until the title is there. */
const usualTitle = 'n'.repeat(15);

/** The frame around a previewed page: the change set, and the changes that are not shown. */
export function Preview({ changeSetId, children }: PreviewProps) {
  const t = useTimeTravelTexts();
  const { states } = useChangeSetTexts();
  const serviceText = useServiceText();
  const { partitionId = '' } = useParams({ strict: false });
  const { data, error, isPending } = useQuery(previewQuery(partitionId, changeSetId));
  const partition = useQuery(queryOf(getPartition, { params: { partitionId } }));
  const partitionName = partition.data?.partitionName ?? t.thisPartition;
  const isLoading = isPending || partition.isPending;
  const leave = <LeaveButton />;
  const isRefused = error instanceof CallError && (error.status === 404 || error.status === 409);
  if (isRefused && !data)
    return (
      <div className={classes.badPreview} role="alert">
        <strong>{t.noPreview}</strong>
        <p>{error.status === 404 ? t.noPreviewHelp : serviceText(error.explanation)}</p>
        {leave}
      </div>
    );
  const leftOut = data?.data.filter((operation) => operation.leftOut !== null) ?? [];
  return (
    <section className={classes.preview} aria-label={t.preview}>
      <div className={classes.previewBanner}>
        <IconEye className={classes.icon} size={20} aria-hidden />
        <output className={classes.bannerText}>
          {isLoading ? (
            <Skeleton component="span" className={classes.textToCome} aria-hidden>
              {t.youPreview(partitionName)} {usualTitle} ({states.DRAFT}). {t.previewOff}
            </Skeleton>
          ) : (
            <>
              {data ? (
                <>
                  {t.youPreview(partitionName)} <strong>{data.title}</strong>
                  {` (${states[data.state]}).`}
                </>
              ) : (
                t.youPreviewUnknown(partitionName)
              )}{' '}
              {t.previewOff}
            </>
          )}
        </output>
        <span className={classes.bannerActions}>
          <BackLink changeSetId={changeSetId} />
          {leave}
        </span>
      </div>
      {leftOut.length > 0 && <LeftOut operations={leftOut} />}
      {/* The content waits for the names and the changes that are left out, which would push it down. */}
      {isLoading ? (
        <div key="pending" className={classes.pastContent} aria-busy="true">
          <LineSkeletons lines={8} />
        </div>
      ) : (
        <div className={classes.pastContent}>{children}</div>
      )}
    </section>
  );
}

/** The page of the change set has all of them. */
const maxSentences = 20;

function LeftOut({ operations }: { operations: readonly PreviewedOperation[] }) {
  const t = useTimeTravelTexts();
  const serviceText = useServiceText();
  return (
    <details className={classes.leftOut}>
      <summary>{t.leftOut(operations.length)}</summary>
      <ul>
        {operations
          .slice(0, maxSentences)
          .map(({ operationId, type, operation, timelineId, leftOut }) => (
            <li key={operationId}>
              <strong>
                {t.operations[operation]} · {type}
                {timelineId !== null && ` · ${shortenId(timelineId)}`}
              </strong>
              : {leftOut?.path && `${leftOut.path}: `}
              {leftOut && serviceText(leftOut)}
            </li>
          ))}
      </ul>
      {operations.length > maxSentences && <p>{t.moreLeftOut(operations.length - maxSentences)}</p>}
    </details>
  );
}

/** Shown on a page of the partition without preview support. */
export function NotPreviewed({ changeSetId }: { changeSetId: string }) {
  const t = useTimeTravelTexts();
  const { partitionId = '' } = useParams({ strict: false });
  const { withAsOf } = useTimeTravel();
  return (
    <div className={classes.notPreviewed} role="note">
      <IconEyeOff className={classes.icon} size={20} aria-hidden />
      <span className={classes.bannerText}>{t.notPreviewed}</span>
      <span className={classes.bannerActions}>
        <PathLink to={withAsOf(pathTo('v1-partitions-partitionId-objects', { partitionId }))}>
          {t.backToPreview}
        </PathLink>
        <BackLink changeSetId={changeSetId} />
        <LeaveButton />
      </span>
    </div>
  );
}

function BackLink({ changeSetId }: { changeSetId: string }) {
  const t = useTimeTravelTexts();
  const { partitionId = '' } = useParams({ strict: false });
  return (
    <PathLink
      to={pathTo('v1-partitions-partitionId-change-sets-changeSetId', { partitionId, changeSetId })}
    >
      {t.backToChangeSet}
    </PathLink>
  );
}

/** The prefix of ids that exist only in a preview. */
const previewedId = /^ffffffff-ffff-7/;

function LeaveButton() {
  const t = useTimeTravelTexts();
  const router = useRouter();
  const { travelTo } = useTimeTravel();
  const { partitionId = '', timelineId, objectId } = useParams({ strict: false });
  const isPreviewOnly = previewedId.test(timelineId ?? objectId ?? '');
  const leave = () =>
    isPreviewOnly
      ? router.history.push(pathTo('v1-partitions-partitionId-objects', { partitionId }))
      : travelTo(undefined);
  return (
    <Button size="xs" className={classes.back} onClick={leave}>
      {t.leavePreview}
    </Button>
  );
}
