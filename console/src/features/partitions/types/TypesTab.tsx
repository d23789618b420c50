import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { listObjectTypes } from '@annals/contracts/object-types';
import type { Partition } from '../../../platform/api/things.ts';
import type { AnswerOf } from '../../../platform/api/told.ts';
import { lazyNamed } from '../../../platform/lazy-named.ts';
import { pathTo } from '../../../platform/links.ts';
import { count, date } from '../../../ui/list/columns.tsx';
import { PathLink } from '../../../ui/page/PathLink.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { QueryPanel } from '../../../ui/states/QueryPanel.tsx';
import { SimpleTable, type TableColumn } from '../../../ui/tables/SimpleTable.tsx';
import { useTimeTravel } from '../../../domain/time-travel/useTimeTravel.ts';
import { usePartitionTexts } from '../shared/partitions.texts.ts';
import { typeListQuery } from './types.queries.ts';
import { useTypeTexts } from './types.texts.ts';
import classes from './TypesTab.module.css';

const SchemaDialog = lazyNamed(() => import('./SchemaDialog.tsx'), 'SchemaDialog');

type CountedType = AnswerOf<typeof listObjectTypes>['data'][number];

interface TypesTabProps {
  partitionId: string;
  partition: Partition;
  manages: boolean;
}

/** The types of a partition with their counts and JSON Schemas. */
export function TypesTab({ partitionId, partition, manages }: TypesTabProps) {
  const t = useTypeTexts();
  const { archivedReason } = usePartitionTexts();
  const { at, isPast, withAsOf } = useTimeTravel();
  const query = useQuery(typeListQuery(partitionId, at));
  const [opened, setOpened] = useState<{ type: string | undefined }>();
  const isArchived = Boolean(partition.archivedDate);
  const mayWrite = manages && !isArchived;
  const another = manages && (
    <Button
      size="xs"
      variant="default"
      disabled={isArchived}
      {...(isArchived && { title: archivedReason })}
      onClick={() => setOpened({ type: undefined })}
    >
      {t.another}
    </Button>
  );
  const columns: TableColumn<CountedType>[] = [
    {
      id: 'type',
      header: t.type,
      names: true,
      render: ({ type }) => (
        <PathLink
          className={classes.type}
          to={withAsOf(pathTo('v1-partitions-partitionId-objects', { partitionId }, { type }))}
        >
          {type}
        </PathLink>
      ),
    },
    count('timelineCount', t.timelines),
    count('versionCount', t.versions),
    {
      id: 'schema',
      header: t.schema,
      render: ({ type, jsonSchema, version }) =>
        jsonSchema === null && !mayWrite ? (
          <span className={classes.quiet}>{t.noSchema}</span>
        ) : (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={jsonSchema === null ? t.addSchemaTo(type) : t.openSchema(type)}
            onClick={() => setOpened({ type })}
          >
            {jsonSchema === null ? t.addSchema : t.schemaVersion(version ?? 1)}
          </Button>
        ),
    },
    date('changedDate', t.changed, { absolute: isPast }),
  ];
  return (
    <>
      <QueryPanel title={t.types} query={query} lines={6} flush action={another}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState
              title={isPast ? t.noTypesThen : t.noTypes}
              {...(!isPast && { hint: t.noTypesHint })}
            />
          ) : (
            <SimpleTable
              label={t.types}
              columns={columns}
              rows={data}
              rowKey={({ type }) => type}
            />
          )
        }
      </QueryPanel>
      {opened && (
        <Suspense>
          <SchemaDialog
            partitionId={partitionId}
            type={opened.type}
            mayWrite={mayWrite}
            onClose={() => setOpened(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}
