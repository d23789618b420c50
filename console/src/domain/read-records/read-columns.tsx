import type { ReadRecord } from '@annals/contracts/read-records';
import { shownName } from '../../ui/ids/display-names.ts';
import {
  count,
  date,
  derived,
  momentWidth,
  text,
  type ListColumn,
} from '../../ui/list/columns.tsx';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { pathTo } from '../../platform/links.ts';
import { Moment } from '../../platform/time/Moment.tsx';
import { actionOf, queryTextOf } from './read-calls.ts';
import { type ReadRecordTexts, useReadRecordTexts } from './read-records.texts.ts';
import classes from './ReadRecords.module.css';

/** What a list of reads is about, which its rows need not repeat. */
export type ReadsAbout = 'object' | 'partition' | 'user';

export function readColumns(t: ReadRecordTexts, about: ReadsAbout): ListColumn<ReadRecord>[] {
  const who = derived<ReadRecord>('userName', t.who, nameOf, {
    width: '150px',
    render: (read) => (
      <PathLink to={pathTo('v1-users-userId', { userId: read.userId })}>{nameOf(read)}</PathLink>
    ),
  });
  const partition = text<ReadRecord>('partitionName', t.partition, {
    width: '180px',
    render: ({ partitionId, partitionName }) => (
      <PathLink to={pathTo('v1-partitions-partitionId', { partitionId })}>{partitionName}</PathLink>
    ),
  });
  return [
    date('readDate', t.when, { exact: true, width: '190px' }),
    ...(about === 'user' ? [partition] : [who]),
    derived('call', t.what, (read) => whatText(read, t), {
      render: (read) => <ReadWhat read={read} about={about} />,
    }),
    text('asOf', t.asOf, {
      width: momentWidth,
      render: ({ asOf }) => (asOf === null ? t.now : <Moment value={asOf} absolute />),
    }),
    count('count', t.count, { width: '96px', needsRoom: true }),
    derived('credential', t.with, (read) => credentialText(read, t), {
      width: '136px',
      needsRoom: true,
      below: { column: 'address', render: ({ address }) => address },
    }),
    text('address', t.address, { width: '136px', hiddenAtFirst: true }),
    text('requestId', t.requestId, { width: '200px', hiddenAtFirst: true }),
    derived('query', t.query, ({ query }) => queryTextOf(query), { hiddenAtFirst: true }),
    derived('objectIds', t.versionIds, ({ objectIds }) => objectIds.join(' '), {
      hiddenAtFirst: true,
    }),
  ];
}

const nameOf = ({ userName, userId }: ReadRecord): string => shownName(userName, userId);

const actionText = ({ call }: ReadRecord, { actions }: ReadRecordTexts): string => {
  const action = actionOf(call);
  return action === undefined ? call : actions[action];
};

function whatText(read: ReadRecord, t: ReadRecordTexts): string {
  return [actionText(read, t), read.title, queryTextOf(read.query)].filter(Boolean).join(' · ');
}

function credentialText({ credential, assistant }: ReadRecord, t: ReadRecordTexts): string {
  if (assistant) return t.assistant;
  return credential.startsWith('token') ? t.token : t.session;
}

/** What somebody did to read, with the object and what was searched for. */
export function ReadWhat({ read, about }: { read: ReadRecord; about: ReadsAbout }) {
  const t = useReadRecordTexts();
  const { partitionId, timelineIds, title, whole, query } = read;
  const [timelineId, ...others] = timelineIds;
  const isOne = timelineId !== undefined && others.length === 0 && !whole && about !== 'object';
  const searched = queryTextOf(query);
  return (
    <span className={classes.what}>
      <span>{actionText(read, t)}</span>
      {isOne && (
        <PathLink
          to={pathTo('v1-partitions-partitionId-timelines-timelineId-objects-latest', {
            partitionId,
            timelineId,
          })}
        >
          {shownName(title, timelineId)}
        </PathLink>
      )}
      {searched !== undefined && <code className={classes.query}>{searched}</code>}
      {whole && about === 'object' && <span className={classes.recorded}>{t.whole}</span>}
    </span>
  );
}
