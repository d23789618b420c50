import type { PartitionTexts } from './partitions.texts.ts';

export interface PartitionValues {
  partitionName: string;
  description: string;
}

export const emptyPartition: PartitionValues = { partitionName: '', description: '' };

export function checksOf(t: PartitionTexts) {
  return {
    partitionName: (text: string) =>
      text.trim() === '' ? t.nameNeeded : text.trim().length > 100 ? t.nameTooLong : null,
    description: (text: string) => (text.length > 2000 ? t.descriptionTooLong : null),
  };
}
