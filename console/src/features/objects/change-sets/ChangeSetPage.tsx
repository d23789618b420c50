import { Button } from '@mantine/core';
import { IconSignature } from '@tabler/icons-react';
// oxlint-disable-next-line no-restricted-imports -- an infinite list without pages
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Suspense, useMemo, useState } from 'react';
import type { ChangeSet, ChangeSetReview } from '@annals/contracts/change-sets';
import type { ChangeSetOperation } from '../../../platform/api/things.ts';
import { isNoSuchThing } from '../../../platform/api/errors.ts';
import { useApprovalTexts } from '../../../domain/change-sets/approval.texts.ts';
import { useChangeSetTexts } from '../../../domain/change-sets/change-sets.texts.ts';
import { approversText, typesText } from '../../../domain/change-sets/rule-sentences.ts';
import { StateBadge } from '../../../domain/change-sets/StateBadge.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx';
import { Id } from '../../../ui/ids/Id.tsx';
import { shownName } from '../../../ui/ids/display-names.ts';
import { lazyNamed } from '../../../platform/lazy-named.ts';
import { pathTo } from '../../../platform/links.ts';
import { ErasedReason } from '../../../domain/reasons/ErasedReason.tsx';
import { AbsentPage } from '../../../ui/page/AbsentPage.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { PathLink } from '../../../ui/page/PathLink.tsx';
import { Facts } from '../../../ui/states/Facts.tsx';
import { Panel } from '../../../ui/states/Panel.tsx';
import { LineSkeletons } from '../../../ui/states/QueryPanel.tsx';
import { StatusBadge } from '../../../ui/states/StatusBadge.tsx';
import { Moment } from '../../../platform/time/Moment.tsx';
import { ReceiptProvider } from '../shared/ReceiptProvider.tsx';
import { usePartitionOfObjects } from '../shared/usePartitionOfObjects.ts';
import classes from './ChangeSet.module.css';
import {
  changeSetQuery,
  checkQuery,
  commentsQuery,
  operationQuery,
  operationsQuery,
  type SetParams,
} from './change-set.queries.ts';
import { type SetTexts, useSetTexts } from './change-set.texts.ts';
import { Comments, type Discussion } from './Comments.tsx';
import { Operation } from './Operation.tsx';
import { countLines } from './count-lines.ts';
import { pendingReviewers, requiresApprovals } from './reviewers.ts';
import { SetActions } from './SetActions.tsx';
import { operationTitle } from './set-operation.ts';

const AskReviewers = lazyNamed(() => import('./AskReviewers.tsx'), 'AskReviewers');

/** With more operations than this, their changes are collapsed at first. */
const openAtFirst = 10;

