import { Button } from '@mantine/core';
// oxlint-disable-next-line no-restricted-imports -- an infinite list without pages
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ChangeSet } from '@annals/contracts/change-set';
import type { ChangeSetOperation } from '../../../platform/api/things.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { pathTo } from '../../../platform/links.ts';
import { PathLink } from '../../../ui/page/PathLink.tsx';
import { MoreButton } from '../../../ui/states/MoreButton.tsx';
import { LineSkeletons, QueryStates } from '../../../ui/states/QueryPanel.tsx';
import classes from './ChangeSet.module.css';
import { operationQuery, operationsQuery, type SetParams } from './change-set.queries.ts';
import { useSetTexts } from './change-set.texts.ts';
import type { Discussion } from './Comments.tsx';
import { FieldChart } from './FieldChart.tsx';
import { Operation } from './Operation.tsx';
import { operationTitle } from './set-operation.ts';

/** Of more changes, only the first are open at once. */
const openAtFirst = 10;

export function NoOperations({
  set,
  params: { partitionId },
}: {
  set: ChangeSet;
  params: SetParams;
}) {
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

/** The changes, as many as are loaded, with their differences. */
export function Operations({ set, params, discussion }: OperationsProps) {
  const t = useSetTexts();
  const query = useInfiniteQuery(operationsQuery(params));
  const operations = query.data?.pages.flatMap((page) => page.data);
  const [allOpen, setAllOpen] = useState<boolean>();
  const pending = (
    <div className={classes.body}>
      <LineSkeletons lines={8} />
    </div>
  );
  return (
    <div className={classes.changeList}>
      <QueryStates
        query={{ data: operations, error: query.error, refetch: query.refetch }}
        pending={pending}
      >
        {(loaded) => (
          <>
            <FieldChart operations={loaded} of={set.operationCount} />
            {set.operationCount > openAtFirst && (
              <Button
                size="xs"
                variant="default"
                className={classes.expand}
                onClick={() => setAllOpen(allOpen !== true)}
              >
                {allOpen ? t.collapseAll : t.expandAll}
              </Button>
            )}
            <OperationList
              // Opens or closes all of them anew; whoever then opens one, opens that one.
              key={String(allOpen)}
              set={set}
              params={params}
              operations={loaded}
              discussion={discussion}
              allOpen={allOpen}
            />
            {query.hasNextPage && (
              <div className={classes.more}>
                <span className={classes.quiet}>
                  {t.shownOf(loaded.length, set.operationCount)}
                </span>
                <MoreButton query={query} size="xs">
                  {t.loadMore}
                </MoreButton>
              </div>
            )}
          </>
        )}
      </QueryStates>
    </div>
  );
}

/** The number of invalid changes shown at a time; fixed ones are replaced by the next. */
const brokenShown = 25;

/** The changes that cannot be committed, wherever they are in the list. */
export function BrokenOperations({ ids, ...props }: OperationsProps & { ids: readonly string[] }) {
  return (
    <ul className={classes.operations}>
      {ids.slice(0, brokenShown).map((id) => (
        <BrokenOperation key={id} id={id} {...props} />
      ))}
    </ul>
  );
}

function BrokenOperation({ id, set, params, discussion }: OperationsProps & { id: string }) {
  return (
    <QueryStates query={useQuery(operationQuery(params, id))} lines={2}>
      {(operation) => (
        <Operation
          params={params}
          operation={operation}
          localTitles={noTitles}
          mayEdit={set.may.includes('EDIT')}
          discussion={discussion}
          isOpen
        />
      )}
    </QueryStates>
  );
}

const noTitles: ReadonlyMap<string, string> = new Map();

function OperationList({
  set,
  params,
  operations,
  discussion,
  allOpen,
}: OperationsProps & {
  operations: readonly ChangeSetOperation[];
  /** Undefined: only the first. */
  allOpen: boolean | undefined;
}) {
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
      {operations.map((operation, index) => (
        <Operation
          key={operation.operationId}
          params={params}
          operation={operation}
          localTitles={localTitles}
          mayEdit={set.may.includes('EDIT')}
          discussion={discussion}
          isOpen={allOpen ?? index < openAtFirst}
        />
      ))}
    </ul>
  );
}
