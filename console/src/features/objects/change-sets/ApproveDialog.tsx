import { Button, Radio, Textarea } from '@mantine/core';
import { useState } from 'react';
import { approveChangeSet } from '@annals/contracts/change-sets';
import { type ChangeSet } from '@annals/contracts/change-set';
import {
  type SignatureMeaning,
  signatureMeanings,
  startSignature,
} from '@annals/contracts/signatures';
import { call } from '../../../platform/api/call.ts';
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { SimpleForm } from '../../../ui/forms/SimpleForm.tsx';
import { useCapability } from '../../../platform/capabilities.ts';
import { Dialog } from '../../../ui/states/Dialog.tsx';
import classes from './ChangeSet.module.css';
import type { SetParams } from './change-set.queries.ts';
import { useSetTexts } from './change-set.texts.ts';
import { type OfferedSignature, offerSignature } from './sign.calls.ts';
import { SignStatement } from './SignStatement.tsx';
import { useSignTexts } from './sign.texts.ts';
import { useSingleMutation } from '../../../ui/forms/useSingleMutation.ts';

interface ApproveDialogProps {
  set: ChangeSet;
  params: SetParams;
  /** The number of changes that cannot be committed as they are. */
  broken: number;
  onShowBroken: () => void;
  /** Adds a signature to an approval given without one. */
  adds?: boolean;
  /** Handles the result of the approval. */
  then: (approving: Promise<ChangeSet>) => Promise<unknown>;
  onClose: () => void;
}

type Choice = SignatureMeaning | 'NONE';

/** The dialog for an approval, with a signature and its meaning if the service supports signatures. */
export function ApproveDialog({
  set,
  params,
  broken,
  onShowBroken,
  adds = false,
  then,
  onClose,
}: ApproveDialogProps) {
  const t = useSetTexts();
  const words = useSignTexts();
  const maySign = useCapability(startSignature);
  const mustSign = set.mustSign || adds;
  const choices: readonly Choice[] = mustSign ? signatureMeanings : ['NONE', ...signatureMeanings];
  const [choice, setChoice] = useState<Choice | null>(mustSign ? null : 'NONE');
  const [comment, setComment] = useState('');
  const [tried, setTried] = useState(false);
  const [offered, setOffered] = useState<OfferedSignature>();

  const approve = (signature?: string) =>
    then(
      call(approveChangeSet, {
        params,
        body: {
          revision: set.revision,
          ...(comment.trim() !== '' && { comment: comment.trim() }),
          ...(signature !== undefined && { signature }),
        },
      }),
    );
  const going = useSingleMutation({
    mutationFn: async () => {
      if (choice === null || choice === 'NONE') return approve();
      setOffered(await offerSignature(params, set.revision, choice));
    },
    onSuccess: () => choice === 'NONE' && onClose(),
  });

  if (offered)
    return (
      <SignStatement
        set={set}
        offered={offered}
        approve={approve}
        onBack={() => setOffered(undefined)}
        onClose={onClose}
      />
    );
  return (
    <Dialog
      title={adds ? words.addTitle : t.approveTitle(set.revision)}
      onClose={() => !going.isPending && onClose()}
    >
      <SimpleForm
        className={classes.form}
        refused={going.error}
        onSubmit={() => {
          setTried(true);
          if (choice !== null && !going.isPending) going.mutate();
          return choice !== null;
        }}
      >
        <p className={classes.question}>{adds ? words.addQuestion : t.approveQuestion}</p>
        {broken > 0 && (
          <Notice>
            {t.broken(broken)} {t.mergeHint}{' '}
            <Button
              size="compact-xs"
              variant="default"
              disabled={going.isPending}
              onClick={() => {
                onShowBroken();
                onClose();
              }}
            >
              {set.may.includes('EDIT') ? t.mergeFirst : t.showBroken}
            </Button>
          </Notice>
        )}
        <Textarea
          label={t.commentOptional}
          data-autofocus
          rows={3}
          maxLength={2000}
          value={comment}
          onChange={({ currentTarget }) => setComment(currentTarget.value)}
        />
        {maySign && (
          <Radio.Group
            label={words.signature}
            description={set.mustSign ? words.required : undefined}
            withAsterisk={mustSign}
            value={choice}
            error={tried && choice === null ? words.meaningNeeded : undefined}
            onChange={(value) => setChoice(choices.find((each) => each === value) ?? null)}
          >
            <div className={classes.meanings}>
              {choices.map((each) => (
                <Radio
                  key={each}
                  value={each}
                  label={words.choices[each]}
                  description={each === 'NONE' ? undefined : words.choiceHints[each]}
                />
              ))}
            </div>
          </Radio.Group>
        )}
        {going.error && <ErrorPanel title={t.notDone} error={going.error} />}
        <div className={classes.buttons}>
          <Button variant="default" disabled={going.isPending} onClick={onClose}>
            {t.cancel}
          </Button>
          <Button type="submit" loading={going.isPending}>
            {choice === 'NONE' ? t.approve : words.goOn}
          </Button>
        </div>
      </SimpleForm>
    </Dialog>
  );
}
