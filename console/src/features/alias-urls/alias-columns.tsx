import type { AliasUrl } from '@annals/contracts/alias-urls';
import type { ListColumn, ListFilter } from '../../shared/list/list-columns.ts';
import { Moment } from '../../shared/time/Moment.tsx';
import { aliasPath, stateOf } from './alias-state.ts';
import { aliasStates } from './alias-urls.queries.ts';
import type { AliasTexts } from './alias-urls.texts.ts';
import classes from './AliasUrls.module.css';
import { AliasStateBadge } from './AliasStateBadge.tsx';
import { AliasTarget } from './AliasTarget.tsx';

export function aliasColumns(t: AliasTexts): ListColumn<AliasUrl>[] {
  return [
    {
      id: 'alias',
      header: t.alias,
      value: ({ alias }) => alias,
      cell: ({ alias }) => alias,
      sortable: true,
      width: '18%',
    },
    {
      id: 'target',
      header: t.target,
      value: ({ target }) => target?.url ?? target?.objectId ?? target?.timelineId,
      cell: (alias) => alias.target && <AliasTarget alias={alias} />,
    },
    {
      id: 'state',
      header: t.state,
      value: (alias) => stateOf(alias),
      cell: (alias) => stateOf(alias) && <AliasStateBadge alias={alias} />,
      width: '135px',
    },
    {
      id: 'expiryDate',
      header: t.expiry,
      value: ({ expiryDate }) => expiryDate,
      cell: ({ expiryDate }) => (expiryDate === null ? t.never : <Moment value={expiryDate} />),
      width: '115px',
    },
    {
      id: 'visits',
      header: t.visits,
      value: ({ visits }) => visits,
      cell: ({ visits }) => visits,
      sortable: 'descending',
      align: 'end',
      width: '105px',
    },
    {
      id: 'lastVisitDate',
      header: t.lastVisit,
      value: ({ lastVisitDate }) => lastVisitDate,
      cell: ({ lastVisitDate }) =>
        lastVisitDate === null ? t.notVisited : <Moment value={lastVisitDate} />,
      width: '120px',
    },
    {
      id: 'createdDate',
      header: t.created,
      value: ({ createdDate }) => createdDate,
      cell: ({ createdDate, createdUserName }) =>
        createdDate && (
          <span className={classes.lines}>
            <Moment value={createdDate} />
            {createdUserName && <span className={classes.second}>{createdUserName}</span>}
          </span>
        ),
      sortable: 'descending',
      width: '150px',
    },
    {
      id: 'address',
      header: t.address,
      value: ({ alias }) => aliasPath(alias),
      // not the router's: the server leads on from there
      cell: ({ alias }) => <a href={aliasPath(alias)}>{aliasPath(alias)}</a>,
      hiddenAtFirst: true,
    },
  ];
}

export function aliasFilters(t: AliasTexts): ListFilter<AliasUrl, 'state'>[] {
  return [
    {
      name: 'state',
      label: t.state,
      any: t.anyState,
      options: aliasStates.map((value) => ({ value, label: t.states[value] })),
      matches: (alias, value) => stateOf(alias) === value,
    },
  ];
}
