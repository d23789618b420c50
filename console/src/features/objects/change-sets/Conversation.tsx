import { Button } from '@mantine/core';
import { IconSignature } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import type { ChangeSet, ChangeSetReview } from '@annals/contracts/change-set';
import { useApprovalTexts } from '../../../domain/change-sets/approval.texts.ts';
import { shownName } from '../../../ui/ids/display-names.ts';
import { lazyNamed } from '../../../platform/lazy-named.ts';
import { Panel } from '../../../ui/states/Panel.tsx';
import { StatusBadge } from '../../../ui/states/StatusBadge.tsx';
import { Moment } from '../../../platform/time/Moment.tsx';
import classes from './ChangeSet.module.css';
import type { SetParams } from './change-set.queries.ts';
import { useSetTexts } from './change-set.texts.ts';
import { Comments, type Discussion } from './Comments.tsx';
import { pendingReviewers } from './reviewers.ts';
import { SetFacts } from './SetFacts.tsx';

const AskReviewers = lazyNamed(() => import('./AskReviewers.tsx'), 'AskReviewers');

interface ConversationProps {
  set: ChangeSet;
  params: SetParams;
  discussion: Discussion;
}

/** What the change set is for, who reviewed it, and what was said about it as a whole. */
export function Conversation({ set, params, discussion }: ConversationProps) {
  const t = useSetTexts();
  return (
    <div className={classes.columns}>
      <div className={classes.main}>
        <Reviews set={set} params={params} />
        <Panel title={t.comments}>
          {discussion.comments.every(({ operationId }) => operationId !== null) && (
            <p className={classes.quiet}>{t.noComments}</p>
          )}
          <Comments discussion={discussion} />
        </Panel>
      </div>
      <SetFacts set={set} params={params} />
    </div>
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
