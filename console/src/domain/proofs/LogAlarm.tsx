import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { product, productTitle } from '../../platform/api/product.ts';
import { ConfirmDialog } from '../../ui/confirm/ConfirmDialog.tsx';
import { downloadText } from '../../platform/downloads.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { pathTo } from '../../platform/links.ts';
import { fileStem } from '../../platform/long-work/file-stem.ts';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { useAbsoluteMoment } from '../../platform/time/use-absolute-moment.ts';
import { useLogAlarmTexts } from './log-alarm.texts.ts';
import { logHealthQuery } from './log-health.queries.ts';
import classes from './LogAlarm.module.css';
import { type PinnedCheckpoint, type RaisedAlarm, trustLogFromNow } from './pinned-checkpoints.ts';

type LogAlarmProps = {
  partition: { id: string; name: string };
} & (
  | { kind: RaisedAlarm['kind']; pinned: PinnedCheckpoint }
  | { kind: 'UNSIGNED'; pinned?: never }
);

/** The alarm of the partition's log, what to do, and the evidence. Stays until the user dismisses it. */
export function LogAlarm({ kind, partition, pinned }: LogAlarmProps) {
  const t = useLogAlarmTexts();
  const absolute = useAbsoluteMoment();
  const [asking, setAsking] = useState(false);
  const description =
    kind === 'UNSIGNED'
      ? t.UNSIGNED
      : t[kind](pinned.size, pinned.alarm?.size ?? 0, absolute(pinned.date));
  const log = pathTo('v1-partitions-partitionId', { partitionId: partition.id }, { tab: 'proofs' });
  return (
    <section className={classes.alarm} role="alert">
      <IconAlertTriangle className={classes.icon} size={24} stroke={1.75} aria-hidden />
      <div className={classes.text}>
        <strong className={classes.title}>{t.titles[kind]}</strong>
        <p>{description}</p>
        <p>{pinned ? t.whatNow : t.whatNowUnsigned}</p>
        <div className={classes.actions}>
          {pinned && (
            <Button size="xs" color="red" onClick={() => saveCheckpoints(partition, pinned)}>
              {t.save}
            </Button>
          )}
          {pinned && (
            <Button size="xs" variant="default" onClick={() => setAsking(true)}>
              {t.trust}
            </Button>
          )}
          <PathLink className={classes.link} to={log}>
            {t.toLog}
          </PathLink>
        </div>
      </div>
      {asking && pinned && (
        <Trust partition={partition} pinned={pinned} onClose={() => setAsking(false)} />
      )}
    </section>
  );
}

interface TrustProps {
  partition: { id: string; name: string };
  pinned: PinnedCheckpoint;
  onClose: () => void;
}

function Trust({ partition, pinned, onClose }: TrustProps) {
  const t = useLogAlarmTexts();
  const queryClient = useQueryClient();
  return (
    <ConfirmDialog
      title={t.trustTitle(partition.name)}
      question={t.trustQuestion}
      touches={[t.forgets(pinned.size), t.remembers(pinned.alarm?.size ?? 0), t.proofs]}
      typeName={partition.name}
      confirm={t.trust}
      failed={t.notTrusted}
      danger
      act={async () => {
        saveCheckpoints(partition, pinned);
        trustLogFromNow(partition.id);
      }}
      onDone={() => {
        showToast({ message: t.trusted });
        void queryClient.invalidateQueries(logHealthQuery(partition.id));
      }}
      onClose={onClose}
    />
  );
}

/** Saves the pinned checkpoint and the one that does not continue it. */
function saveCheckpoints(partition: { id: string; name: string }, pinned: PinnedCheckpoint): void {
  const day = new Date().toISOString().slice(0, 10);
  const name = `${fileStem(partition.name, product)}-checkpoints-${day}.txt`;
  downloadText(name, checkpointsText(partition, pinned), 'text/plain');
}

/** Always in English; it contains the notes verbatim, so that they can be verified. */
function checkpointsText(
  partition: { id: string; name: string },
  { checkpoint, key, date, since, alarm }: PinnedCheckpoint,
): string {
  const parts = [
    `${productTitle}: two checkpoints of the log of one partition`,
    `Partition: ${partition.id} (${partition.name})`,
    '',
    `Remembered by a browser since ${since}, last seen ${date}.`,
    `Verifier key: ${key}`,
    '',
    checkpoint,
  ];
  if (alarm)
    parts.push(
      `Shown by the service on ${alarm.date}, which does not go on from it (${alarm.kind}).`,
      `Verifier key: ${alarm.key}`,
      '',
      alarm.checkpoint,
    );
  return parts.join('\n');
}
