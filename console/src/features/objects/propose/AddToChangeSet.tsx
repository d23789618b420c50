import { Button, Radio, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { addOperations, getOperation } from '@annals/contracts/change-set-operations';
import { createChangeSet } from '@annals/contracts/change-sets';
import { splitIntoRequests } from '@annals/rules/change-set-import/split-into-requests';
import { maximalOperations } from '@annals/contracts/transactions';
import { call } from '../../../platform/api/call.ts';
import { ifThere } from '../../../platform/api/errors.ts';
import { queryKeyOf } from '../../../platform/api/query.ts';
import {
  type ChangeOperation,
  invalidateChangeSets,
  openChangeSetsQuery,
  submittedStates,
} from '../../../domain/change-sets/change-sets.queries.ts';
import { useChangeSetTexts } from '../../../domain/change-sets/change-sets.texts.ts';
import { StateBadge } from '../../../domain/change-sets/StateBadge.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx';
import { showToast } from '../../../ui/feedback/toasts.ts';
import { SimpleForm } from '../../../ui/forms/SimpleForm.tsx';
import { pathTo } from '../../../platform/links.ts';
import { reasonInBody } from '../../../domain/reasons/reason-in-body.ts';
import { Dialog } from '../../../ui/states/Dialog.tsx';
import { QueryStates } from '../../../ui/states/QueryPanel.tsx';
import { newOperationId } from './operation-id.ts';
import { useProposeTexts } from './propose.texts.ts';
import classes from './Propose.module.css';
import { useSingleMutation } from '../../../ui/forms/useSingleMutation.ts';

export interface AddToChangeSetProps {
  partitionId: string;
  operations: readonly ChangeOperation[];
  /** The title of the object, or the number of objects. */
  title: string;
  /** The reason of a new change set; '' for none. */
  reason: string;
  onAdded: () => void;
  onClose: () => void;
}

/** The option for a new change set. */
const another = 'new';

/** The dialog that adds changes to one of the user's open change sets, or to a new one. */
export function AddToChangeSet({
  partitionId,
  operations,
  title,
  reason,
  onAdded,
  onClose,
}: AddToChangeSetProps) {
  const t = useProposeTexts();
  const words = useChangeSetTexts();
  const router = useRouter();
  const open = useQuery(openChangeSetsQuery(partitionId));
  const [chosen, setChosen] = useState<string>();
  const [name, setName] = useState('');
  const [tried, setTried] = useState(false);
  // An object can have one change in a set, identified by the id of its timeline.
  const [identified] = useState(() =>
    operations.map((operation) => ({
      operationId: operation.operation === 'create' ? newOperationId() : operation.timelineId,
      operation,
    })),
  );
  const [only, second] = identified;
  const operationId =
    only && !second && only.operation.operation !== 'create' ? only.operationId : '';
  const sets = open.data?.data ?? [];
  const choice = chosen ?? sets[0]?.id ?? another;
  const set = sets.find(({ id }) => id === choice);
  const { data: replaced, isLoading } = useQuery({
    ...replacedQuery(partitionId, choice, operationId),
    enabled: set !== undefined && operationId !== '',
  });
  // The notice about what is replaced arrives with the sets, and moves nothing.
  const isWhole = open.data !== undefined && (chosen !== undefined || !isLoading);
  const adding = useSingleMutation({
    mutationFn: async () => {
      const into =
        set ??
        (await call(createChangeSet, {
          params: { partitionId },
          body: { title: name.trim(), ...reasonInBody(reason) },
        }));
      if (set === undefined) {
        // A retry adds to the change set that the first attempt created.
        await open.refetch();
        setChosen(into.id);
      }
      const params = { partitionId, changeSetId: into.id };
      // A second attempt replaces what a first one added.
      for (const part of splitIntoRequests(identified, maximalOperations))
        await call(addOperations, { params, body: { operations: part } });
      return into;
    },
    onSuccess: ({ id: changeSetId, title: of }) => {
      void invalidateChangeSets(partitionId);
      const path = pathTo('v1-partitions-partitionId-change-sets-changeSetId', {
        partitionId,
        changeSetId,
      });
      showToast({
        message: second ? t.addedMany(title, of) : t.added(title, of),
        action: { label: t.open, run: () => router.history.push(path) },
      });
      onAdded();
    },
  });
  const isNameMissing = set === undefined && name.trim() === '';

  function send(): boolean {
    setTried(true);
    if (isNameMissing) return false;
    if (!adding.isPending) adding.mutate();
    return true;
  }

  return (
    <Dialog title={t.title(title)} onClose={() => !adding.isPending && onClose()}>
      <SimpleForm className={classes.form} onSubmit={send} refused={adding.error}>
        <QueryStates query={{ ...open, data: isWhole ? open.data : undefined }}>
          {() => (
            <>
              {sets.length > 0 && (
                <Radio.Group label={t.which} value={choice} onChange={setChosen}>
                  <div className={classes.sets}>
                    {sets.map(({ id, title: of, state, operationCount }) => (
                      <Radio
                        key={id}
                        value={id}
                        label={of}
                        description={
                          <span className={classes.about}>
                            <StateBadge state={state} />
                            {t.changesIn(operationCount)}
                          </span>
                        }
                      />
                    ))}
                    <Radio value={another} label={t.another} />
                  </div>
                </Radio.Group>
              )}
              {set === undefined && (
                <TextInput
                  label={words.title}
                  description={words.titleHint}
                  withAsterisk
                  aria-required
                  data-autofocus={sets.length === 0 || undefined}
                  autoComplete="off"
                  maxLength={200}
                  value={name}
                  error={tried && isNameMissing ? words.titleNeeded : undefined}
                  onChange={({ currentTarget }) => setName(currentTarget.value)}
                />
              )}
            </>
          )}
        </QueryStates>
        {replaced && <Notice>{t.replaces(replaced.editedUserName ?? t.someone)}</Notice>}
        {isWhole && set && second && <Notice>{t.replacesMany}</Notice>}
        {isWhole && set && submittedStates.includes(set.state) && <Notice>{t.restarts}</Notice>}
        {isWhole && set && reason.trim() !== '' && <Notice>{t.reasonLeftOut}</Notice>}
        {adding.error && <ErrorPanel title={t.notAdded} error={adding.error} />}
        <div className={classes.buttons}>
          <Button variant="default" disabled={adding.isPending} onClick={onClose}>
            {t.cancel}
          </Button>
          <Button type="submit" loading={adding.isPending} disabled={!isWhole}>
            {t.add}
          </Button>
        </div>
      </SimpleForm>
    </Dialog>
  );
}

/** What the change set already does to the object; null for nothing. */
function replacedQuery(partitionId: string, changeSetId: string, operationId: string) {
  const input = { params: { partitionId, changeSetId, operationId } };
  return {
    queryKey: [...queryKeyOf(getOperation, input), 'or-null'],
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (await ifThere(call(getOperation, input, { signal }))) ?? null,
  };
}
