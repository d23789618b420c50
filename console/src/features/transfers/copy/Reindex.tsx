import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { startTransfer } from '@annals/contracts/transfers';
import type { Partition } from '@annals/contracts/partitions';
import { call } from '../../../api/call.ts';
import { ConfirmDialog } from '../../../shared/confirm/ConfirmDialog.tsx';
import { showToast } from '../../../shared/feedback/toasts.ts';
import { shortenId } from '../../../shared/ids/shorten-id.ts';
import { pathTo } from '../../../shared/links.ts';
import { PartitionPicker } from '../../../shared/pickers/PartitionPicker.tsx';
import { Panel } from '../../../shared/states/Panel.tsx';
import { invalidateTransfers } from '../transfers.queries.ts';
import classes from '../Transfers.module.css';
import { useRefusalOf } from '../partition-choice.ts';
import { useCopyTexts } from './copy.texts.ts';

/** Makes the search index of a partition anew, after a question. */
export function Reindex() {
  const t = useCopyTexts();
  const router = useRouter();
  const [partition, pick] = useState<Partition | null>(null);
  const [asked, setAsked] = useState(false);
  const [asking, setAsking] = useState<Partition>();
  const refusal = useRefusalOf()(partition, 'OWNER');
  return (
    <Panel title={t.indexTitle}>
      <div className={classes.form}>
        <p className={classes.hint}>{t.indexHint}</p>
        <PartitionPicker
          label={t.indexPartition}
          value={partition}
          onChange={pick}
          error={refusal ?? (asked && partition === null && t.indexMissing)}
        />
        <div className={classes.line}>
          <Button
            variant="default"
            disabled={refusal !== undefined}
            onClick={() => {
              setAsked(true);
              if (partition) setAsking(partition);
            }}
          >
            {t.reindex}
          </Button>
        </div>
      </div>
      {asking && (
        <ConfirmDialog
          title={t.reindexTitle(asking.partitionName ?? shortenId(asking.id))}
          question={t.reindexQuestion}
          confirm={t.reindex}
          failed={t.notReindexed}
          act={() =>
            call(startTransfer, { params: { partitionId: asking.id }, body: { kind: 'REINDEX' } })
          }
          onDone={(transfer) => {
            showToast({ message: t.reindexing });
            void invalidateTransfers();
            router.history.push(pathTo('migrations', {}, { tab: 'runs', run: transfer.id }));
          }}
          onClose={() => setAsking(undefined)}
        />
      )}
    </Panel>
  );
}
