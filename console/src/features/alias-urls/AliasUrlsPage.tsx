import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { Suspense, useMemo } from 'react';
import {
  listAliasUrls,
  createAliasUrl,
  changeAliasUrl,
  visitAliasUrl,
} from '@annals/contracts/alias-urls';
import type { AliasUrl } from '../../platform/api/things.ts';
import { invalidate } from '../../platform/api/query.ts';
import { oneByOne } from '../../ui/bulk/bulk-result.ts';
import { BulkResults } from '../../ui/bulk/BulkResults.tsx';
import { useBulk } from '../../ui/bulk/useBulk.ts';
import { ResponsiveButton } from '../../ui/buttons/ResponsiveButton.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { lazyNamed } from '../../platform/lazy-named.ts';
import { pathTo } from '../../platform/links.ts';
import {
  count,
  date,
  derived,
  momentWidth,
  text,
  type ListColumn,
  type ListFilter,
} from '../../ui/list/columns.tsx';
import { DataList } from '../../ui/list/DataList.tsx';
import { useListQuery } from '../../ui/list/list-of.ts';
import { useListState } from '../../ui/list/useListState.ts';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { useDialogFromUrl } from '../../ui/page/useDialogFromUrl.ts';
import { useCapabilities } from '../../platform/capabilities.ts';
import { useMay } from '../../domain/permissions/my-permissions.ts';
import { oneOf, type PlainSearch } from '../../platform/search.ts';
import { Moment } from '../../platform/time/Moment.tsx';
import { aliasPath, AliasStateBadge, stateOf, useAliasToggle } from './alias-state.tsx';
import { aliasesList, aliasStates, deactivate } from './alias-urls.queries.ts';
import { useAliasTexts, type AliasTexts } from './alias-urls.texts.ts';
import { AliasTarget } from './AliasTarget.tsx';
import classes from './AliasUrls.module.css';
import { FindAlias } from './FindAlias.tsx';
import { FoundAlias } from './FoundAlias.tsx';

const NewAlias = lazyNamed(() => import('./NewAlias.tsx'), 'NewAlias');

/** The alias URLs; with the query parameter `alias`, the one with that name. */
export function AliasUrlsPage() {
  const search: PlainSearch = useSearch({ strict: false });
  const alias = oneOf(search['alias']);
  return alias === undefined ? <AliasList /> : <FoundAlias key={alias} name={alias} />;
}

function AliasList() {
  const t = useAliasTexts();
  const list = useListState(aliasesList);
  const aliases = useListQuery(aliasesList.query(list.request));
  const mayWrite = useMay('alias-urls:write');
  const has = useCapabilities();
  const [creating, setCreating] = useDialogFromUrl();
  const columns = useMemo(() => aliasColumns(t), [t]);
  const filters = useMemo(() => aliasFilters(t), [t]);
  const create = has(createAliasUrl) && mayWrite && (
    <ResponsiveButton
      data-shortcut="n"
      icon={<IconPlus size={16} stroke={2} aria-hidden />}
      onClick={() => setCreating(true)}
      {...NewAlias.onApproach}
    >
      {t.newAlias}
    </ResponsiveButton>
  );
  return (
    <>
      <PageHeader title={t.aliases} action={create} />
      <FindAlias />
      <DataList
        list={list}
        query={aliases}
        label={t.aliases}
        columns={columns}
        filters={filters}
        search={t.search}
        rowId={({ alias }) => alias}
        rowPath={({ alias }) => pathTo('v1-alias-urls', {}, { alias })}
        none={{ title: t.noAliases, hint: t.noAliasesHint, action: create }}
        notOffered={<EmptyState title={t.byName} hint={t.notListed} />}
        {...(mayWrite &&
          has(changeAliasUrl) && {
            selection: {
              renderActions: (rows: readonly AliasUrl[], clear: () => void) => (
                <Deactivate aliases={rows} clear={clear} />
              ),
            },
          })}
      />
      {create && creating && (
        <Suspense>
          <NewAlias onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </>
  );
}

/** One alias with undo, several with a result for each. */
function Deactivate({ aliases, clear }: { aliases: readonly AliasUrl[]; clear: () => void }) {
  const t = useAliasTexts();
  const toggle = useAliasToggle();
  const bulk = useBulk<AliasUrl>();
  const active = aliases.filter((alias) => stateOf(alias) !== 'INACTIVE');
  const [first] = active;
  const end = () => {
    clear();
    void invalidate(listAliasUrls);
  };
  const act = () => {
    if (active.length === 1 && first)
      toggle.mutate({ alias: first, active: false }, { onSuccess: clear });
    else
      bulk.start({
        title: t.deactivating(active.length),
        items: active,
        size: 1,
        name: ({ alias }) => alias,
        act: oneByOne(deactivate),
      });
  };
  return (
    <>
      <Button
        size="xs"
        variant="default"
        disabled={active.length === 0}
        loading={toggle.isPending}
        onClick={act}
      >
        {t.deactivate}
      </Button>
      {bulk.run && <BulkResults bulk={bulk} filename="deactivated-aliases" onClose={end} />}
    </>
  );
}

function aliasColumns(t: AliasTexts): ListColumn<AliasUrl>[] {
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
    date('expiryDate', t.expiry, { never: t.never }),
    count('visits', t.visits, { sortable: 'descending', width: '105px' }),
    date('lastVisitDate', t.lastVisit, { never: t.notVisited }),
    text('createdDate', t.created, {
      render: ({ createdDate, createdUserName }) =>
        createdDate && (
          <span className={classes.lines}>
            <Moment value={createdDate} withRelative />
            {createdUserName && <span className={classes.second}>{createdUserName}</span>}
          </span>
        ),
      sortable: 'descending',
      width: momentWidth,
    }),
    {
      id: 'address',
      needs: visitAliasUrl,
      header: t.address,
      value: ({ alias }) => aliasPath(alias),
      // Not a router link: the server redirects from there.
      render: ({ alias }) => <a href={aliasPath(alias)}>{aliasPath(alias)}</a>,
      hiddenAtFirst: true,
    },
  ];
}

function aliasFilters(t: AliasTexts): ListFilter<AliasUrl, 'state'>[] {
  return [
    {
      name: 'state',
      label: t.state,
      any: t.anyState,
      options: aliasStates.map((value) => ({ value, label: t.states[value] })),
      valuesOf: stateOf,
    },
  ];
}
