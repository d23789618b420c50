import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { archivePartition, type getPartition } from '@annals/contracts/partitions';
import { listWebhooks } from '@annals/contracts/webhooks';
import type { Partition } from '../../../platform/api/things.ts';
import type { AnswerOf } from '../../../platform/api/told.ts';
import { call } from '../../../platform/api/call.ts';
import { ConfirmDialog } from '../../../ui/confirm/ConfirmDialog.tsx';
import { showUndo } from '../../../ui/feedback/undo.ts';
import { Panel } from '../../../ui/states/Panel.tsx';
import { LineSkeletons } from '../../../ui/states/QueryPanel.tsx';
import { useCapability } from '../../../platform/capabilities.ts';
import { lazyNamed } from '../../../platform/lazy-named.ts';
import { useWebhookTexts } from '../../../domain/webhooks/webhooks.texts.ts';
import { Moment } from '../../../platform/time/Moment.tsx';
import { invalidatePartitionAndLists } from '../shared/partition.queries.ts';
import { ChangePolicyPanel } from '../change-policy/ChangePolicyPanel.tsx';
import { EditPartition } from './EditPartition.tsx';
import { ReadRecording } from './ReadRecording.tsx';
import { useSettingsTexts } from './settings.texts.ts';
import classes from './SettingsTab.module.css';

const WebhooksTab = lazyNamed(() => import('../webhooks/WebhooksTab.tsx'), 'WebhooksTab');

/** The settings of a partition for its owners, with its webhooks. */
export function SettingsTab({ partition }: { partition: AnswerOf<typeof getPartition> }) {
  const t = useSettingsTexts();
  const { webhooks } = useWebhookTexts();
  const hasWebhooks = useCapability(listWebhooks);
  return (
    <>
      <div className={classes.panels}>
        <Panel title={t.details}>
          {partition.archivedDate ? (
            <p className={classes.quiet}>{t.unarchiveFirst}</p>
          ) : (
            <EditPartition partition={partition} />
          )}
        </Panel>
        <ChangePolicyPanel partition={partition} />
        <ReadRecording partition={partition} />
        <ArchivePanel partition={partition} />
      </div>
      {hasWebhooks && (
        <div className={classes.webhooks}>
          <h2 className={classes.heading}>{webhooks}</h2>
          <Suspense fallback={<LineSkeletons lines={3} />}>
            <WebhooksTab partitionId={partition.id} />
          </Suspense>
        </div>
      )}
    </>
  );
}

/** Archives or unarchives the partition. */
function ArchivePanel({ partition }: { partition: Partition }) {
  const t = useSettingsTexts();
  const [asking, setAsking] = useState(false);
  const { id, archivedDate } = partition;
  const isArchived = Boolean(archivedDate);
  const name = partition.partitionName ?? id;
  async function archive(archived: boolean) {
    await call(archivePartition, { params: { partitionId: id }, body: { archived } });
    await invalidatePartitionAndLists(id);
  }
  return (
    <Panel title={t.archive}>
      <p className={classes.quiet}>
        {archivedDate ? (
          <>
            {t.archivedSince} <Moment value={archivedDate} />
          </>
        ) : (
          t.archiveHint
        )}
      </p>
      <Button
        className={classes.act}
        variant={isArchived ? 'default' : 'outline'}
        {...(!isArchived && { color: 'red' })}
        onClick={() => setAsking(true)}
      >
        {isArchived ? t.unarchive : t.archiveNow}
      </Button>
      {asking && (
        <ConfirmDialog
          title={isArchived ? t.unarchiveTitle(name) : t.archiveTitle(name)}
          question={isArchived ? t.unarchiveQuestion : t.archiveQuestion}
          touches={isArchived ? undefined : [t.touchesWrites, t.touchesPrograms, t.touchesReads]}
          confirm={isArchived ? t.unarchive : t.archiveNow}
          failed={isArchived ? t.notUnarchived : t.notArchived}
          danger={!isArchived}
          act={() => archive(!isArchived)}
          onDone={() =>
            showUndo(isArchived ? t.unarchivedToast : t.archivedToast, () => archive(isArchived))
          }
          onClose={() => setAsking(false)}
        />
      )}
    </Panel>
  );
}
