import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Page } from '@annals/contracts/fields';
import type { SchemaMigration } from '@annals/contracts/migrations';
import { isNotOffered } from '../../api/errors.ts';
import { Id } from '../../shared/ids/Id.tsx';
import { EmptyState } from '../../shared/states/EmptyState.tsx';
import { QueryPanel } from '../../shared/states/QueryPanel.tsx';
import { StatusBadge } from '../../shared/states/StatusBadge.tsx';
import { useLanguage } from '../../shared/texts.ts';
import { Moment } from '../../shared/time/Moment.tsx';
import { authenticationMigrationsQuery, dataMigrationsQuery } from './migrations.queries.ts';
import { useMigrationTexts } from './migrations.texts.ts';
import classes from './Moves.module.css';

/** The schema migrations of both services: what is applied, since when, and how long it took. */
export function SchemaTab() {
  const t = useMigrationTexts();
  const data = useQuery(dataMigrationsQuery());
  const authentication = useQuery(authenticationMigrationsQuery());
  if (isNotOffered(data.error) && isNotOffered(authentication.error))
    return <EmptyState title={t.notTold} hint={t.notToldHint} />;
  return (
    <div className={classes.panels}>
      <Migrations title={t.dataService} query={data} />
      <Migrations title={t.authenticationService} query={authentication} />
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
  const t = useMigrationTexts();
  const said = ({ data }: Page<SchemaMigration>) => {
    const pending = data.filter(({ state }) => state === 'PENDING').length;
    return pending === 0
      ? t.applied(data.length)
      : t.appliedAndPending(data.length - pending, pending);
  };
  return (
    <QueryPanel title={title} query={query} lines={6} beside={said} flush>
      {({ data }) => (
        // A region that scrolls must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={classes.wide} role="group" aria-label={title} tabIndex={0}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{t.name}</th>
                <th scope="col">{t.state}</th>
                <th scope="col">{t.checksum}</th>
                <th scope="col">{t.when}</th>
                <th scope="col" className={classes.end}>
                  {t.took}
                </th>
              </tr>
            </thead>
            <tbody>
              {data.toReversed().map((migration) => (
                <tr key={migration.name}>
                  <th scope="row">{migration.name}</th>
                  <td>
                    <StatusBadge tone={migration.state === 'APPLIED' ? 'good' : 'waiting'}>
                      {t.states[migration.state]}
                    </StatusBadge>
                  </td>
                  <td>
                    <Id value={migration.checksum} />
                  </td>
                  <td>
                    <Moment value={migration.appliedDate} />
                  </td>
                  <td className={classes.end}>
                    <Took milliseconds={migration.durationMs} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </QueryPanel>
  );
}

function Took({ milliseconds }: { milliseconds: number | null | undefined }) {
  const t = useMigrationTexts();
  const language = useLanguage();
  if (milliseconds === null || milliseconds === undefined) return '–';
  if (milliseconds < 1000) return t.milliseconds(milliseconds);
  const seconds = (milliseconds / 1000).toLocaleString(language, { maximumFractionDigits: 1 });
  return t.seconds(seconds);
}
