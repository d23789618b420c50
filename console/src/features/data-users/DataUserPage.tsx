import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { getDataUser } from '@annals/contracts/data-users';
import { isNoSuchThing } from '../../platform/api/errors.ts';
import { queryOf } from '../../platform/api/query.ts';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { Id } from '../../ui/ids/Id.tsx';
import { personName } from '../../ui/ids/display-names.ts';
import { pathTo } from '../../platform/links.ts';
import { Memberships } from '../../domain/memberships/Memberships.tsx';
import { AbsentPage } from '../../ui/page/AbsentPage.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { AdditionalFields } from '../../ui/additional-fields/AdditionalFields.tsx';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { relatedDetailPath } from '../../platform/related-detail-path.ts';
import { TimeTravelBar } from '../../domain/time-travel/TimeTravelBar.tsx';
import { WrittenVersions } from '../../domain/versions/WrittenVersions.tsx';
import { useDataUserTexts } from './data-users.texts.ts';
import panels from '../../ui/page/Panels.module.css';

/** The partitions and writes of one user. */
export function DataUserPage() {
  const t = useDataUserTexts();
  const { userId } = useParams({ from: '/v1/partitions/all/users/$userId' });
  const { data: user, error, refetch } = useQuery(queryOf(getDataUser, { params: { userId } }));
  const list = pathTo('v1-partitions-all-users');
  const parents = [{ name: t.users, to: list }];
  if (user === undefined && isNoSuchThing(error))
    return (
      <AbsentPage
        title={t.noSuch}
        parents={parents}
        hint={t.noSuchHint}
        action={<PathLink to={list}>{t.all}</PathLink>}
      />
    );
  const name = user && personName(user);
  const account = relatedDetailPath(pathTo('v1-partitions-all-users-userId', { userId }));
  return (
    <>
      <PageHeader
        title={name ?? (user || error ? t.user : undefined)}
        parents={parents}
        beside={<Id value={userId} />}
        action={account && <PathLink to={account.path}>{t.account}</PathLink>}
      />
      {error && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      <TimeTravelBar shown={name}>
        <div className={panels.panels}>
          <Memberships userId={userId}>
            <WrittenVersions
              title={t.recentWrites}
              userId={userId}
              none={t.noWrites}
              pageSize={25}
            />
          </Memberships>
          <AdditionalFields row={getDataUser} value={user} />
        </div>
      </TimeTravelBar>
    </>
  );
}
