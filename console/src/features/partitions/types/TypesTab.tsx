import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { Partition } from '@annals/contracts/partitions';
import { pathTo } from '../../../shared/links.ts';
import { PathLink } from '../../../shared/page/PathLink.tsx';
import { EmptyState } from '../../../shared/states/EmptyState.tsx';
import { QueryPanel } from '../../../shared/states/QueryPanel.tsx';
import { useLanguage } from '../../../shared/texts.ts';
import { Moment } from '../../../shared/time/Moment.tsx';
import { useTimeTravel } from '../../../shared/time-travel/useTimeTravel.ts';
import { usePartitionTexts } from '../partitions.texts.ts';
import { typeListQuery } from './types.queries.ts';
import { useTypeTexts } from './types.texts.ts';
import classes from './TypesTab.module.css';

const SchemaDialog = lazy(async () => ({
  default: (await import('./SchemaDialog.tsx')).SchemaDialog,
}));

interface TypesTabProps {
  partitionId: string;
  /** Undefined while it loads. */
  partition: Partition | undefined;
  manages: boolean;
}

/** The types of a partition with their counts and JSON Schemas. */
export function TypesTab({ partitionId, partition, manages }: TypesTabProps) {
  const t = useTypeTexts();
  const { archivedReason } = usePartitionTexts();
  const { asOf, isPast, withAsOf } = useTimeTravel();
  const format = new Intl.NumberFormat(useLanguage());
  const query = useQuery(typeListQuery(partitionId, asOf));
  const [opened, setOpened] = useState<{ type: string | undefined }>();
  const isArchived = Boolean(partition?.archivedDate);
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
            <div className={classes.scroll}>
              <table className={classes.types}>
                <thead>
                  <tr>
                    <th scope="col">{t.type}</th>
                    <th scope="col" className={classes.number}>
                      {t.timelines}
                    </th>
                    <th scope="col" className={`${classes.number} ${classes.seldom}`}>
                      {t.versions}
                    </th>
                    <th scope="col">{t.schema}</th>
                    <th scope="col" className={classes.seldom}>
                      {t.changed}
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {data.map(({ type, timelineCount, versionCount, jsonSchema, ...schema }) => (
                    <tr key={type}>
                      <th scope="row">
                        <PathLink
                          className={classes.type}
                          to={withAsOf(
                            pathTo('v1-partitions-partitionId-objects', { partitionId }, { type }),
                          )}
                        >
                          {type}
                        </PathLink>
                      </th>
                      <td className={classes.number}>{format.format(timelineCount)}</td>
                      <td className={`${classes.number} ${classes.seldom}`}>
                        {format.format(versionCount)}
                      </td>
                      <td>
                        {jsonSchema === null && !mayWrite ? (
                          <span className={classes.quiet}>{t.noSchema}</span>
                        ) : (
                          <Button
                            size="compact-sm"
                            variant="default"
                            aria-label={t.openSchema(type)}
                            onClick={() => setOpened({ type })}
                          >
                            {jsonSchema === null
                              ? t.noSchema
                              : t.schemaVersion(schema.version ?? 1)}
                          </Button>
                        )}
                      </td>
                      <td className={classes.seldom}>
                        {schema.changedDate && (
                          <Moment value={schema.changedDate} absolute={isPast} />
                        )}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
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
