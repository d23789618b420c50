import type { ObjectVersion } from '../../platform/api/things.ts';
import { shortenId } from '../../ui/ids/display-names.ts';
import { titleOf } from '../object-title/title-of.ts';
import { Picker, type PickerProps } from './Picker.tsx';
import classes from './Picker.module.css';
import { pickObjectQuery } from './pickers.queries.ts';

interface ObjectPickerProps extends PickerProps<ObjectVersion> {
  /** The partition to search. Without one, only the URL of an object's page finds an object. */
  partitionId: string | undefined;
  /** The moment whose objects are searched; default: now. */
  asOf?: string | undefined;
}

/**
 * Picks an object by words in its data, by an id (of a version or a timeline), or by the URL of its page, which
 * may belong to another partition: see `partitionId` of the result. The options are newest versions.
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