/** One change set: its changes, comments and reviews, and its actions. */
export function ChangeSetPage() {
  const t = useSetTexts();
  const words = useChangeSetTexts();
  const params = useParams({ from: '/v1/partitions/$partitionId/change-sets/$changeSetId' });
  const { partitionId, changeSetId } = params;
  const { parents } = usePartitionOfObjects(partitionId);
  const { data: set, error, refetch } = useQuery(changeSetQuery(params));
  const list = {
    name: words.changeSets,
    to: pathTo('v1-partitions-partitionId-change-sets', { partitionId }),
  };
  if (!set && isNoSuchThing(error))
    return (
      <AbsentPage
        title={t.noSuch}
        parents={[...parents, list]}
        hint={t.noSuchHint}
        action={<PathLink to={list.to}>{t.toList}</PathLink>}
      />
    );
  return (
    <>
      <PageHeader
        title={set?.title ?? (error ? words.changeSet : undefined)}
        parents={[...parents, list]}
        coming={error ? [] : ['beside']}
        beside={
          set && (
            <>
              <StateBadge state={set.state} />
              <span className={classes.quiet}>{t.revision(set.revision)}</span>
              <Id value={changeSetId} />
            </>
          )
        }
      />
      {error && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {!set && !error && <LineSkeletons lines={12} />}
      {set && (
        <ReceiptProvider partitionId={partitionId}>
          <SetView set={set} params={params} />
        </ReceiptProvider>
      )}
    </>
  );
}

function SetView({ set, params }: { set: ChangeSet; params: SetParams }) {
  const t = useSetTexts();
  const comments = useQuery(commentsQuery(params));
  const [onlyBroken, setOnlyBroken] = useState(false);
  const isOpen = set.state !== 'COMMITTED' && set.state !== 'WITHDRAWN';
  const { data: check } = useQuery({
    ...checkQuery(params),
    enabled: isOpen && set.operationCount > 0,
  });
  const broken = isOpen ? (check?.data.map(({ operationId }) => operationId) ?? []) : [];
  const discussion: Discussion = {
    params,
    comments: comments.data ?? [],
    mayComment: set.may.includes('COMMENT'),
  };
  return (
    <>
      <NextPanel
        set={set}
        params={params}
        broken={broken.length}
        onlyBroken={onlyBroken}
        onOnlyBroken={setOnlyBroken}
      />
      <div className={classes.columns}>
        <div className={classes.main}>
          <Panel title={t.changes} beside={countLines(set, t).join(', ')} flush>
            {set.operationCount === 0 ? (
              <NoOperations set={set} params={params} />
            ) : onlyBroken && broken.length > 0 ? (
              <BrokenOperations set={set} params={params} ids={broken} discussion={discussion} />
            ) : (
              <Operations set={set} params={params} discussion={discussion} />
            )}
          </Panel>
        </div>
        <div className={classes.aside}>
          <SetFacts set={set} params={params} />
          <Reviews set={set} params={params} />
          <Panel title={t.comments}>
            {comments.error && (
              <ErrorPanel error={comments.error} onRetry={() => void comments.refetch()} />
            )}
            {comments.data?.every(({ operationId }) => operationId !== null) && (
              <p className={classes.quiet}>{t.noComments}</p>
            )}
            <Comments discussion={discussion} />
          </Panel>
        </div>
      </div>
    </>
  );
}

/** The state in plain words: only what has happened. */
function nextText(set: ChangeSet, t: SetTexts): string {
  const namesOf = (users: readonly { userId: string; name: string | null }[]) =>
    users.map(({ userId, name }) => shownName(name, userId)).join(', ');
  const { state } = set;
  if (state === 'APPROVED') {
    const approvals = set.reviews.filter(({ valid, decision }) => valid && decision === 'APPROVED');
    const who = namesOf(approvals.map(({ userId, userName: name }) => ({ userId, name })));
    return `${t.approvedBy(who)} ${t.nextOf.APPROVED}`;
  }
  if (requiresApprovals(set) || set.operationCount === 0) return t.nextOf[state];
  if (state === 'DRAFT') return t.nextOf.DRAFT_FREE;
  return state === 'IN_REVIEW' ? t.waitsFor(namesOf(pendingReviewers(set))) : t.nextOf[state];
}

interface NextPanelProps {
  set: ChangeSet;
  params: SetParams;
  /** The number of changes that cannot be committed as they are. */
  broken: number;
  onlyBroken: boolean;
  onOnlyBroken: (only: boolean) => void;
}

/** The state in plain words, what is still required, and the actions. */
function NextPanel({ set, params, broken, onlyBroken, onOnlyBroken }: NextPanelProps) {
  const t = useSetTexts();
  const words = useChangeSetTexts();
  const { requirements, reason, committed, state } = set;
  const asked = requirements.filter(({ approvals }) => approvals > 0);
  const isOpen = state !== 'COMMITTED' && state !== 'WITHDRAWN';
  return (
    <Panel title={t.next}>
      <div className={classes.form}>
        <p className={classes.question}>
          {nextText(set, t)}
          {set.autoCommit && isOpen && ` ${t.autoCommit}`}
        </p>
        {committed?.breakGlassReason && (
          <Notice>
            {t.withoutApprovals(shownName(committed.userName, committed.userId))} {t.why}{' '}
            {committed.breakGlassReason}
          </Notice>
        )}
        {isOpen && asked.length > 0 && (
          <ul className={classes.requirements}>
            {asked.map((requirement) => {
              const { given, approvals, satisfied } = requirement;
              const types = typesText(words, requirement, requirements.length === 1);
              return (
                <li key={types} data-satisfied={satisfied}>
                  {satisfied
                    ? t.fulfilled(given, types)
                    : t.missing(
                        approvals - given,
                        requirement.signatureRequired,
                        approversText(words, requirement),
                        types,
                      )}
                </li>
              );
            })}
          </ul>
        )}
        {set.approvalBlock && <ApprovalBlock block={set.approvalBlock} />}
        {isOpen && !reason && requirements.some(({ reasonRequired }) => reasonRequired) && (
          <Notice>{t.reasonMissing}</Notice>
        )}
        {broken > 0 && (
          <Notice>
            {t.broken(broken)}{' '}
            <Button size="compact-xs" variant="default" onClick={() => onOnlyBroken(!onlyBroken)}>
              {onlyBroken ? t.showAll : t.onlyBroken}
            </Button>
          </Notice>
        )}
        <SetActions
          set={set}
          params={params}
          broken={broken}
          onShowBroken={() => onOnlyBroken(true)}
        />
      </div>
    </Panel>
  );
}

/** Why the viewer cannot approve the set, and who can. */
function ApprovalBlock({
  block: { tokensOf, approvers },
}: {
  block: NonNullable<ChangeSet['approvalBlock']>;
}) {
  const t = useSetTexts();
  const namesOf = (users: typeof approvers) =>
    users.map(({ userId, name }) => shownName(name, userId)).join(', ');
  return (
    <Notice>
      {t.tokenIssued(namesOf(tokensOf))}{' '}
      {approvers.length > 0 ? t.approversInstead(namesOf(approvers)) : t.noApprovers}
    </Notice>
  );
}

function NoOperations({ set, params: { partitionId } }: { set: ChangeSet; params: SetParams }) {
  const t = useSetTexts();
  return (
    <EmptyState
      hint={set.may.includes('EDIT') ? t.empty : undefined}
      action={
        <PathLink to={pathTo('v1-partitions-partitionId-objects', { partitionId })}>
          {t.toObjects}
        </PathLink>
      }
    />
  );
}

interface OperationsProps {
  set: ChangeSet;
  params: SetParams;
  discussion: Discussion;
}

function Operations({ set, params, discussion }: OperationsProps) {
  const t = useSetTexts();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    operationsQuery(params),
  );
  const operations = data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <>
      {error && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <div className={classes.body}>
          <LineSkeletons lines={8} />
        </div>
      )}
      <OperationList set={set} params={params} operations={operations} discussion={discussion} />
      {hasNextPage && (
        <div className={classes.more}>
          <span className={classes.quiet}>{t.shownOf(operations.length, set.operationCount)}</span>
          <Button
            size="xs"
            variant="default"
            loading={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            {t.loadMore}
          </Button>
        </div>
      )}
    </>
  );
}

