import type { AliasUrl } from '@annals/contracts/alias-urls';
import { count, date, derived, text } from '../../shared/list/columns.tsx';
import type { ListColumn, ListFilter } from '../../shared/list/list-columns.ts';
import { Moment } from '../../shared/time/Moment.tsx';
import { aliasPath, AliasStateBadge, stateOf } from './alias-state.tsx';
import { aliasStates } from './alias-urls.queries.ts';
import type { AliasTexts } from './alias-urls.texts.ts';
import { AliasTarget } from './AliasTarget.tsx';
import classes from './AliasUrls.module.css';

export function aliasColumns(t: AliasTexts): ListColumn<AliasUrl>[] {
  return [
    text('alias', t.alias, { sortable: true, width: '18%' }),
    derived(
      'target',
      t.target,
      ({ target }) => target?.url ?? target?.objectId ?? target?.timelineId,
      { render: (alias) => alias.target && <AliasTarget alias={alias} /> },
    ),
    derived('state', t.state, (alias) => stateOf(alias), {
      render: (alias) => stateOf(alias) && <AliasStateBadge alias={alias} />,
      width: '135px',
    }),
    date('expiryDate', t.expiry, { never: t.never, width: '115px' }),
    count('visits', t.visits, { sortable: 'descending', width: '105px' }),
    date('lastVisitDate', t.lastVisit, { never: t.notVisited, width: '120px' }),
    text('createdDate', t.created, {
      render: ({ createdDate, createdUserName }) =>
        createdDate && (
          <span className={classes.lines}>
            <Moment value={createdDate} />
            {createdUserName && <span className={classes.second}>{createdUserName}</span>}
          </span>
        ),
      sortable: 'descending',
      width: '150px',
    }),
    {
      id: 'address',
      header: t.address,
      value: ({ alias }) => aliasPath(alias),
      // not the router's: the server leads on from there
      render: ({ alias }) => <a href={aliasPath(alias)}>{aliasPath(alias)}</a>,
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
