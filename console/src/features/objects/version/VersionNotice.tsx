import { IconClockExclamation, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './VersionNotice.module.css';

interface VersionNoticeProps {
  /** `outdated` is amber: what is shown is not what holds now. */
  tone: 'outdated' | 'plain';
  children: ReactNode;
}

/** Something about a version that must be known before it is read. */
export function VersionNotice({ tone, children }: VersionNoticeProps) {
  const Icon = tone === 'outdated' ? IconClockExclamation : IconInfoCircle;
  return (
    <output className={classes.notice} data-tone={tone}>
      <Icon className={classes.icon} size={18} aria-hidden />
      <span>{children}</span>
    </output>
  );
}
