import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { getDataUser } from '@annals/contracts/data-users';
import { queryOf } from '../../platform/api/query.ts';
import { Id } from '../../ui/ids/Id.tsx';
import { personName } from '../../ui/ids/display-names.ts';
import { pathTo } from '../../platform/links.ts';
import { Memberships } from '../../domain/memberships/Memberships.tsx';
import { PageFrame } from '../../ui/page/PageFrame.tsx';
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
  return (
    <PageFrame
      name={t.user}
      parents={[{ name: t.users, to: pathTo('v1-partitions-all-users') }]}
      absent={t}
      beside={<Id value={userId} />}
    >
      <DataUser userId={userId} />
    </PageFrame>
  );
}

function DataUser({ userId }: { userId: string }) {
  const t = useDataUserTexts();
  const query = useSuspenseQuery(queryOf(getDataUser, { params: { userId } }));
  const user = query.data;
  const name = personName(user) ?? t.user;
  const account = relatedDetailPath(pathTo('v1-partitions-all-users-userId', { userId }));
  return (
    <>
      <PageHeader
        title={name}
        query={query}
        beside={<Id value={userId} />}
        action={account && <PathLink to={account.path}>{t.account}</PathLink>}
      />
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
