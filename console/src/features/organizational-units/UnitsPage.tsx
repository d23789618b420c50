import { Button } from '@mantine/core';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { ResponsiveButton } from '../../shared/buttons/ResponsiveButton.tsx';
import { pathTo } from '../../shared/links.ts';
import { TypedText } from '../../shared/list/TypedText.tsx';
import { PageHeader } from '../../shared/page/PageHeader.tsx';
import { useMay } from '../../shared/permissions/my-permissions.ts';
import { oneOf, parseSearch } from '../../shared/search.ts';
import { EmptyState } from '../../shared/states/EmptyState.tsx';
import { QueryPanel } from '../../shared/states/QueryPanel.tsx';
import { treeOf, unitsMatching } from './unit-tree.ts';
import { UnitTree } from './UnitTree.tsx';
import classes from './UnitsPage.module.css';
import { unitsQuery } from './units.queries.ts';
import { useUnitTexts } from './units.texts.ts';

/** The organizational units as a tree. */
export function UnitsPage() {
  const t = useUnitTexts();
  const router = useRouter();
  const units = useQuery(unitsQuery());
  const q = oneOf(parseSearch(useLocation({ select: ({ searchStr }) => searchStr })).q) ?? '';
  const mayCreate = useMay('organizational-units:write');
  const search = (text: string) =>
    router.history.replace(pathTo('v1-organizational-units', {}, text === '' ? {} : { q: text }));
  const shown = useMemo(() => unitsMatching(units.data ?? [], q), [units.data, q]);
  const create = mayCreate && (
    <ResponsiveButton
      icon={<IconPlus size={16} stroke={2} aria-hidden />}
      onClick={() => router.history.push(pathTo('v1-organizational-units-new'))}
    >
      {t.newUnit}
    </ResponsiveButton>
  );
  return (
    <>
      <PageHeader title={t.units} action={create} />
      {units.data?.length === 0 ? (
        <EmptyState title={t.noUnits} hint={t.noUnitsHint} action={create} />
      ) : (
        <>
          <div className={classes.search}>
            <TypedText
              label={t.search}
              placeholder={t.search}
              value={q}
              onChange={search}
              icon={<IconSearch size={16} stroke={1.75} aria-hidden />}
              wide
            />
          </div>
          <QueryPanel title={t.units} query={units} lines={8} beside={(all) => all.length}>
            {() =>
              shown.length === 0 ? (
                <EmptyState
                  title={t.nothingMatches}
                  action={
                    <Button variant="default" onClick={() => search('')}>
                      {t.clearSearch}
                    </Button>
                  }
                />
              ) : (
                // opened anew for each search, so that what it found is in sight
                <UnitTree key={q} nodes={treeOf(shown)} openTo={q === '' ? 2 : 99} />
              )
            }
          </QueryPanel>
        </>
      )}
    </>
  );
}
