import { Fragment } from 'react';
import type { AuditEvent } from '@annals/contracts/events';
import {
  type EventChange,
  eventChanges,
  EventChangeValues,
} from '../../domain/history/EventChanges.tsx';
import { EventValue } from '../../domain/history/EventValue.tsx';
import { useEventSentences } from '../../domain/history/event-sentences.texts.ts';
import { NamedThing } from '../../domain/named-things/NamedThing.tsx';
import { isObject } from '../../platform/json-values/json-values.ts';
import { useIsPrinting } from '../../platform/printing.ts';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { labelFor } from '../../ui/states/label-for.ts';
import classes from './AuditLogPage.module.css';
import { isRole, memberOf, roleOf, type SentencePart, sentenceOf } from './event-sentence.ts';
import { actorName, type EventTexts, isFailure, subjectName } from './event-words.ts';
import { partsOf, subjectPage } from './subject-page.ts';

/** "Ada Admin added SUPPORT to Anton Dahl", with the first change where the sentence does not say it. */
export function EventSentence({ event, words }: { event: AuditEvent; words: EventTexts }) {
  const { t, actions, fields } = words;
  const sentences = useEventSentences();
  const parts = sentenceOf(event, sentences);
  const subject = <Subject event={event} />;
  const says = (named: Exclude<SentencePart, string>['is']) =>
    parts?.some((part) => typeof part !== 'string' && part.is === named) === true;
  const all = eventChanges(event);
  const role = all.find(({ field }) => isRole(field));
  const changes = all.filter(
    ({ field }) => !(says('role') && isRole(field)) && !(says('member') && ofMember.has(field)),
  );
  return (
    <span className={classes.sentence} data-failure={isFailure(event) || undefined}>
      <span className={classes.words}>
        {parts ? (
          parts.map((part, index) => (
            // The parts of a sentence have no other identity.
            // oxlint-disable-next-line react/no-array-index-key
            <Fragment key={index}>
              {typeof part === 'string' ? (
                part
              ) : part.is === 'actor' ? (
                <bdi>{actorName(event, t)}</bdi>
              ) : part.is === 'subject' ? (
                subject
              ) : part.is === 'member' ? (
                <NamedThing field="userId" id={memberOf(event) ?? ''} kind="user" />
              ) : (
                <strong>
                  <EventValue field="role" value={roleOf(event)} kind={role?.kind} />
                </strong>
              )}
            </Fragment>
          ))
        ) : (
          <>
            {labelFor(actions, event.action)}
            {subjectName(event) && <>: {subject}</>} · <bdi>{actorName(event, t)}</bdi>
          </>
        )}
      </span>
      <Changes event={event} changes={changes} fields={fields} />
    </span>
  );
}

/** What a sentence with the member says already, and since when, which is when it was done. */
const ofMember: ReadonlySet<string> = new Set(['userId', 'effectiveDate', 'role']);

function Subject({ event }: { event: AuditEvent }) {
  const name = subjectName(event);
  const path = event.subjectName ? subjectPage(event) : undefined;
  return path === undefined ? (
    <strong>
      <bdi>{name}</bdi>
    </strong>
  ) : (
    <PathLink to={path}>{name}</PathLink>
  );
}

interface ChangesProps {
  event: AuditEvent;
  changes: readonly EventChange[];
  fields: Record<string, string>;
}

/** Whether the values fit on a line: what has parts and no name would fill the page. */
function isShort({ before, after }: EventChange): boolean {
  return [before, after].every(
    (value) => !isObject(value) || Object.keys(value).length <= 1 || 'name' in value,
  );
}

/**
 * Only the first change that is more than the name in the sentence, because more would be cut off on one line; the details
 * show all of them, as paper does.
 */
function Changes({ event, changes, fields }: ChangesProps) {
  const printing = useIsPrinting();
  const said = [event.subjectName, partsOf(event.subject)?.id];
  const unsaid = changes.filter(
    ({ before, after }) =>
      (before ?? null) !== null ||
      said.every((each) => each !== (isObject(after) ? after['id'] : after)),
  );
  const shown = printing ? unsaid : unsaid.filter(isShort).slice(0, 1);
  if (unsaid.length === 0) return null;
  const rest = unsaid.length - shown.length;
  return (
    <span className={classes.change}>
      {shown.map((change) => (
        <span key={change.field} className={classes.first}>
          <span className={classes.field}>{labelFor(fields, change.field)}</span>{' '}
          <EventChangeValues change={change} />
        </span>
      ))}
      {rest > 0 && <span className={classes.field}>+{rest}</span>}
    </span>
  );
}
