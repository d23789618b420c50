import type { Call, ConsoleClient } from './console-client.ts';

/** A partition with one object. */
export interface NotePartition {
  id: string;
  timelineId: string;
}

export const createNote = (
  partitionId: string,
  objectData: object = { title: 'A note' },
): Call => ({
  name: 'create',
  method: 'POST',
  url: `/v1/partitions/${partitionId}/objects`,
  data: { type: 'NOTE', objectData },
});

export const latestNote = ({ id, timelineId }: NotePartition): Call => ({
  name: 'latest',
  method: 'GET',
  url: `/v1/partitions/${id}/timelines/${timelineId}/objects/latest`,
});

/** Creates partitions with a note in each. */
export async function createNotePartitions(
  client: ConsoleClient,
  count: number,
): Promise<NotePartition[]> {
  const partitions: NotePartition[] = [];
  for (let number = 1; number <= count; number += 1) {
    const { id } = await client.json<{ id: string }>({
      name: 'create partition',
      method: 'POST',
      url: '/v1/partitions',
      data: { partitionName: `Bench ${number}` },
    });
    const { timelineId } = await client.json<{ timelineId: string }>(createNote(id));
    partitions.push({ id, timelineId });
  }
  return partitions;
}
