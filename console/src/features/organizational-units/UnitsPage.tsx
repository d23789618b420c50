import { Button } from '@mantine/core';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { OrganizationalUnit } from '../../platform/api/things.ts';
import type { Page } from '../../platform/api/page.ts';
import { isCut, isWhole } from '../../platform/api/lists-of-services.ts';
import { isRefused } from '../../platform/api/query.ts';
import { AdditionalListFields } from '../../ui/additional-fields/AdditionalListFields.tsx';
import { ResponsiveButton } from '../../ui/buttons/ResponsiveButton.tsx';
import { CopyAs } from '../../ui/copy-as/CopyAs.tsx';
import { pathTo } from '../../platform/links.ts';
import { DebouncedTextInput } from '../../ui/list/DebouncedTextInput.tsx';
import { useListTexts } from '../../ui/list/list.texts.ts';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { useCapability } from '../../platform/capabilities.ts';
import { useMay } from '../../domain/permissions/my-permissions.ts';
import { usePageLocation } from '../../platform/page-location.ts';
import { oneOf } from '../../platform/search.ts';
import { grouped } from '../../platform/texts.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { QueryPanel } from '../../ui/states/QueryPanel.tsx';
import { treeOf, unitsMatching } from './unit-tree.ts';
import { UnitTree } from './UnitTree.tsx';
import classes from './UnitsPage.module.css';
import { allUnits, unitsQuery } from './organizational-units.queries.ts';
import { useUnitTexts } from './units.texts.ts';

/** The number of expanded levels of the tree. */
const levels = { some: 2, open: Number.POSITIVE_INFINITY, closed: 0 };

/** The organizational units as a tree. */
export function UnitsPage() {
  const t = useUnitTexts();
  const listTexts = useListTexts();
  const router = useRouter();
  const units = useQuery(unitsQuery);
  const q = oneOf(usePageLocation().search['q']) ?? '';
  const mayCreate = useMay('organizational-units:write');
  // What units are for, only our service is known to agree with.
  const isOurs = useCapability('authentication');
  const search = (text: string) =>
    router.history.replace(pathTo('v1-organizational-units', {}, text === '' ? {} : { q: text }));
  const [folding, setFolding] = useState({ state: 'some' as keyof typeof levels, times: 0 });
  const fold = (state: keyof typeof levels) =>
    setFolding(({ times }) => ({ state, times: times + 1 }));
  const shown = useMemo(() => unitsMatching(units.data?.data ?? [], q), [units.data, q]);
  const countOf = (all: Page<OrganizationalUnit>) =>
    isCut(all)
      ? listTexts.range({
          from: undefined,
          count: all.data.length,
          hasMore: true,
          total: undefined,
          isCut: true,
        })
      : grouped(all.data.length);
  const create = mayCreate && (
    <ResponsiveButton
      icon={<IconPlus size={16} stroke={2} aria-hidden />}
      data-shortcut="n"
      onClick={() => router.history.push(pathTo('v1-organizational-units-new'))}
    >
      {t.newUnit}
    </ResponsiveButton>
  );
  return (
    <>
      <PageHeader title={t.units} action={create} />
      {isRefused(units.error) ? (
        <ErrorPanel error={units.error} onRetry={() => void units.refetch()} />
      ) : units.data?.data.length === 0 ? (
        isWhole(units.data) ? (
          <EmptyState title={t.noUnits} {...(isOurs && { hint: t.noUnitsHint })} action={create} />
        ) : (
          <EmptyState title={listTexts.notSaid} hint={listTexts.notSaidHint} action={create} />
        )
      ) : (
        <>
          <div className={classes.tools}>
            <DebouncedTextInput
              label={t.search}
              placeholder={t.search}
              value={q}
              onChange={search}
              icon={<IconSearch size={16} stroke={1.75} aria-hidden />}
              wide
            />
            {(shown.length > 0 || units.isPending) && (
              <div className={classes.folding}>
                <Button variant="subtle" size="xs" onClick={() => fold('open')}>
                  {t.openAll}
                </Button>
                <Button variant="subtle" size="xs" onClick={() => fold('closed')}>
                  {t.closeAll}
                </Button>
                <CopyAs call={allUnits} />
              </div>
            )}
          </div>
          <QueryPanel title={t.units} query={units} lines={8} beside={countOf}>
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
                // Expanded again for each search, so that the matches are visible.
                <UnitTree
                  key={`${folding.times} ${q}`}
                  nodes={treeOf(shown)}
                  openTo={q === '' ? levels[folding.state] : levels.open}
                />
              )
            }
          </QueryPanel>
          {units.data && (
            <AdditionalListFields
              row={allUnits.row}
              answer={units.data}
              shown={[]}
              name={() => undefined}
              opens={false}
            />
          )}
        </>
      )}
    </>
  );
}
