import { IconUsersGroup } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { listAccess } from '@annals/contracts/user-administration';
import { pathTo } from '../../platform/links.ts';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { useCapability } from '../../platform/capabilities.ts';
import { texts } from '../../platform/texts.ts';
import { useTimeTravel } from '../time-travel/useTimeTravel.ts';
import classes from './AccessLink.module.css';

const useAccessLinkTexts = texts({
  en: { whoHasAccess: 'Who has access' },
  de: { whoHasAccess: 'Wer Zugriff hat' },
});

/** A link to everyone who can open the partition at the shown moment; undefined if the services do not support it. */
export function useAccessLink(partitionId: string): ReactNode {
  const t = useAccessLinkTexts();
  const { withAsOf } = useTimeTravel();
  if (!useCapability(listAccess)) return undefined;
  return (
    <PathLink
      className={classes.link}
      to={withAsOf(pathTo('v1-partitions-partitionId', { partitionId }, { tab: 'access' }))}
    >
      <IconUsersGroup size={16} stroke={1.75} aria-hidden />
      {t.whoHasAccess}
    </PathLink>
  );
}
