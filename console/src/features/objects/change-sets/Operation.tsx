import { Button } from '@mantine/core';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { deleteOperation, putOperation } from '@annals/contracts/change-set-operations';
import type { ChangeSetOperation } from '../../../platform/api/things.ts';
import { call } from '../../../platform/api/call.ts';
import {
  type ChangeOperation,
  invalidateChangeSets,
} from '../../../domain/change-sets/change-sets.queries.ts';
import { ConfirmDialog } from '../../../ui/confirm/ConfirmDialog.tsx';
import { VersionDiff } from '../../../ui/diff/VersionDiff.tsx';
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx';
import { showToast } from '../../../ui/feedback/toasts.ts';
import { shownName } from '../../../ui/ids/display-names.ts';
import { pathText } from '../../../ui/json/path-text.ts';
import { lazyNamed } from '../../../platform/lazy-named.ts';
import { PathLink } from '../../../ui/page/PathLink.tsx';
import { useServiceText } from '../../../platform/service-messages/service-text.ts';
import { StatusBadge } from '../../../ui/states/StatusBadge.tsx';
import { Moment } from '../../../platform/time/Moment.tsx';
import { latestPath, versionPath } from '../shared/object-paths.ts';
import { TypeBadge } from '../shared/ObjectLabels.tsx';
import { TargetLink } from '../shared/TargetLink.tsx';
import classes from './ChangeSet.module.css';
import type { SetParams } from './change-set.queries.ts';
import { useSetTexts } from './change-set.texts.ts';
import { Comments, type Discussion } from './Comments.tsx';
import {
  formerVersion,
  localNameOf,
  operationTitle,
  proposedVersion,
  toChangeOperation,
} from './set-operation.ts';
import { useSingleMutation } from '../../../ui/forms/useSingleMutation.ts';

const EditOperation = lazyNamed(() => import('./EditOperation.tsx'), 'EditOperation');

interface OperationProps {
  params: SetParams;
  operation: ChangeSetOperation;
  /** The titles of new objects in the change set, by local name. */
  localTitles: ReadonlyMap<string, string>;
  mayEdit: boolean;
  discussion: Discussion;
  /** Whether its changes are expanded initially. */
  isOpen: boolean;
}

/** One change of a change set, with its problems, its differences and its comments. */
export function Operation(props: OperationProps) {
  const { operation, discussion } = props;
  const t = useSetTexts();
  const [isOpen, setOpen] = useState(props.isOpen);
  const { operationId, operation: kind, conflict, problems } = operation;
  const title = operationTitle(operation);
  const comments = discussion.comments.filter(
    (comment) => comment.operationId === operationId && comment.resolvedDate === null,
  ).length;
  return (
    <li className={classes.operation}>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className={classes.summary}>
          <span className={classes.kind}>{t.kinds[kind]}</span>
          <strong className={classes.title}>{title}</strong>
          <TypeBadge type={operation.type} />
          {conflict && <StatusBadge tone="bad">{t.changedUnderneath}</StatusBadge>}
          {problems.length > 0 && (
            <StatusBadge tone="bad">{t.problem(problems.length)}</StatusBadge>
          )}
          {comments > 0 && <span className={classes.quiet}>{t.commentsCount(comments)}</span>}
        </summary>
        {isOpen && <OperationBody {...props} title={title} />}
      </details>
    </li>
  );
}

function OperationBody({
  params,
  operation,
  localTitles,
  mayEdit,
  discussion,
  title,
}: OperationProps & { title: string }) {
  const t = useSetTexts();
  const { partitionId } = params;
  const { operationId, base, committedVersion, editedDate, editedUserId, editedUserName } =
    operation;
  const versions = useMemo(
    () => ({ older: formerVersion(operation), newer: proposedVersion(operation) }),
    [operation],
  );
  const renderTarget = (timelineId: string) => {
    const localName = localNameOf(timelineId);
    if (localName !== undefined) return <span>{localTitles.get(localName) ?? localName}</span>;
    return <TargetLink partitionId={partitionId} timelineId={timelineId} />;
  };
  const { objectData } = versions.newer;
  const renderBelow = (pointer: string) =>
    discussion.mayComment || discussion.comments.some(({ path }) => path === pointer) ? (
      <Comments
        discussion={discussion}
        operationId={operationId}
        path={pointer}
        about={pathText(pointer, objectData)}
      />
    ) : null;
  return (
    <div className={classes.body}>
      <div className={classes.facts}>
        <span className={classes.quiet}>
          {t.editedBy(shownName(editedUserName, editedUserId))} · <Moment value={editedDate} />
        </span>
        {committedVersion ? (
          <PathLink to={versionPath(partitionId, committedVersion.objectId)}>
            {t.theVersion}
          </PathLink>
        ) : (
          base && <PathLink to={latestPath(partitionId, base)}>{t.theObject}</PathLink>
        )}
        {mayEdit && <OperationButtons params={params} operation={operation} title={title} />}
      </div>
      <Problems params={params} operation={operation} mayEdit={mayEdit} title={title} />
      <VersionDiff
        {...versions}
        labels={[t.before, t.after]}
        renderTarget={renderTarget}
        renderBelow={renderBelow}
      />
      <Comments discussion={discussion} operationId={operationId} about={title} />
    </div>
  );
}