/** The number of invalid changes shown at a time; fixed ones are replaced by the next. */
const brokenShown = 25;

/** The changes that cannot be committed, wherever they are in the list. */
function BrokenOperations({ ids, ...props }: OperationsProps & { ids: readonly string[] }) {
  return (
    <ul className={classes.operations}>
      {ids.slice(0, brokenShown).map((id) => (
        <BrokenOperation key={id} id={id} {...props} />
      ))}
    </ul>
  );
}

function BrokenOperation({ id, set, params, discussion }: OperationsProps & { id: string }) {
  const { data, error, refetch } = useQuery(operationQuery(params, id));
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (!data) return <LineSkeletons lines={2} />;
  return (
    <Operation
      params={params}
      operation={data}
      localTitles={noTitles}
      mayEdit={set.may.includes('EDIT')}
      discussion={discussion}
      isOpen
    />
  );
}

const noTitles: ReadonlyMap<string, string> = new Map();

function OperationList({
  set,
  params,
  operations,
  discussion,
}: OperationsProps & { operations: readonly ChangeSetOperation[] }) {
  const localTitles = useMemo(
    () =>
      new Map(
        operations.flatMap((operation) =>
          operation.localName === null
            ? []
            : [[operation.localName, operationTitle(operation)] as const],
        ),
      ),
    [operations],
  );
  return (
    <ul className={classes.operations}>
      {operations.map((operation) => (
        <Operation
          key={operation.operationId}
          params={params}
          operation={operation}
          localTitles={localTitles}
          mayEdit={set.may.includes('EDIT')}
          discussion={discussion}
          isOpen={set.operationCount <= openAtFirst}
        />
      ))}
    </ul>
  );
}

