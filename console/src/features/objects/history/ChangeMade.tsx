import type { ReactNode } from 'react';
import { Id } from '../../../shared/ids/Id.tsx';
import { PathLink } from '../../../shared/page/PathLink.tsx';
import { useTimeTravel } from '../../../shared/time-travel/useTimeTravel.ts';
import { Moment } from '../../../shared/time/Moment.tsx';
import { versionPath } from '../shared/object-paths.ts';
import { useTimelineTexts } from '../shared/timeline.texts.ts';
import classes from './Fields.module.css';

interface ChangeMadeProps {
  partitionId: string;
  change: {
    objectId: string;
    modificationCount: number;
    modificationDate: string;
    modificationUserId: string;
    modificationUserName: string | null;
  };
  children?: ReactNode;
}

/** The version that brought a value: which one, when, and by whom. */
export function ChangeMade({ partitionId, change, children }: ChangeMadeProps) {
  const t = useTimelineTexts();
  const { isPast, withAsOf } = useTimeTravel();
  const { modificationUserName: name, modificationUserId: id } = change;
  return (
    <span className={classes.made}>
      <PathLink to={withAsOf(versionPath(partitionId, change.objectId))}>
        {t.version(change.modificationCount)}
      </PathLink>{' '}
      {children}
      <span className={classes.quiet}>
        <Moment value={change.modificationDate} absolute={isPast} /> · {name ?? <Id value={id} />}
      </span>
    </span>
  );
}
