import { useQuery } from '@tanstack/react-query';
import { accountType } from '@annals/contracts/object-search';
import type { ObjectVersion } from '../../platform/api/things.ts';
import type { Page } from '../../platform/api/page.ts';
import { Id } from '../../ui/ids/Id.tsx';
import { personName } from '../../ui/ids/display-names.ts';
import { pathTo } from '../../platform/links.ts';
import { titleOf } from '../../domain/object-title/title-of.ts';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { QueryPanel, QueryStates } from '../../ui/states/QueryPanel.tsx';
import { SimpleTable } from '../../ui/tables/SimpleTable.tsx';
import { useTimeTravel } from '../../domain/time-travel/useTimeTravel.ts';
import {
  mainAccountsQuery,
  mainOperatorQuery,
  mainOperatorTimeline,
  moreAccounts,
} from './main-operator.queries.ts';
import { useMemberTexts } from './members/members.texts.ts';
import classes from './shared/partitions.module.css';

interface MainOperatorsProps {
  partitionId: string;
  /** Undefined if the service does not report them. */
  types: readonly { type: string }[] | undefined;
}

/** The main operator of each account (specification 3 and 9). Hidden in a partition without accounts. */
export function MainOperators({ partitionId, types }: MainOperatorsProps) {
  const t = useMemberTexts();
  const { at } = useTimeTravel();
  const query = useQuery(mainAccountsQuery(partitionId, at));
  const without = types !== undefined && !types.some(({ type }) => type === accountType);
  const isNone = query.data?.data.length === 0 && moreAccounts(query.data) === undefined;
  if (without || isNone) return null;
  return (
    <QueryPanel title={t.mainOperators} query={query} lines={1} flush>
      {(page) => (
        <>
          {page.data.length > 0 && (
            <SimpleTable
              label={t.mainOperators}
              columns={[
                {
                  id: 'account',
                  header: t.accountTitle,
                  names: true,
                  render: (account) => <Account partitionId={partitionId} account={account} />,
                },
                {
                  id: 'operator',
                  header: t.mainOperator,
                  render: (account) => <OperatorOf partitionId={partitionId} account={account} />,
                  align: 'end',
                },
              ]}
              rows={page.data}
              rowKey={({ id, timelineId }) => id || (timelineId ?? '')}
              narrow
            />
          )}
          <MoreAccounts partitionId={partitionId} page={page} />
        </>
      )}
    </QueryPanel>
  );
}

/** Says that there are, or may be, other accounts. */
function MoreAccounts({ partitionId, page }: { partitionId: string; page: Page<ObjectVersion> }) {
  const t = useMemberTexts();
  const { withAsOf } = useTimeTravel();
  const more = moreAccounts(page);
  if (more === undefined) return null;
  const path = pathTo('v1-partitions-partitionId-objects', { partitionId }, { type: accountType });
  return (
    <p className={classes.noChanges}>
      {more === 'more' ? t.moreAccounts : t.perhapsMoreAccounts}{' '}
      <PathLink to={withAsOf(path)}>{t.allAccounts}</PathLink>
    </p>
  );
}

interface AccountProps {
  partitionId: string;
  account: ObjectVersion;
}

function Account({ partitionId, account }: AccountProps) {
  const t = useMemberTexts();
  const { withAsOf } = useTimeTravel();
  const { id: objectId, timelineId = '' } = account;
  const path =
    objectId === ''
      ? pathTo('v1-partitions-partitionId-timelines-timelineId-objects-latest', {
          partitionId,
          timelineId,
        })
      : pathTo('v1-partitions-partitionId-objects-objectId', { partitionId, objectId });
  return (
    <PathLink to={withAsOf(path)}>
      {account.objectData ? titleOf(account) : t.accountTitle}
    </PathLink>
  );
}

function OperatorOf({ partitionId, account }: AccountProps) {
  const t = useMemberTexts();
  const timelineId = mainOperatorTimeline(account);
  if (!timelineId)
    return (
      <span className={classes.quiet}>
        {timelineId === null ? t.noOperator : t.operatorUnknown}
      </span>
    );
  return <Operator partitionId={partitionId} timelineId={timelineId} />;
}

function Operator({ partitionId, timelineId }: { partitionId: string; timelineId: string }) {
  const t = useMemberTexts();
  const { at } = useTimeTravel();
  const query = useQuery(mainOperatorQuery(partitionId, timelineId, at));
  const pending = <span className={classes.quiet}>…</span>;
  return (
    <QueryStates query={query} failed={t.operatorFailed} pending={pending}>
      {({ user, path }) => {
        if (!user)
          return (
            <span className={classes.quiet}>
              {user === null ? t.noOperator : t.operatorUnknown}
            </span>
          );
        const name = personName(user);
        if (name === undefined || path === undefined) return <Id value={user.id} />;
        return <PathLink to={path}>{name}</PathLink>;
      }}
    </QueryStates>
  );
}