function SetFacts({ set, params }: { set: ChangeSet; params: SetParams }) {
  const t = useSetTexts();
  const words = useChangeSetTexts();
  const { committed, revertOf, revertedBy, contributors, author } = set;
  const toSet = ({ id, title }: { id: string; title: string }) => (
    <PathLink
      to={pathTo('v1-partitions-partitionId-change-sets-changeSetId', {
        ...params,
        changeSetId: id,
      })}
    >
      {title}
    </PathLink>
  );
  return (
    <Panel title={t.details}>
      <p className={classes.description}>{set.description || t.noDescription}</p>
      <Facts
        facts={[
          [
            t.reason,
            set.reason ??
              (set.reasonReceipt ? (
                <ErasedReason
                  key="reason"
                  partitionId={params.partitionId}
                  receipt={set.reasonReceipt}
                />
              ) : (
                t.titleIsReason
              )),
          ],
          [t.author, shownName(author.name, author.userId)],
          [
            t.contributors,
            contributors.map(({ userId, name }) => shownName(name, userId)).join(', '),
          ],
          [t.begun, <Moment key="begun" value={set.createdDate} />],
          [
            t.submittedDate,
            set.submittedDate && <Moment key="submitted" value={set.submittedDate} />,
          ],
          [
            t.committedBy,
            committed ? (
              <span key="committed">
                <Moment value={committed.date} /> ·{' '}
                {committed.automatic ? t.byItself : shownName(committed.userName, committed.userId)}
                <br />
                <PathLink
                  to={pathTo(
                    'v1-partitions-partitionId-objects-recent',
                    { partitionId: params.partitionId },
                    { at: String(committed.lastSequence) },
                  )}
                >
                  {t.sequences(committed.firstSequence, committed.lastSequence)}
                </PathLink>
              </span>
            ) : undefined,
          ],
          [t.revertOf, revertOf ? toSet(revertOf) : undefined],
          [
            t.revertedBy,
            revertedBy ? (
              <span key="revert">
                {toSet(revertedBy)} ({words.states[revertedBy.state]})
              </span>
            ) : undefined,
          ],
        ]}
      />
    </Panel>
  );
}

function Reviews({ set, params }: { set: ChangeSet; params: SetParams }) {
  const t = useSetTexts();
  const { reviews, revision } = set;
  const [isAsking, setAsking] = useState(false);
  /** Why a review does not count. */
  const whyNot = (review: ChangeSetReview, later: readonly ChangeSetReview[]) => {
    if (review.revision < revision) return t.earlier;
    return later.some(({ userId }) => userId === review.userId) ? t.replaced : t.notCounting;
  };
  return (
    <Panel
      title={t.reviews}
      beside={
        set.may.includes('ASK_REVIEWERS') && (
          <Button size="compact-xs" variant="default" onClick={() => setAsking(true)}>
            {t.askReviewers}
          </Button>
        )
      }
    >
      {reviews.length === 0 && <p className={classes.quiet}>{t.noReviews}</p>}
      {pendingReviewers(set).map(({ userId, name }) => (
        <p key={userId} className={classes.quiet}>
          {t.asked(shownName(name, userId))}
        </p>
      ))}
      {isAsking && (
        <Suspense>
          <AskReviewers set={set} params={params} onClose={() => setAsking(false)} />
        </Suspense>
      )}
      <ul className={classes.commentList}>
        {reviews.map((review, index) => (
          <li key={`${review.userId} ${review.date}`} className={classes.comment}>
            <div className={classes.commentHead}>
              <StatusBadge
                tone={!review.valid ? 'off' : review.decision === 'APPROVED' ? 'good' : 'bad'}
              >
                {`${shownName(review.userName, review.userId)} ${t.decisions[review.decision]}`}
              </StatusBadge>
              <span className={classes.quiet}>
                <Moment value={review.date} /> · {t.revision(review.revision)}
                {!review.valid && ` · ${whyNot(review, reviews.slice(0, index))}`}
              </span>
            </div>
            {review.comment && <p className={classes.reviewComment}>{review.comment}</p>}
            {review.signature && <Signature signature={review.signature} />}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

type ReviewSignature = NonNullable<ChangeSetReview['signature']>;

/** How an approval was signed. */
function Signature({
  signature: { meaning, method, name, signedDate },
}: {
  signature: ReviewSignature;
}) {
  const { meanings, methods } = useApprovalTexts();
  return (
    <p className={classes.signature}>
      <IconSignature className={classes.signatureMark} size={16} aria-hidden />
      <span>
        <bdi>{name}</bdi> {meanings[meaning]} – {methods[method]},{' '}
        <Moment value={signedDate} absolute />
      </span>
    </p>
  );
}
