import type { OrganizationalUnit } from '../../platform/api/things.ts';
import { shownName } from '../../ui/ids/display-names.ts';
import { Picker, type PickerProps } from './Picker.tsx';
import classes from './Picker.module.css';
import { pickUnitQuery } from './pickers.queries.ts';

type PickedUnit = Pick<OrganizationalUnit, 'id' | 'name'>;

/** The maximum indentation level of units. */
const deepest = 4;

/** Picks an organizational unit from the tree of visible units. */
export function UnitPicker(props: PickerProps<OrganizationalUnit, PickedUnit>) {
  return <Picker query={pickUnitQuery} nameOf={unitName} option={unitOption} {...props} />;
}

function unitOption(unit: OrganizationalUnit) {
  const above = (unit.path ?? []).map(({ name }) => name).join(' › ');
  return (
    <span className={classes.unit} data-depth={Math.min(unit.path?.length ?? 0, deepest)}>
      {unitName(unit)}
      {above !== '' && <span className={classes.second}>{above}</span>}
    </span>
  );
}

function unitName({ id, name }: PickedUnit): string {
  return shownName(name, id);
}
