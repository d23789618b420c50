import type { ReactNode } from 'react';
import { DiffValue } from '../../../ui/diff/DiffValue.tsx';
import { jsonText } from '../../../platform/json-values/json-values.ts';
import { useIsPrinting } from '../../../platform/printing.ts';
import { Id } from '../../../ui/ids/Id.tsx';
import { PathLink } from '../../../ui/page/PathLink.tsx';
import { Reason } from '../../../domain/reasons/Reason.tsx';
import { useTimeTravel } from '../../../domain/time-travel/useTimeTravel.ts';
import { Moment } from '../../../platform/time/Moment.tsx';
import { versionPath } from '../shared/object-paths.ts';
import { useTimelineTexts } from '../shared/timeline.texts.ts';
import classes from './Fields.module.css';

interface ChangedInVersionProps {
  partitionId: string;
  change: {
    objectId: string;
    modificationCount: number;
    modificationDate: string;
    modificationUserId: string;
    modificationUserName: string | null;
    reason?: string | null | undefined;
    reasonReceipt?: number | null | undefined;
  };
  /** Without when. */
  dateless?: boolean;
  children?: ReactNode;
}

/** The version that introduced a value: number, time and author. */
export function ChangedInVersion({
  partitionId,
  change,
  dateless = false,
  children,
}: ChangedInVersionProps) {
  const t = useTimelineTexts();
  const { withAsOf } = useTimeTravel();
  const { modificationUserName: name, modificationUserId: id } = change;
  return (
    <span className={classes.made}>
      <PathLink to={withAsOf(versionPath(partitionId, change.objectId))}>
        {t.version(change.modificationCount)}
      </PathLink>{' '}
      {children}
      {!dateless && (
        <span className={classes.quiet}>
          <Moment value={change.modificationDate} absolute />
        </span>
      )}
      <span className={classes.quiet}>{name ?? <Id value={id} />}</span>
      <Reason partitionId={partitionId} of={change} />
    </span>
  );
}

/** Longer or multi-line values are collapsed. */
const foldedLength = 240;
const foldedLines = 6;
const summaryLength = 120;

/** A value of a field; long ones are collapsed, except on paper. */
export function FieldValue({ value }: { value: unknown }) {
  const printing = useIsPrinting();
  const text = typeof value === 'string' ? value : jsonText(value);
  if (printing) return <DiffValue value={value} />;
  if (text.length <= foldedLength && text.split('\n').length <= foldedLines)
    return <DiffValue value={value} />;
  return (
    <details className={classes.folded}>
      <summary>{text.replaceAll(/\s+/g, ' ').slice(0, summaryLength)}…</summary>
      <DiffValue value={value} />
    </details>
  );
}
