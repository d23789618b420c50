import type { OrganizationalUnit } from '../../platform/api/things.ts';
import { visibleText } from '../../ui/ids/display-names.ts';
import { pathTo } from '../../platform/links.ts';
import type { Crumb } from '../../ui/page/PageHeader.tsx';
import { AbsentPage } from '../../ui/page/AbsentPage.tsx';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { type UnitTexts, useUnitTexts } from './units.texts.ts';

export function NoSuchUnit() {
  const t = useUnitTexts();
  return (
    <AbsentPage
      title={t.noSuch}
      parents={[listCrumb(t)]}
      hint={t.noSuchHint}
      action={<PathLink to={pathTo('v1-organizational-units')}>{t.all}</PathLink>}
    />
  );
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
