import type { ObjectVersion } from '@annals/contracts/objects';
import { shortenId } from '../ids/display-names.ts';
import { titleOf } from '../object-title/title-of.ts';
import { Picker, type PickerProps } from './Picker.tsx';
import classes from './Picker.module.css';
import { pickObjectQuery } from './pickers.queries.ts';

interface ObjectPickerProps extends PickerProps<ObjectVersion> {
  /** Where it is looked for. Without one only the address of an object's page leads to an object. */
  partitionId: string | undefined;
  /** The moment whose objects are offered; now when left out. */
  asOf?: string | undefined;
}

/**
 * Picks an object by words of its data, by an id (of a version or of a timeline), or by the address of its page in the
 * console, which may be in another partition: `partitionId` of what is picked says where. Offered are newest versions.
 */
export function ObjectPicker({ partitionId, asOf, ...props }: ObjectPickerProps) {
  return (
    <Picker
      query={pickObjectQuery(partitionId, asOf)}
      nameOf={titleOf}
      option={objectOption}
      {...props}
    />
  );
}

function objectOption(version: ObjectVersion) {
  return (
    <>
      {titleOf(version)}
      <span className={classes.second}>
        {[version.type, shortenId(version.timelineId ?? version.id)].filter(Boolean).join(' · ')}
      </span>
    </>
  );
}
