import type { Partition } from '../../platform/api/things.ts';
import { shownName } from '../../ui/ids/display-names.ts';
import { Picker, type PickerProps } from './Picker.tsx';
import { pickPartitionQuery } from './pickers.queries.ts';

type PickedPartition = Pick<Partition, 'id' | 'partitionName'>;

/** Picks one of the partitions that the user can open. */
export function PartitionPicker(props: PickerProps<Partition, PickedPartition>) {
  return <Picker query={pickPartitionQuery} nameOf={partitionName} {...props} />;
}

function partitionName(partition: PickedPartition): string {
  return shownName(partition.partitionName, partition.id);
}
