import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../confirm/ConfirmDialog.tsx';
import { showToast } from '../feedback/toasts.ts';
import { pathTo } from '../links.ts';
import { PathLink } from '../page/PathLink.tsx';
import { useLanguage } from '../texts.ts';
import { absoluteMoment } from '../time/format-moment.ts';
import { useUtc } from '../time/utc.ts';
import { saveCheckpoints } from './checkpoints-file.ts';
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

/** What was found about the log of the partition, what to do now, and what proves it. Stays until a person says otherwise. */
export function LogAlarm({ kind, partition, pinned }: LogAlarmProps) {
  const t = useLogAlarmTexts();
  const language = useLanguage();
  const utc = useUtc();
  const [asking, setAsking] = useState(false);
  const said =
    kind === 'UNSIGNED'
      ? t.UNSIGNED
      : t[kind](pinned.size, pinned.alarm?.size ?? 0, absoluteMoment(pinned.date, language, utc));
  const log = pathTo('v1-partitions-partitionId', { partitionId: partition.id }, { tab: 'proofs' });
  return (
    <section className={classes.alarm} role="alert">
      <IconAlertTriangle className={classes.icon} size={24} stroke={1.75} aria-hidden />
      <div className={classes.text}>
        <strong className={classes.title}>{t.titles[kind]}</strong>
        <p>{said}</p>
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
