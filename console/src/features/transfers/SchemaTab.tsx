import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import {
  listAuthenticationMigrations,
  listDataMigrations,
  type SchemaMigration,
} from '@annals/contracts/migrations';
import type { Page } from '../../platform/api/page.ts';
import { queryOf } from '../../platform/api/query.ts';
import { Id } from '../../ui/ids/Id.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { useCapabilities } from '../../platform/capabilities.ts';
import { QueryPanel } from '../../ui/states/QueryPanel.tsx';
import { StatusBadge } from '../../ui/states/StatusBadge.tsx';
import { SimpleTable } from '../../ui/tables/SimpleTable.tsx';
import { useLanguage } from '../../platform/texts.ts';
import { Moment } from '../../platform/time/Moment.tsx';
import { useTransferTexts } from './shared/transfers.texts.ts';
import panels from '../../ui/page/Panels.module.css';

/** The schema migrations of both services: which are applied, when, and how long each took. */
export function SchemaTab() {
  const t = useTransferTexts();
  const has = useCapabilities();
  if (!has(listDataMigrations) && !has(listAuthenticationMigrations))
    return <EmptyState title={t.migrationsUnavailable} hint={t.migrationsUnavailableHint} />;
  return <SchemaMigrations />;
}

function SchemaMigrations() {
  const t = useTransferTexts();
  const data = useQuery(queryOf(listDataMigrations));
  const authentication = useQuery(queryOf(listAuthenticationMigrations));
  return (
    <div className={panels.panels}>
      <Migrations title={t.dataService} query={data} />
      {/* The height of the table above depends on the number of migrations and would move this one. */}
      {!data.isPending && <Migrations title={t.authenticationService} query={authentication} />}
    </div>
  );
}

function Migrations({
  title,
  query,
}: {
  title: string;
  query: UseQueryResult<Page<SchemaMigration>>;
}) {
  const t = useTransferTexts();
  const pendingText = ({ data }: Page<SchemaMigration>) => {
    const pending = data.filter(({ state }) => state === 'PENDING').length;
    return pending === 0
      ? t.applied(data.length)
      : t.appliedAndPending(data.length - pending, pending);
  };
  return (
    <QueryPanel title={title} query={query} lines={6} beside={pendingText} flush>
      {({ data }) => (
        <SimpleTable
          label={title}
          columns={[
            { id: 'name', header: t.name, names: true, render: ({ name }) => name },
            {
              id: 'state',
              header: t.state,
              render: ({ state }) => (
                <StatusBadge tone={state === 'APPLIED' ? 'good' : 'waiting'}>
                  {t.states[state]}
                </StatusBadge>
              ),
              fits: true,
            },
            {
              id: 'checksum',
              header: t.checksum,
              render: ({ checksum }) => <Id value={checksum} />,
              fits: true,
            },
            {
              id: 'when',
              header: t.when,
              render: ({ appliedDate }) =>
                appliedDate && <Moment value={appliedDate} withRelative />,
              fits: true,
            },
            {
              id: 'took',
              header: t.took,
              render: ({ durationMs }) => <Took milliseconds={durationMs} />,
              align: 'end',
              fits: true,
            },
          ]}
          rows={data.toReversed()}
          rowKey={({ name }) => name}
        />
      )}
    </QueryPanel>
  );
}

function Took({ milliseconds }: { milliseconds: number | null | undefined }) {
  const t = useTransferTexts();
  const language = useLanguage();
  if (milliseconds === null || milliseconds === undefined) return '–';
  if (milliseconds < 1000) return t.milliseconds(milliseconds);
  const seconds = (milliseconds / 1000).toLocaleString(language, { maximumFractionDigits: 1 });
  return t.seconds(seconds);
}
