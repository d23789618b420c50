import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChangeSet } from '@annals/contracts/change-set';
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx';
import { Tabs } from '../../../ui/tabs/Tabs.tsx';
import { grouped } from '../../../platform/texts.ts';
import classes from './ChangeSet.module.css';
import { checkQuery, commentsQuery, type SetParams } from './change-set.queries.ts';
import { useSetTexts } from './change-set.texts.ts';
import type { Discussion } from './Comments.tsx';
import { Conversation } from './Conversation.tsx';
import { NextStep } from './NextStep.tsx';
import { BrokenOperations, NoOperations, Operations } from './Operations.tsx';
import { SetActions } from './SetActions.tsx';
import { SetSummary } from './SetSummary.tsx';

/** A loaded change set: what it does in a line, its state, its changes and its conversation, and what can be done. */
export function SetView({ set, params }: { set: ChangeSet; params: SetParams }) {
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
  const said = set.reviews.length + discussion.comments.length;
  const parts = { set, params, discussion };
  return (
    <>
      <SetSummary set={set} params={params} />
      <NextStep
        set={set}
        broken={broken.length}
        onlyBroken={onlyBroken}
        onOnlyBroken={setOnlyBroken}
      />
      {comments.error && (
        <ErrorPanel error={comments.error} onRetry={() => void comments.refetch()} />
      )}
      <Tabs
        label={t.sections}
        tabs={[
          {
            id: 'changes',
            name: t.changes,
            beside: grouped(set.operationCount),
            content:
              set.operationCount === 0 ? (
                <NoOperations set={set} params={params} />
              ) : onlyBroken && broken.length > 0 ? (
                <BrokenOperations {...parts} ids={broken} />
              ) : (
                <Operations {...parts} />
              ),
          },
          {
            id: 'conversation',
            name: t.conversation,
            beside: said > 0 ? grouped(said) : undefined,
            content: <Conversation {...parts} />,
          },
        ]}
      />
      <div className={classes.bar}>
        <SetActions
          set={set}
          params={params}
          broken={broken.length}
          onShowBroken={() => setOnlyBroken(true)}
        />
      </div>
    </>
  );
}
