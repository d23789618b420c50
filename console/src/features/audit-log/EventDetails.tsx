import type { AuditEvent } from '@annals/contracts/events';
import { UndoAccessChange } from '../../shared/access-changes/UndoAccessChange.tsx';
import { EventChanges } from '../../shared/history/EventChanges.tsx';
import { useEventLabels } from '../../shared/history/event-labels.texts.ts';
import { Id } from '../../shared/ids/Id.tsx';
import { PathLink } from '../../shared/page/PathLink.tsx';
import { Dialog } from '../../shared/states/Dialog.tsx';
import { Facts } from '../../shared/states/Facts.tsx';
import { labelFor } from '../../shared/states/label-for.ts';
import { Moment } from '../../shared/time/Moment.tsx';
import { actorName, subjectName } from './audit-columns.tsx';
import { useAuditLogTexts } from './audit-log.texts.ts';
import classes from './AuditLogPage.module.css';
import { subjectPage } from './subject-page.ts';

/** All details of an event. */
export function EventDetails({ event, onClose }: { event: AuditEvent; onClose: () => void }) {
  const t = useAuditLogTexts();
  const words = useEventLabels();
  const path = event.subjectName ? subjectPage(event) : undefined;
  const subject = subjectName(event);
  return (
    <Dialog title={labelFor(words, event.action)} onClose={onClose} size="lg">
      <Facts
        facts={[
          [t.when, <Moment key="at" value={event.at} withDate />],
          [t.who, actorName(event, t)],
          [
            t.about,
            path === undefined ? (
              subject
            ) : (
              <PathLink key="about" to={path}>
                {subject}
              </PathLink>
            ),
          ],
          [t.address, event.address ?? undefined],
          [t.requestId, event.requestId ? <Id key="request" value={event.requestId} /> : undefined],
          [t.number, event.seq],
        ]}
      />
      <EventChanges event={event} />
      <div className={classes.undo}>
        <UndoAccessChange event={event} explains onUndone={onClose} />
      </div>
    </Dialog>
  );
}
