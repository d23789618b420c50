import { type ReactNode, useId, useState } from 'react';
import { Moment } from '../../platform/time/Moment.tsx';
import classes from './ExpandableEntry.module.css';

interface ExpandableEntryProps {
  /** What the versions have in common. */
  label: ReactNode;
  date: string | undefined;
  /** Date and time in place of "3 days ago". */
  absolute?: boolean;
  /** The single versions, rendered while the entry is expanded. */
  children: ReactNode;
}

/** One entry of a `VersionList` for several versions. */
export function ExpandableEntry({ label, date, absolute = false, children }: ExpandableEntryProps) {
  const [expanded, setExpanded] = useState(false);
  const contentId = useId();
  return (
    <li className={classes.entry}>
      <div className={classes.head}>
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={expanded}
          aria-controls={contentId}
          onClick={() => setExpanded(!expanded)}
        >
          {label}
        </button>
        <Moment value={date} absolute={absolute} />
      </div>
      <div id={contentId} className={classes.content}>
        {expanded && children}
      </div>
    </li>
  );
}
