import { ActionIcon, Button, Textarea } from '@mantine/core';
import { IconMessagePlus } from '@tabler/icons-react';
import { useState } from 'react';
import {
  addChangeSetComment,
  type ChangeSetComment,
  resolveChangeSetComment,
} from '@annals/contracts/change-set-comments';
import { call } from '../../../platform/api/call.ts';
import { invalidateChangeSets } from '../../../domain/change-sets/change-sets.queries.ts';
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx';
import { SimpleForm } from '../../../ui/forms/SimpleForm.tsx';
import { shownName } from '../../../ui/ids/display-names.ts';
import { Moment } from '../../../platform/time/Moment.tsx';
import classes from './ChangeSet.module.css';
import type { SetParams } from './change-set.queries.ts';
import { useSetTexts } from './change-set.texts.ts';
import { useSingleMutation } from '../../../ui/forms/useSingleMutation.ts';

/** The comments on a change set, and whether the user may take part. */
export interface Discussion {
  params: SetParams;
  comments: readonly ChangeSetComment[];
  mayComment: boolean;
}

interface CommentsProps {
  discussion: Discussion;
  /** The operation that the comments belong to; the whole change set without one. */
  operationId?: string;
  /** JSON Pointer into the data of the operation. */
  path?: string;
  /** The subject of a new comment, for the label of its button. */
  about?: string;
}

/** The service's limit for the length of a path. */
const maxPathLength = 500;

/** The comments on a change set, one of its changes, or one field. Resolved ones are collapsed. */
export function Comments({ discussion, operationId, path, about }: CommentsProps) {
  const t = useSetTexts();
  const { params, comments, mayComment } = discussion;
  const here = comments.filter(
    (comment) => comment.operationId === (operationId ?? null) && comment.path === (path ?? null),
  );
  const resolved = here.filter(({ resolvedDate }) => resolvedDate !== null);
  const open = here.filter(({ resolvedDate }) => resolvedDate === null);
  const mayAdd = mayComment && (path?.length ?? 0) <= maxPathLength;
  return (
    <div className={`${classes.comments} ${path === undefined ? '' : classes.ofField}`}>
      <CommentLines discussion={discussion} comments={open} />
      {resolved.length > 0 && (
        <details className={classes.resolved}>
          <summary>{t.resolvedCount(resolved.length)}</summary>
          <CommentLines discussion={discussion} comments={resolved} />
        </details>
      )}
      {mayAdd && (
        <NewComment
          params={params}
          about={about}
          on={{
            ...(operationId !== undefined && { operationId }),
            ...(path !== undefined && { path }),
          }}
        />
      )}
    </div>
  );
}

/** The comments, independent of their subject. */
function CommentLines({
  discussion,
  comments,
}: {
  discussion: Discussion;
  comments: readonly ChangeSetComment[];
}) {
  if (comments.length === 0) return null;
  return (
    <ul className={classes.commentList}>
      {comments.map((comment) => (
        <CommentLine key={comment.id} discussion={discussion} comment={comment} />
      ))}
    </ul>
  );
}

function CommentLine({
  discussion: { params, mayComment },
  comment,
}: {
  discussion: Discussion;
  comment: ChangeSetComment;
}) {
  const t = useSetTexts();
  const isResolved = comment.resolvedDate !== null;
  const resolving = useSingleMutation({
    mutationFn: () =>
      call(resolveChangeSetComment, {
        params: { ...params, commentId: comment.id },
        body: { resolved: !isResolved },
      }),
    onSuccess: () => invalidateChangeSets(params.partitionId),
  });
  return (
    <li className={classes.comment}>
      <div className={classes.commentHead}>
        <strong>{shownName(comment.userName, comment.userId)}</strong>
        <span className={classes.quiet}>
          <Moment value={comment.date} /> · {t.revision(comment.revision)}
          {isResolved &&
            ` · ${t.resolvedBy(shownName(comment.resolvedUserName, comment.resolvedUserId ?? ''))}`}
        </span>
        {mayComment && (
          <Button
            size="compact-xs"
            variant="subtle"
            loading={resolving.isPending}
            onClick={() => resolving.mutate()}
          >
            {isResolved ? t.openAgain : t.resolve}
          </Button>
        )}
      </div>
      <p className={classes.reviewComment}>{comment.text}</p>
      {resolving.error && <ErrorPanel title={t.notDone} error={resolving.error} />}
    </li>
  );
}

interface NewCommentProps {
  params: SetParams;
  on: { operationId?: string; path?: string };
  about: string | undefined;
}

function NewComment({ params, on, about }: NewCommentProps) {
  const t = useSetTexts();
  const [text, setText] = useState<string>();
  const [tried, setTried] = useState(false);
  const adding = useSingleMutation({
    mutationFn: (commentText: string) =>
      call(addChangeSetComment, { params, body: { text: commentText, ...on } }),
    onSuccess: async () => {
      await invalidateChangeSets(params.partitionId);
      setText(undefined);
      setTried(false);
    },
  });
  if (text === undefined && on.path !== undefined)
    return (
      <ActionIcon
        className={classes.fieldComment ?? ''}
        size="sm"
        variant="subtle"
        aria-label={t.commentOn(about ?? '')}
        title={t.commentOn(about ?? '')}
        onClick={() => setText('')}
      >
        <IconMessagePlus size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    );
  if (text === undefined)
    return (
      <Button
        size="compact-xs"
        variant="subtle"
        className={classes.addComment ?? ''}
        aria-label={about === undefined ? t.addComment : t.commentOn(about)}
        onClick={() => setText('')}
      >
        {t.addComment}
      </Button>
    );
  const isEmpty = text.trim() === '';
  return (
    <SimpleForm
      className={classes.newComment}
      refused={adding.error}
      onSubmit={() => {
        setTried(true);
        if (!isEmpty && !adding.isPending) adding.mutate(text.trim());
        return !isEmpty;
      }}
    >
      <Textarea
        aria-label={t.commentLabel}
        autoFocus
        rows={3}
        maxLength={5000}
        value={text}
        error={tried && isEmpty ? t.commentNeeded : undefined}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {adding.error && <ErrorPanel title={t.notDone} error={adding.error} />}
      <div className={classes.buttons}>
        <Button size="xs" variant="default" onClick={() => setText(undefined)}>
          {t.cancel}
        </Button>
        <Button size="xs" type="submit" loading={adding.isPending}>
          {t.sendComment}
        </Button>
      </div>
    </SimpleForm>
  );
}
