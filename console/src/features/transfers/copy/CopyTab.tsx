import { Button, Radio, TextInput } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { createPartition, listPartitions } from '@annals/contracts/partitions';
import { startTransfer } from '@annals/contracts/transfers';
import type { Partition } from '../../../platform/api/things.ts';
import { call } from '../../../platform/api/call.ts';
import { invalidate } from '../../../platform/api/query.ts';
import { ConfirmDialog } from '../../../ui/confirm/ConfirmDialog.tsx';
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx';
import { showToast } from '../../../ui/feedback/toasts.ts';
import { SimpleForm } from '../../../ui/forms/SimpleForm.tsx';
import { LeaveDialog } from '../../../ui/forms/LeaveDialog.tsx';
import { assignFieldErrors } from '../../../ui/forms/service-errors.ts';
import { useLeaveGuard } from '../../../ui/forms/useLeaveGuard.ts';
import { shownName } from '../../../ui/ids/display-names.ts';
import { pathTo } from '../../../platform/links.ts';
import { useMay } from '../../../domain/permissions/my-permissions.ts';
import { PartitionPicker } from '../../../domain/pickers/PartitionPicker.tsx';
import { useServiceText } from '../../../platform/service-messages/service-text.ts';
import { Panel } from '../../../ui/states/Panel.tsx';
import { usePartitionChoice, useRefusalOf } from '../shared/partition-choice.ts';
import { invalidateTransfers } from '../shared/transfer.queries.ts';
import classes from '../shared/transfers.module.css';
import { useCopyTexts } from './copy.texts.ts';
import panels from '../../../ui/page/Panels.module.css';
import { useSingleMutation } from '../../../ui/forms/useSingleMutation.ts';

/** Server-side work: copies between partitions, and search indexes. */
export function CopyTab() {
  return (
    <div className={panels.panels}>
      <CopyForm />
      <RebuildIndex />
    </div>
  );
}

/** Copies a partition with its whole history into a new or existing one. */
function CopyForm() {
  const t = useCopyTexts();
  const router = useRouter();
  const mayCreate = useMay('partitions:create');
  const refusalOf = useRefusalOf();
  const { partition: from, pick: pickFrom } = usePartitionChoice();
  const [into, setInto] = useState<'new' | 'existing'>();
  const [name, setName] = useState('');
  const [existing, setExisting] = useState<Partition | null>(null);
  // If the copy fails to start, the next attempt reuses the created partition.
  const [made, setMade] = useState<Partition>();
  const [asked, setAsked] = useState(false);
  const toNew = (into ?? (mayCreate ? 'new' : 'existing')) === 'new';

  const errors = {
    from: from === null ? t.fromMissing : undefined,
    name: !toNew
      ? undefined
      : name.trim() === ''
        ? t.nameMissing
        : name.trim().length > 100
          ? t.nameTooLong
          : undefined,
    target: toNew
      ? undefined
      : existing === null
        ? t.targetMissing
        : existing.id === from?.id
          ? t.same
          : refusalOf(existing, 'OWNER'),
  };

  const copy = useSingleMutation({
    mutationFn: async (fromPartitionId: string) => {
      const target = toNew ? (made ?? (await create())) : existing;
      const params = { partitionId: target?.id ?? '' };
      return call(startTransfer, { params, body: { kind: 'COPY', fromPartitionId } });
    },
    onSuccess: (transfer) => {
      showToast({ message: toNew ? t.created(name.trim()) : t.started });
      void invalidateTransfers();
      router.history.push(pathTo('migrations', {}, { tab: 'runs', run: transfer.id }));
    },
  });

  async function create(): Promise<Partition> {
    const partition = await call(createPartition, { body: { partitionName: name.trim() } });
    setMade(partition);
    void invalidate(listPartitions);
    return partition;
  }

  // Leaving asks for confirmation once a new partition was named.
  const guard = useLeaveGuard(() => toNew && name.trim() !== '' && !copy.isSuccess);
  // Named like the fields of the call.
  const refusals = assignFieldErrors(copy.error, ['partitionName', 'fromPartitionId']);
  const serviceText = useServiceText();
  const findRefusal = (field: string) =>
    refusals.fields[field] && serviceText(refusals.fields[field]);

  function submit(): boolean {
    setAsked(true);
    if (from === null || errors.from || errors.name || errors.target) return false;
    if (!copy.isPending) copy.mutate(from.id);
    return true;
  }

  return (
    <Panel title={t.title}>
      <SimpleForm className={classes.form} onSubmit={submit} refused={copy.error}>
        <PartitionPicker
          label={t.from}
          value={from}
          onChange={pickFrom}
          error={(asked && errors.from) || findRefusal('fromPartitionId')}
        />
        <Radio.Group
          label={t.to}
          value={toNew ? 'new' : 'existing'}
          onChange={(value) => setInto(value === 'new' ? 'new' : 'existing')}
        >
          <div className={classes.choices}>
            {mayCreate && <Radio value="new" label={t.newPartition} />}
            <Radio value="existing" label={t.existing} description={t.existingHint} />
          </div>
        </Radio.Group>
        {toNew ? (
          <TextInput
            label={t.name}
            autoComplete="off"
            maxLength={200}
            disabled={made !== undefined}
            value={name}
            error={(asked && errors.name) || findRefusal('partitionName')}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
        ) : (
          <PartitionPicker
            label={t.target}
            value={existing}
            onChange={setExisting}
            error={(asked || existing !== null) && errors.target}
          />
        )}
        <p className={classes.hint}>{t.hint}</p>
        {refusals.rest !== undefined && refusals.rest !== null && (
          <ErrorPanel title={t.notCopied} error={refusals.rest} />
        )}
        <div className={classes.line}>
          <Button type="submit" loading={copy.isPending}>
            {t.copy}
          </Button>
        </div>
      </SimpleForm>
      <LeaveDialog guard={guard} />
    </Panel>
  );
}

/** Rebuilds the search index of a partition, once confirmed. */
function RebuildIndex() {
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
          title={t.reindexTitle(shownName(asking.partitionName, asking.id))}
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
