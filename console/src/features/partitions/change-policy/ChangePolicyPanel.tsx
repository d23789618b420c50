import { Button } from '@mantine/core';
// oxlint-disable-next-line no-restricted-imports -- an infinite list without pages
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import {
  type ChangePolicy,
  changePolicyHistory,
  putChangePolicy,
} from '@annals/contracts/change-policy';
import type { getPartition } from '@annals/contracts/partitions';
import type { AnswerOf } from '../../../platform/api/told.ts';
import { infiniteQueryOf } from '../../../platform/api/query.ts';
import { changePolicyQuery } from '../../../domain/change-sets/change-sets.queries.ts';
import { useChangeSetTexts } from '../../../domain/change-sets/change-sets.texts.ts';
import { policySentences } from '../../../domain/change-sets/rule-sentences.ts';
import { lazyNamed } from '../../../platform/lazy-named.ts';
import { pathTo } from '../../../platform/links.ts';
import { PathLink } from '../../../ui/page/PathLink.tsx';
import { useCapability } from '../../../platform/capabilities.ts';
import { MoreButton } from '../../../ui/states/MoreButton.tsx';
import { QueryPanel, QueryStates } from '../../../ui/states/QueryPanel.tsx';
import { Moment } from '../../../platform/time/Moment.tsx';
import classes from './ChangePolicy.module.css';
import { usePolicyTexts } from './change-policy.texts.ts';

const SetPolicy = lazyNamed(() => import('./SetPolicy.tsx'), 'SetPolicy');

/** The change policy of the partition in words, with its history. */
export function ChangePolicyPanel({ partition }: { partition: AnswerOf<typeof getPartition> }) {
  const t = usePolicyTexts();
  const isOffered = useCapability(putChangePolicy);
  const { id: partitionId } = partition;
  const query = useQuery({ ...changePolicyQuery(partitionId), enabled: isOffered });
  const [isOpen, setOpen] = useState(false);
  if (!isOffered) return null;
  return (
    <QueryPanel title={t.title} query={query}>
      {(policy) => (
        <div className={classes.panel}>
          <p className={classes.quiet}>{t.hint}</p>
          <Sentences policy={policy} />
          <PathLink to={pathTo('v1-partitions-partitionId-change-sets', { partitionId })}>
            {t.changeSets}
          </PathLink>
          {!partition.archivedDate && (
            <Button variant="default" {...SetPolicy.onApproach} onClick={() => setOpen(true)}>
              {t.change}
            </Button>
          )}
          {policy.version > 0 && <PolicyHistory partitionId={partitionId} />}
          {isOpen && (
            <Suspense>
              <SetPolicy partition={partition} policy={policy} onClose={() => setOpen(false)} />
            </Suspense>
          )}
        </div>
      )}
    </QueryPanel>
  );
}

function PolicyHistory({ partitionId }: { partitionId: string }) {
  const t = usePolicyTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className={classes.history}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{t.history}</summary>
      {isOpen && <FormerPolicies partitionId={partitionId} />}
    </details>
  );
}

function FormerPolicies({ partitionId }: { partitionId: string }) {
  const t = usePolicyTexts();
  const query = useInfiniteQuery(
    infiniteQueryOf(changePolicyHistory, { params: { partitionId }, query: { pageSize: 20 } }),
  );
  const policies = query.data?.pages.flatMap((page) => page.data);
  return (
    <QueryStates query={{ data: policies, error: query.error, refetch: query.refetch }}>
      {(loaded) =>
        loaded.length === 0 ? (
          <p className={classes.quiet}>{t.noHistory}</p>
        ) : (
          <>
            <ol className={classes.policies}>
              {loaded.map((policy) => (
                <li key={policy.version}>
                  <Moment value={policy.changedDate} absolute />{' '}
                  <span className={classes.quiet}>{t.by(policy.changedUserName ?? t.someone)}</span>
                  <Sentences policy={policy} />
                </li>
              ))}
            </ol>
            <MoreButton query={query} size="xs">
              {t.more}
            </MoreButton>
          </>
        )
      }
    </QueryStates>
  );
}

function Sentences({ policy }: { policy: ChangePolicy }) {
  const words = useChangeSetTexts();
  return (
    <ul className={classes.sentences}>
      {policySentences(words, policy).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
