import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx';
import { SimpleForm } from '../../../ui/forms/SimpleForm.tsx';
import { Dialog } from '../../../ui/states/Dialog.tsx';
import classes from './ChangeSet.module.css';
import { useSetTexts } from './change-set.texts.ts';
import { useSingleMutation } from '../../../ui/forms/useSingleMutation.ts';

interface CommentDialogProps {
  title: string;
  question: string;
  /** The label of the text. */
  label: string;
  maxLength: number;
  confirm: string;
  danger?: boolean;
  act: (text: string) => Promise<unknown>;
  onClose: () => void;
}

/** The dialog for an action with a comment. */
export function CommentDialog({
  title,
  question,
  label,
  maxLength,
  confirm,
  danger = false,
  act,
  onClose,
}: CommentDialogProps) {
  const t = useSetTexts();
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  const acting = useSingleMutation({ mutationFn: act, onSuccess: onClose });
  const comment = text.trim();
  const isMissing = comment === '';
  return (
    <Dialog title={title} onClose={() => !acting.isPending && onClose()}>
      <SimpleForm
        className={classes.form}
        refused={acting.error}
        onSubmit={() => {
          setTried(true);
          if (!isMissing && !acting.isPending) acting.mutate(comment);
          return !isMissing;
        }}
      >
        <p className={classes.question}>{question}</p>
        <Textarea
          label={label}
          withAsterisk
          aria-required
          data-autofocus
          rows={3}
          maxLength={maxLength}
          value={text}
          error={tried && isMissing ? t.commentNeeded : undefined}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        {acting.error && <ErrorPanel title={t.notDone} error={acting.error} />}
        <div className={classes.buttons}>
          <Button variant="default" disabled={acting.isPending} onClick={onClose}>
            {t.cancel}
          </Button>
          <Button type="submit" loading={acting.isPending} {...(danger && { color: 'red' })}>
            {confirm}
          </Button>
        </div>
      </SimpleForm>
    </Dialog>
  );
}