interface PartProps {
  params: SetParams;
  operation: ChangeSetOperation;
  title: string;
}

function OperationButtons({ params, operation, title }: PartProps) {
  const t = useSetTexts();
  const [dialog, setDialog] = useState<'edit' | 'remove'>();
  const { operationId } = operation;
  const hasContent = operation.operation === 'create' || operation.operation === 'newVersion';
  return (
    <span className={classes.operationButtons}>
      {hasContent && (
        <Button
          size="xs"
          variant="default"
          aria-label={`${t.edit}: ${title}`}
          {...EditOperation.onApproach}
          onClick={() => setDialog('edit')}
        >
          {t.edit}
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        aria-label={`${t.removeOperation}: ${title}`}
        onClick={() => setDialog('remove')}
      >
        {t.removeOperation}
      </Button>
      {dialog === 'edit' && (
        <Suspense>
          <EditOperation
            params={params}
            operation={operation}
            title={title}
            onClose={() => setDialog(undefined)}
          />
        </Suspense>
      )}
      {dialog === 'remove' && (
        <ConfirmDialog
          title={t.removeOperationTitle(title)}
          question={t.removeOperationQuestion}
          confirm={t.removeOperation}
          failed={t.notDone}
          act={() => call(deleteOperation, { params: { ...params, operationId } })}
          onDone={() => {
            showToast({ message: t.removedOperation(title) });
            void invalidateChangeSets(params.partitionId);
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
    </span>
  );
}

/** The problems that keep a change from being committed, and how to fix them. */
function Problems({ params, operation, title, mayEdit }: PartProps & { mayEdit: boolean }) {
  const t = useSetTexts();
  const translate = useServiceText();
  const { conflict, problems } = operation;
  if (!conflict && problems.length === 0) return null;
  const list = problems.length > 0 && (
    <ul>
      {problems.map(({ path, ...wrong }) => (
        <li key={`${path} ${wrong.message}`}>
          <code>{path}</code> {translate(wrong)}
        </li>
      ))}
    </ul>
  );
  return (
    <div className={classes.problems}>
      <strong>{conflict ? t.changedUnderneath : t.problemsTitle}</strong>
      {conflict ? (
        <Conflict params={params} operation={operation} title={title} mayEdit={mayEdit}>
          {list}
        </Conflict>
      ) : (
        list
      )}
    </div>
  );
}

interface ConflictProps extends PartProps {
  mayEdit: boolean;
  /** Further problems, rendered before the button. */
  children: ReactNode;
}

function Conflict({ params, operation, title, mayEdit, children }: ConflictProps): ReactNode {
  const t = useSetTexts();
  const translate = useServiceText();
  const [isMerging, setMerging] = useState(false);
  const { conflict, current, operationId } = operation;
  const keeping = useSingleMutation({
    mutationFn: (body: ChangeOperation) =>
      call(putOperation, { params: { ...params, operationId }, body }),
    onSuccess: () => {
      showToast({ message: t.updated(title) });
      return invalidateChangeSets(params.partitionId);
    },
  });
  if (conflict?.code !== 'stale_predecessor' || !current)
    return (
      <>
        <p className={classes.question}>{conflict && translate(conflict)}</p>
        {children}
      </>
    );
  return (
    <>
      <p className={classes.question}>
        {t.staleHint(current.modificationCount, current.modificationUserName ?? t.someone)}
      </p>
      {children}
      {mayEdit &&
        (operation.operation === 'newVersion' ? (
          <Button
            size="xs"
            aria-label={`${t.merge}: ${title}`}
            {...EditOperation.onApproach}
            onClick={() => setMerging(true)}
          >
            {t.merge}
          </Button>
        ) : (
          <Button
            size="xs"
            variant="default"
            loading={keeping.isPending}
            onClick={() => keeping.mutate(toChangeOperation(operation, undefined, current.id))}
          >
            {t.rebase}
          </Button>
        ))}
      {keeping.error && <ErrorPanel title={t.notDone} error={keeping.error} />}
      {isMerging && (
        <Suspense>
          <EditOperation
            params={params}
            operation={operation}
            title={title}
            merges
            onClose={() => setMerging(false)}
          />
        </Suspense>
      )}
    </>
  );
}
