import { IconZoomExclamation } from '@tabler/icons-react';
import { listReadsOfAll } from '@annals/contracts/read-records';
import { useCapability } from '../../platform/capabilities.ts';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { useMay } from '../permissions/my-permissions.ts';
import { type IncidentSubject, incidentPath } from './incident-path.ts';
import classes from './IncidentLink.module.css';
import { useIncidentLinkTexts } from './incident-link.texts.ts';

interface IncidentLinkProps {
  subject: IncidentSubject;
  /** The moment that gave rise to it; default: now. */
  at?: string;
  /** Says whom it is about. */
  isNamed?: boolean;
}

/** Leads to everything that somebody did around a moment, for those who can read the audit log. */
export function IncidentLink({ subject, at, isNamed = false }: IncidentLinkProps) {
  const t = useIncidentLinkTexts();
  const mayRead = useMay('events:read');
  const isOffered = useCapability(listReadsOfAll);
  const hasEvents = useCapability('authentication');
  if (!mayRead || !isOffered || !hasEvents) return null;
  return (
    <PathLink className={classes.link} data-on="screen" to={incidentPath(subject, at)}>
      <IconZoomExclamation size={16} stroke={1.75} aria-hidden />
      {isNamed ? t.lookIntoName(subject.name ?? subject.id) : t.lookInto}
    </PathLink>
  );
}
