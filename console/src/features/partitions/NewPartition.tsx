import { Button, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useBlocker, useRouter } from '@tanstack/react-router';
import { createPartition } from '@annals/contracts/partitions';
import { call } from '../../api/call.ts';
import { CallError } from '../../api/errors.ts';
import { ErrorPanel } from '../../shared/feedback/ErrorPanel.tsx';
import { showToast } from '../../shared/feedback/toasts.ts';
import { pathTo } from '../../shared/links.ts';
import { Dialog } from '../../shared/states/Dialog.tsx';
import classes from './NewPartition.module.css';
import { usePartitionTexts } from './partitions.texts.ts';

interface NewPartitionProps {
  opened: boolean;
  onClose: () => void;
}

const fields = ['partitionName', 'description'] as const;
type Values = Record<(typeof fields)[number], string>;

/** The dialog that creates a partition and leads to it. */
export function NewPartition({ opened, onClose }: NewPartitionProps) {
  const t = usePartitionTexts();
  const router = useRouter();
  const queryClient = useQueryClient();
  const form = useForm<Values>({
    mode: 'uncontrolled',
    initialValues: { partitionName: '', description: '' },
    validate: {
      partitionName: (text) =>
        text.trim() === '' ? t.nameNeeded : text.trim().length > 100 ? t.nameTooLong : null,
      description: (text) => (text.length > 2000 ? t.descriptionTooLong : null),
    },
    onSubmitPreventDefault: 'always',
  });
  const create = useMutation({
    mutationFn: ({ partitionName, description }: Values) =>
      call(createPartition, {
        body: {
          partitionName: partitionName.trim(),
          ...(description.trim() && { description: description.trim() }),
        },
      }),
    onSuccess: (partition, { partitionName }) => {
      close();
      showToast({ message: t.createdToast(partition.partitionName ?? partitionName.trim()) });
      void queryClient.invalidateQueries({ queryKey: ['partitions'] });
      router.history.push(
        pathTo('v1-partitions-partitionId', { partitionId: partition.id }),
        {},
        { ignoreBlocker: true },
      );
    },
    onError: (error) => {
      const errors = fieldErrors(error);
      form.setErrors(errors);
      focusFirst(errors);
    },
  });

  function focusFirst(errors: Record<string, unknown>) {
    const first = fields.find((field) => field in errors);
    if (first) form.getInputNode(first)?.focus();
  }

  function close() {
    form.reset();
    create.reset();
    onClose();
  }

  const isUnsaved = () => opened && form.isDirty() && !create.isSuccess;
  useBlocker({
    shouldBlockFn: () => isUnsaved() && !window.confirm(t.leaveForm),
    enableBeforeUnload: isUnsaved,
  });

  const unplaced = create.error && Object.keys(fieldErrors(create.error)).length === 0;
  return (
    <Dialog title={t.newPartition} opened={opened} onClose={close} form>
      <form
        className={classes.form}
        noValidate
        onSubmit={form.onSubmit((values) => create.mutate(values), focusFirst)}
      >
        <TextInput
          label={t.name}
          maxLength={200}
          data-autofocus
          autoComplete="off"
          required
          key={form.key('partitionName')}
          {...form.getInputProps('partitionName')}
        />
        <Textarea
          label={t.description}
          description={t.descriptionHint}
          rows={3}
          key={form.key('description')}
          {...form.getInputProps('description')}
        />
        {unplaced && <ErrorPanel title={t.notCreated} error={create.error} />}
        <div className={classes.buttons}>
          <Button variant="default" onClick={close} disabled={create.isPending}>
            {t.cancel}
          </Button>
          <Button type="submit" loading={create.isPending}>
            {t.create}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The service's own validation errors, on the fields they are about. */
function fieldErrors(error: unknown): Partial<Values> {
  if (!(error instanceof CallError)) return {};
  const errors: Partial<Values> = {};
  for (const { path, message } of error.problem.fields ?? [])
    for (const field of fields) if (path === `body.${field}`) errors[field] ??= message;
  return errors;
}
