import type { OrganizationalUnit } from '../../platform/api/things.ts';
import { visibleText } from '../../ui/ids/display-names.ts';
import { pathTo } from '../../platform/links.ts';
import type { Crumb } from '../../ui/page/PageHeader.tsx';
import { PageFrame, type PageFrameProps } from '../../ui/page/PageFrame.tsx';
import { type UnitTexts, useUnitTexts } from './units.texts.ts';

/** The frame of the pages of one unit. */
export function UnitFrame(props: Pick<PageFrameProps, 'beside' | 'children'>) {
  const t = useUnitTexts();
  return <PageFrame name={t.unit} parents={[listCrumb(t)]} absent={t} {...props} />;
}

/** The units list, the ancestors, and the unit itself on pages below its own. */
export function parentsOf(
  unit: OrganizationalUnit | undefined,
  t: UnitTexts,
  withItself = false,
): Crumb[] {
  const above = unit?.path ?? [];
  const itself =
    withItself && unit ? [{ id: unit.id, name: visibleText(unit.name) ?? t.unit }] : [];
  return [
    listCrumb(t),
    ...[...above, ...itself].map(({ id, name }) => ({
      name,
      to: pathTo('v1-organizational-units-orgUnitId', { orgUnitId: id }),
    })),
  ];
}

function listCrumb(t: UnitTexts): Crumb {
  return { name: t.units, to: pathTo('v1-organizational-units') };
}
