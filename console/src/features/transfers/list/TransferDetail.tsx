import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { getTransfer } from '@annals/contracts/transfers';
import type { AnswerOf } from '../../../platform/api/told.ts';
import { isNoSuchThing } from '../../../platform/api/errors.ts';
import { Id } from '../../../ui/ids/Id.tsx';
import { shownName } from '../../../ui/ids/display-names.ts';
import { pathTo } from '../../../platform/links.ts';
import { PathLink } from '../../../ui/page/PathLink.tsx';
import { useServiceText } from '../../../platform/service-messages/service-text.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { Facts } from '../../../ui/states/Facts.tsx';
import { QueryPanel } from '../../../ui/states/QueryPanel.tsx';
import { labelFor } from '../../../ui/states/label-for.ts';
import { Moment } from '../../../platform/time/Moment.tsx';
import { transferQuery } from '../shared/transfer.queries.ts';
import classes from '../shared/transfers.module.css';
import { RowTable } from '../shared/RowTable.tsx';
import { TransferProgress, TransferState, outcomesOf } from './transfer-status.tsx';
import { TransferActions } from './TransferActions.tsx';
import { useTransferListTexts } from './transfer-list.texts.ts';
import panels from '../../../ui/page/Panels.module.css';

type TransferWithRefusals = AnswerOf<typeof getTransfer>;

/** One transfer: progress, counts, rejected rows, actions. */
export function TransferDetail({ transferId }: { transferId: string }) {
  const t = useTransferListTexts();
  const serviceText = useServiceText();
  const query = useQuery(transferQuery(transferId));
  if (query.data === undefined && isNoSuchThing(query.error))
    return (
      <>
        <BackToAll />
        <EmptyState title={t.noSuch} hint={t.noSuchHint} />
      </>
    );
  return (
    <div className={panels.panels}>
      <BackToAll />
      <QueryPanel
        title={query.data ? labelFor(t.kinds, query.data.kind) : t.runs}
        query={query}
        lines={8}
        beside={stateOf}
        action={
          query.data && <TransferActions transfer={query.data} readAt={query.dataUpdatedAt} />
        }
      >
        {(transfer) => (
          <>
            {transfer.error !== null && (
              <div role="alert" className={classes.failure}>
                <strong>
                  {transfer.state === 'CANCELLED' ? t.removedBecause : t.failedBecause}
                </strong>
                <p>{serviceText(transfer.error)}</p>
              </div>
            )}
            {transfer.kind === 'IMPORT' && transfer.state === 'RUNNING' && (
              <p className={classes.hint}>{t.waits}</p>
            )}
            <Facts facts={factsOf(transfer, t)} />
          </>
        )}
      </QueryPanel>
      {query.data && query.data.refusals.length > 0 && <Refusals transfer={query.data} />}
    </div>
  );
}

const stateOf = ({ state }: TransferWithRefusals) => <TransferState state={state} />;

function BackToAll() {
  const t = useTransferListTexts();
  return (
    <PathLink to={pathTo('migrations', {}, { tab: 'runs' })} className={classes.back}>
      <IconArrowLeft size={16} stroke={1.75} aria-hidden />
      {t.all}
    </PathLink>
  );
}

function factsOf(transfer: TransferWithRefusals, t: ReturnType<typeof useTransferListTexts>) {
  const { partitionId, partitionName, fromPartitionId, fromPartitionName } = transfer;
  const partition = (id: string, name: string | null | undefined) =>
    name ? (
      <PathLink to={pathTo('v1-partitions-partitionId', { partitionId: id })}>{name}</PathLink>
    ) : (
      t.unknownPartition
    );
  return [
    [t.partition, partition(partitionId, partitionName)],
    ...(fromPartitionId ? [[t.from, partition(fromPartitionId, fromPartitionName)] as const] : []),
    ...(transfer.fileName ? [[t.file, transfer.fileName] as const] : []),
    ...(transfer.reason ? [[t.reason, transfer.reason] as const] : []),
    ...(transfer.fileHash ? [[t.hash, <Id key="hash" value={transfer.fileHash} />] as const] : []),
    ...evidenceFactsOf(transfer, t),
    [t.progress, <TransferProgress key="progress" transfer={transfer} />],
    [t.result, outcomesOf(transfer, t).join(', ')],
    [t.by, shownName(transfer.createdUserName, transfer.createdUserId)],
    ...(transfer.resumedUserId
      ? [[t.resumedBy, shownName(transfer.resumedUserName, transfer.resumedUserId)] as const]
      : []),
    [t.started, <Moment key="started" value={transfer.createdDate} absolute />],
    [t.changed, <Moment key="changed" value={transfer.changedDate} absolute />],
    [t.ended, <Moment key="ended" value={transfer.endedDate} absolute />],
  ] as const;
}

function evidenceFactsOf(
  { evidence, fileBytes, expiresDate }: TransferWithRefusals,
  t: ReturnType<typeof useTransferListTexts>,
) {
  if (!evidence) return [];
  const { subject, query, asOf } = evidence;
  return [
    [t.subject, t.subjects[subject]] as const,
    ...(query ? [[t.query, query] as const] : []),
    ...(asOf ? [[t.asOf, <Moment key="asOf" value={asOf} absolute />] as const] : []),
    ...(fileBytes == null
      ? []
      : [
          [
            t.storedUntil,
            <Moment key="storedUntil" value={expiresDate ?? null} absolute />,
          ] as const,
        ]),
  ];
}

function Refusals({ transfer: { refused, refusals } }: { transfer: TransferWithRefusals }) {
  const t = useTransferListTexts();
  return (
    <RowTable
      title={t.refusals}
      beside={refused > refusals.length && t.firstRefusals(refusals.length)}
      head={[t.row, t.code, t.why]}
      // The service counts from 0, people from 1.
      lines={refusals.map(({ row, code, ...reason }) => [row + 1, code, reason])}
      renderKind={(code) => <code>{code}</code>}
      download={t.download}
      filename="refused-rows"
    />
  );
}
